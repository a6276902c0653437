import { describe, expect, test } from 'vitest';
import * as wire from '../../../eks/upstream/objects.ts';
import { Deployment, Endpoints, Ingress, Pod, Service } from './schema.ts';
import { toDeployment, toSelectorText } from './to-deployment.ts';
import { toIngress } from './to-ingress.ts';
import { toPod } from './to-pod.ts';
import { toEndpoints, toService } from './to-service.ts';

const identity = {
  namespace: 'shop',
  labels: { app: 'web' },
  annotationNames: ['deployment.kubernetes.io/revision', 'kubectl.kubernetes.io/last-applied-configuration'],
  createdAt: '2026-11-20T08:00:00Z',
};

const spec = {
  name: 'app',
  image: 'registry.example.com/web:1.2.3',
  ports: [{ name: 'http', port: 8080, protocol: 'TCP' }],
  requests: { cpu: '100m', memory: '64Mi' },
  limits: { memory: '128Mi' },
  environmentVariables: ['DATABASE_PASSWORD', 'TOKEN'],
  probes: [
    {
      kind: 'liveness',
      method: 'http',
      port: 'http',
      path: '/live',
      periodSec: 10,
      timeoutSec: 1,
      failureThreshold: 3,
    },
    {
      kind: 'readiness',
      method: 'tcp',
      port: '8080',
      initialDelaySec: 5,
      periodSec: 10,
      timeoutSec: 1,
      failureThreshold: 3,
    },
    { kind: 'startup', method: 'exec', periodSec: 10, timeoutSec: 1, failureThreshold: 3 },
  ],
};

describe('an object is returned member by member', () => {
  const pod = toPod(Pod.parse(wire.pod('web-1')));

  test('a pod', () => {
    const { containers, ...rest } = pod;
    expect(rest).toEqual({
      ...identity,
      name: 'web-1',
      uid: '00000000-0000-4000-8000-000000000005',
      owners: [{ kind: 'ReplicaSet', name: 'web-6d4cf56db6' }],
      phase: 'Running',
      node: 'ip-10-0-1-7.eu-west-1.compute.internal',
      hostIp: '10.0.1.7',
      podIps: ['10.0.1.42'],
      serviceAccount: 'web',
      restartPolicy: 'Always',
      qosClass: 'Burstable',
      priorityClass: 'high',
      nodeSelector: { 'kubernetes.io/os': 'linux' },
      usesHostNetwork: false,
      startedAt: '2026-11-20T08:00:01Z',
      conditions: [{ type: 'Ready', status: 'False', reason: 'ContainersNotReady', changedAt: '2026-11-20T08:05:00Z' }],
      volumes: [
        { name: 'data', kind: 'persistentVolumeClaim', source: 'web-data' },
        { name: 'keys', kind: 'secret', source: 'web-keys' },
        { name: 'scratch', kind: 'emptyDir' },
      ],
    });
    expect(containers.map(({ kind, name }) => [kind, name])).toEqual([
      ['init', 'migrate'],
      ['main', 'app'],
    ]);
  });

  test('its containers, with the state they are in and how the run before ended', () => {
    expect(pod.containers[0]).toMatchObject({
      isReady: true,
      state: { kind: 'terminated', exitCode: 0, reason: 'Completed', finishedAt: '2026-11-20T08:00:09Z' },
    });
    expect(pod.containers[0]).not.toHaveProperty('lastState');
    expect(pod.containers[1]).toEqual({
      ...spec,
      kind: 'main',
      imageDigest: `sha256:${'ab'.repeat(32)}`,
      isReady: false,
      isStarted: true,
      restarts: 4,
      state: { kind: 'waiting', reason: 'CrashLoopBackOff', message: 'back-off 1m20s restarting failed container' },
      lastState: {
        kind: 'terminated',
        exitCode: 137,
        signal: 9,
        reason: 'OOMKilled',
        startedAt: '2026-11-20T08:04:00Z',
        finishedAt: '2026-11-20T08:05:00Z',
      },
    });
  });

  test('a service', () => {
    expect(toService(Service.parse(wire.service))).toMatchObject({
      ...identity,
      type: 'LoadBalancer',
      clusterIps: ['172.20.0.9'],
      selector: { app: 'web' },
      ports: [{ name: 'http', port: 80, targetPort: 'http', nodePort: 30080, protocol: 'TCP' }],
      loadBalancerAddresses: ['web-1.elb.eu-west-1.amazonaws.com'],
      sessionAffinity: 'None',
      publishesNotReady: false,
    });
  });

  test('endpoints', () => {
    expect(toEndpoints(Endpoints.parse(wire.endpoints)).subsets).toEqual([
      {
        ready: [{ ip: '10.0.1.43', node: 'n1', target: { kind: 'Pod', name: 'web-2', namespace: 'shop' } }],
        notReady: [{ ip: '10.0.1.42' }],
        ports: [{ name: 'http', port: 8080, protocol: 'TCP' }],
      },
    ]);
  });

  test('a deployment', () => {
    expect(toDeployment(Deployment.parse(wire.deployment))).toMatchObject({
      ...identity,
      revision: '7',
      replicas: { desired: 3, present: 3, updated: 1, ready: 2, available: 2, unavailable: 1 },
      isObserved: false,
      isPaused: false,
      labelSelector: 'app=web,tier notin (cache,queue),!canary',
      strategy: { type: 'RollingUpdate', maxSurge: '25%', maxUnavailable: '0' },
      progressDeadlineSec: 600,
      serviceAccount: 'web',
      containers: [{ ...spec, kind: 'main' }],
    });
  });

  test('an ingress', () => {
    expect(toIngress(Ingress.parse(wire.ingress))).toMatchObject({
      ...identity,
      ingressClass: 'alb',
      defaultBackend: { resourceKind: 'StorageBucket', resourceName: 'static' },
      rules: [
        {
          host: 'shop.example.com',
          paths: [{ path: '/', pathType: 'Prefix', backend: { service: 'web', port: '80' } }],
        },
      ],
      tls: [{ hosts: ['shop.example.com'], secretName: 'shop-tls' }],
      loadBalancerAddresses: ['203.0.113.7'],
    });
  });
});

test('values of the environment and of annotations, command lines, and termination messages are never returned', () => {
  expect(JSON.stringify(wire).split('canary-of-a-cluster').length).toBeGreaterThan(20);
  const told = JSON.stringify([
    wire.pods.map((one) => toPod(Pod.parse(one))),
    toService(Service.parse(wire.service)),
    toEndpoints(Endpoints.parse(wire.endpoints)),
    toDeployment(Deployment.parse(wire.deployment)),
    toIngress(Ingress.parse(wire.ingress)),
  ]);
  expect(told).not.toContain('canary-of-a-cluster');
});

test('a selector with every operator is one that a list of pods takes', () => {
  const matchExpressions = [
    { key: 'a', operator: 'In', values: ['1', '2'] },
    { key: 'b', operator: 'Exists' },
  ];
  expect(toSelectorText({ matchExpressions })).toBe('a in (1,2),b');
});
