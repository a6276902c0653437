/** Objects as an API server of Kubernetes 1.36 answers them. Whatever contains `canary` may reach no answer. */
export const canary = 'canary-of-a-cluster';

const metadata = (name: string, labels: Readonly<Record<string, string>> = { app: 'web' }): object => ({
  name,
  namespace: 'shop',
  uid: `00000000-0000-4000-8000-${name.length.toString().padStart(12, '0')}`,
  resourceVersion: '4711',
  generation: 2,
  creationTimestamp: '2026-11-20T08:00:00Z',
  labels,
  annotations: {
    'kubectl.kubernetes.io/last-applied-configuration': `{"spec":{"env":"${canary}"}}`,
    'deployment.kubernetes.io/revision': '7',
  },
  managedFields: [{ manager: canary }],
});

/** Written by the API server where a person writes nothing; a delay of nothing is left out. */
const probeDefaults = { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 };

const container = {
  name: 'app',
  image: 'registry.example.com/web:1.2.3',
  command: ['/bin/web', `--password=${canary}`],
  args: [canary],
  ports: [{ name: 'http', containerPort: 8080, protocol: 'TCP' }],
  resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { memory: '128Mi' } },
  env: [
    { name: 'DATABASE_PASSWORD', value: canary },
    { name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'web', key: canary } } },
  ],
  livenessProbe: {
    httpGet: { path: `/live?key=${canary}`, port: 'http', httpHeaders: [{ name: 'x-key', value: canary }] },
    ...probeDefaults,
  },
  readinessProbe: { tcpSocket: { port: 8080 }, initialDelaySeconds: 5, ...probeDefaults },
  startupProbe: { exec: { command: [canary] }, ...probeDefaults },
};

const digest = `sha256:${'ab'.repeat(32)}`;

export const pod = (name: string, labels?: Readonly<Record<string, string>>): object => ({
  metadata: {
    ...metadata(name, labels),
    ownerReferences: [
      { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-6d4cf56db6', uid: 'u', controller: true },
    ],
  },
  spec: {
    nodeName: 'ip-10-0-1-7.eu-west-1.compute.internal',
    serviceAccountName: 'web',
    restartPolicy: 'Always',
    priorityClassName: 'high',
    nodeSelector: { 'kubernetes.io/os': 'linux' },
    initContainers: [{ name: 'migrate', image: 'registry.example.com/migrate:1', env: null }],
    containers: [container],
    volumes: [
      { name: 'data', persistentVolumeClaim: { claimName: 'web-data' } },
      { name: 'keys', secret: { secretName: 'web-keys', items: [{ key: canary, path: 'k' }] } },
      { name: 'scratch', emptyDir: {} },
    ],
  },
  status: {
    phase: 'Running',
    hostIP: '10.0.1.7',
    podIP: '10.0.1.42',
    podIPs: [{ ip: '10.0.1.42' }],
    qosClass: 'Burstable',
    startTime: '2026-11-20T08:00:01Z',
    conditions: [
      {
        type: 'Ready',
        status: 'False',
        lastProbeTime: null,
        lastTransitionTime: '2026-11-20T08:05:00Z',
        reason: 'ContainersNotReady',
      },
    ],
    initContainerStatuses: [
      {
        name: 'migrate',
        ready: true,
        restartCount: 0,
        imageID: '',
        state: {
          terminated: { exitCode: 0, reason: 'Completed', finishedAt: '2026-11-20T08:00:09Z', message: canary },
        },
        lastState: {},
      },
    ],
    containerStatuses: [
      {
        name: 'app',
        ready: false,
        started: true,
        restartCount: 4,
        imageID: `registry.example.com/web@${digest}`,
        state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 1m20s restarting failed container' } },
        lastState: {
          terminated: {
            exitCode: 137,
            signal: 9,
            reason: 'OOMKilled',
            message: canary,
            startedAt: '2026-11-20T08:04:00Z',
            finishedAt: '2026-11-20T08:05:00Z',
          },
        },
      },
    ],
  },
});

export const service = {
  metadata: metadata('web'),
  spec: {
    type: 'LoadBalancer',
    clusterIP: '172.20.0.9',
    clusterIPs: ['172.20.0.9'],
    selector: { app: 'web' },
    ports: [{ name: 'http', port: 80, targetPort: 'http', nodePort: 30080, protocol: 'TCP' }],
    sessionAffinity: 'None',
    externalTrafficPolicy: 'Cluster',
    internalTrafficPolicy: 'Cluster',
    ipFamilies: ['IPv4'],
    allocateLoadBalancerNodePorts: true,
  },
  status: { loadBalancer: { ingress: [{ hostname: 'web-1.elb.eu-west-1.amazonaws.com' }] } },
};

export const endpoints = {
  metadata: metadata('web'),
  subsets: [
    {
      addresses: [{ ip: '10.0.1.43', nodeName: 'n1', targetRef: { kind: 'Pod', name: 'web-2', namespace: 'shop' } }],
      notReadyAddresses: [{ ip: '10.0.1.42' }],
      ports: [{ name: 'http', port: 8080, protocol: 'TCP' }],
    },
  ],
};

export const deployment = {
  metadata: metadata('web'),
  spec: {
    replicas: 3,
    selector: {
      matchLabels: { app: 'web' },
      matchExpressions: [
        { key: 'tier', operator: 'NotIn', values: ['cache', 'queue'] },
        { key: 'canary', operator: 'DoesNotExist' },
      ],
    },
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: 0 } },
    progressDeadlineSeconds: 600,
    template: { metadata: { labels: { app: 'web' } }, spec: { serviceAccountName: 'web', containers: [container] } },
  },
  status: {
    observedGeneration: 1,
    replicas: 3,
    updatedReplicas: 1,
    readyReplicas: 2,
    availableReplicas: 2,
    unavailableReplicas: 1,
  },
};

export const ingress = {
  metadata: metadata('web'),
  spec: {
    ingressClassName: 'alb',
    defaultBackend: { resource: { apiGroup: 'k8s.example.com', kind: 'StorageBucket', name: 'static' } },
    rules: [
      {
        host: 'shop.example.com',
        http: {
          paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'web', port: { number: 80 } } } }],
        },
      },
    ],
    tls: [{ hosts: ['shop.example.com'], secretName: 'shop-tls' }],
  },
  status: { loadBalancer: { ingress: [{ ip: '203.0.113.7' }] } },
};

/** In the order in which a cluster lists them: of their names. */
export const pods = [pod('job-444', { app: 'job' }), pod('web-1'), pod('web-2'), pod('web-33')];
