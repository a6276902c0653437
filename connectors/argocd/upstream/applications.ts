/** Three applications of two projects: one as simple as can be, one with several sources and a failed deployment, one never deployed. */
import type { FakeApplication } from './shapes.ts';

const at = (day: number): string => `2026-03-${String(day).padStart(2, '0')}T08:00:00Z`;

export const checkout: FakeApplication = {
  metadata: {
    name: 'checkout',
    namespace: 'argocd',
    uid: '5a3f',
    creationTimestamp: at(1),
    labels: { team: 'payments' },
  },
  spec: {
    project: 'payments',
    destination: { server: 'https://kubernetes.default.svc', namespace: 'checkout' },
    source: { repoURL: 'https://git.example.com/deploy.git', path: 'checkout', targetRevision: 'main' },
    syncPolicy: { automated: { prune: true } },
    revisionHistoryLimit: 3,
  },
  status: {
    sync: { status: 'Synced', revision: 'c3' },
    health: { status: 'Healthy', lastTransitionTime: at(9) },
    summary: { images: ['registry.example.com/checkout:1.3'] },
    reconciledAt: at(12),
    history: [1, 2, 3].map((id) => ({
      id,
      revision: `c${id}`,
      source: { repoURL: 'https://git.example.com/deploy.git', path: 'checkout', targetRevision: 'main' },
      deployStartedAt: at(id * 2),
      deployedAt: at(id * 2 + 1),
      initiatedBy: id === 2 ? { username: 'ada' } : { automated: true },
    })),
    operationState: {
      phase: 'Succeeded',
      message: 'successfully synced (all tasks run)',
      startedAt: at(6),
      finishedAt: at(7),
      operation: { initiatedBy: { automated: true }, sync: { revision: 'c3' } },
      syncResult: {
        revision: 'c3',
        resources: [
          {
            group: 'apps',
            version: 'v1',
            kind: 'Deployment',
            namespace: 'checkout',
            name: 'checkout',
            status: 'Synced',
            message: 'deployment.apps/checkout configured',
            syncPhase: 'Sync',
            hookPhase: 'Running',
          },
          {
            group: 'batch',
            version: 'v1',
            kind: 'Job',
            namespace: 'checkout',
            name: 'migrate',
            message: 'job completed',
            hookType: 'PreSync',
            hookPhase: 'Succeeded',
            syncPhase: 'PreSync',
          },
        ],
      },
    },
    resources: [
      {
        group: 'apps',
        version: 'v1',
        kind: 'Deployment',
        namespace: 'checkout',
        name: 'checkout',
        status: 'Synced',
        health: { status: 'Healthy' },
      },
      {
        version: 'v1',
        kind: 'ConfigMap',
        namespace: 'checkout',
        name: 'settings',
        status: 'OutOfSync',
        requiresPruning: true,
      },
    ],
  },
};

/** Every value that must not leave has `hunter` in it. */
export const ledger: FakeApplication = {
  metadata: {
    name: 'ledger',
    namespace: 'argocd',
    uid: '77aa',
    creationTimestamp: at(2),
    labels: { team: 'payments', tier: 'batch' },
  },
  spec: {
    project: 'payments',
    destination: { name: 'prod', namespace: 'ledger' },
    sources: [
      {
        repoURL: 'https://deployer:hunter-repo@charts.example.com/stable?token=hunter-query',
        chart: 'ledger',
        targetRevision: '4.2.0',
        name: 'chart',
        helm: {
          parameters: [
            { name: 'db.password', value: 'hunter-parameter' },
            { name: 'replicas', value: '3' },
          ],
          values: 'image:\n  tag: "4.2"\nauth:\n  clientSecret: "hunter-values"\n',
          valuesObject: { redis: { password: 'hunter-object' }, replicas: 'three' },
        },
      },
      {
        repoURL: 'git@git.example.com:values.git',
        targetRevision: 'main',
        ref: 'values',
        plugin: { name: 'vault', env: [{ name: 'VAULT_TOKEN', value: 'hunter-plugin' }] },
      },
    ],
  },
  status: {
    sync: { status: 'OutOfSync', revisions: ['4.2.0', 'd9'] },
    health: { status: 'Degraded', message: 'container said: wrong password hunter-object' },
    conditions: [
      {
        type: 'ComparisonError',
        message:
          'Failed to load target state: `helm template . --set db.password=hunter-set --set-string x="hunter quoted"` failed for https://deployer:hunter-url@charts.example.com/stable: clientSecret hunter-values is too short',
        lastTransitionTime: at(11),
      },
    ],
    summary: {},
    reconciledAt: at(12),
    history: [
      {
        id: 0,
        revisions: ['4.1.0', 'd8'],
        sources: [
          {
            repoURL: 'https://hunter-token@charts.example.com/stable',
            chart: 'ledger',
            targetRevision: '4.1.0',
            helm: { parameters: [{ name: 'db.password', value: 'hunter-former' }] },
          },
          { repoURL: 'git@git.example.com:values.git', targetRevision: 'main', ref: 'values' },
        ],
        deployStartedAt: null,
        deployedAt: at(3),
        initiatedBy: {},
      },
    ],
    operationState: {
      phase: 'Failed',
      message: 'one or more objects failed to apply: db.password hunter-parameter, VAULT_TOKEN hunter-plugin',
      startedAt: at(10),
      finishedAt: null,
      retryCount: 2,
      operation: { initiatedBy: { username: 'grace' } },
      syncResult: {
        revision: '',
        revisions: ['4.2.0', 'd9'],
        resources: [
          {
            group: '',
            version: 'v1',
            kind: 'Secret',
            namespace: 'ledger',
            name: 'db',
            status: 'SyncFailed',
            message: 'Secret "db" is invalid: hunter-former',
            syncPhase: 'Sync',
          },
        ],
      },
    },
    resources: [
      {
        version: 'v1',
        kind: 'Secret',
        namespace: 'ledger',
        name: 'db',
        status: 'OutOfSync',
        health: { status: 'Degraded', message: 'tried hunter-parameter' },
      },
    ],
  },
};

export const webshop: FakeApplication = {
  metadata: { name: 'webshop', namespace: 'team-web', uid: '90cd', creationTimestamp: at(4) },
  spec: {
    project: 'web',
    destination: { server: 'https://admin:hunter-cluster@10.0.0.7:6443' },
    source: { repoURL: 'https://git.example.com/web.git', path: '.' },
    syncPolicy: { automated: { enabled: false, selfHeal: true } },
    revisionHistoryLimit: 0,
  },
  status: { sync: { status: 'Unknown' }, health: { status: 'Missing' }, summary: {} },
};
