import { describe, expect, test } from 'vitest';
import { k8sGetPod, k8sListPods } from './k8s-objects.ts';
import { k8sDescribeCluster } from './k8s.ts';

test.each([
  [{ namespace: 'shop', name: 'web-7c9d8-x2x4v' }, true],
  [{ cluster: 'Production_1', namespace: 'shop', name: 'node-10.0.0.1' }, true],
  [{ name: 'web' }, false],
  [{ namespace: 'shop', name: 'web/log' }, false],
  [{ namespace: '../kube-system', name: 'web' }, false],
  [{ namespace: 'x'.repeat(64), name: 'web' }, false],
  [{ namespace: 'shop', name: 'web.' }, false],
  [{ cluster: '-production', namespace: 'shop', name: 'web' }, false],
])('pod %j: accepted is %s', (which, isAccepted) => {
  expect(k8sGetPod.arguments.safeParse(which).success).toBe(isAccepted);
});

test.each([
  ['app=web,tier!=cache', true],
  ['app.kubernetes.io/name in (web, api),!canary', true],
  ['', false],
  ['app=web&fieldSelector=x', false],
  ['app=web\n', false],
  ['x'.repeat(1001), false],
])('label selector %j: accepted is %s', (labelSelector, isAccepted) => {
  expect(k8sListPods.arguments.safeParse({ labelSelector }).success).toBe(isAccepted);
});

test('objects are listed five hundred at most', () => {
  expect(k8sListPods.arguments.parse({ limit: 500 }).limit).toBe(500);
  expect(k8sListPods.arguments.safeParse({ limit: 501 }).success).toBe(false);
});

test('a cluster in one zone can be named', () => {
  expect(k8sDescribeCluster.arguments.safeParse({ name: 'shop', zone: 'europe-west1-b' }).success).toBe(true);
});

describe('a container', () => {
  const container = {
    kind: 'main',
    name: 'web',
    image: 'web:1.42.0',
    ports: [],
    requests: {},
    limits: {},
    environmentVariables: ['STAGE'],
    probes: [],
    isReady: false,
    restarts: 3,
    lastState: { kind: 'terminated', exitCode: 137, reason: 'OOMKilled' },
  };
  const answer = (told: object) => ({
    cluster: 'shop',
    pods: [
      {
        name: 'web-0',
        namespace: 'shop',
        uid: 'c0ffee',
        labels: {},
        annotationNames: [],
        owners: [],
        phase: 'Running',
        podIps: [],
        nodeSelector: {},
        usesHostNetwork: false,
        conditions: [],
        containers: [{ ...container, ...told }],
        volumes: [],
      },
    ],
  });

  test('is returned with its state and the names of its environment variables', () => {
    expect(k8sListPods.result.safeParse(answer({})).success).toBe(true);
  });

  test.each([
    { environmentVariables: [{ name: 'STAGE', value: 'production' }] },
    { command: ['serve', '--port=8080'] },
    { lastState: { kind: 'terminated', exitCode: 1, message: 'the last line that the program wrote' } },
    { probes: [{ kind: 'liveness', method: 'http', headers: { Authorization: 'x' } }] },
  ])('with %j is refused', (told) => {
    expect(k8sListPods.result.safeParse(answer(told)).success).toBe(false);
  });
});
