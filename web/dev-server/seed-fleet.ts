/** Instances in every state, with checks that show each status and what each carries. */
import type { FleetInstance } from '../../src/control/api/api.ts';

type Check = FleetInstance['checks'][number];
type At = (minutesAgo: number) => string;

const quiet = { affects: [], needed: [], missing: [], excess: [], evidence: {}, remedy: '' };

const agentChecks: readonly Check[] = [
  {
    ...quiet,
    connector: 'grafana',
    check: 'metrics_query',
    status: 'ok',
    summary: 'A query of one series answered.',
    affects: ['metrics.query', 'metrics.list', 'metrics.listLabels'],
    needed: ['metrics:read'],
    held: ['metrics:read'],
    evidence: { status: 200 },
  },
  {
    ...quiet,
    connector: 'grafana',
    check: 'logs_query',
    status: 'degraded',
    summary: 'The credential lacks a permission.',
    fault: {
      code: 'permission_missing',
      actor: 'operator',
      data: { grant: 'logs:read' },
      summary: 'The credential lacks a permission.',
      remedy: '',
    },
    layer: 'access policy',
    judged: [
      { grant: 'metrics:read', verdict: 'allowed', at: '2026-11-20T09:00:00.000Z', old: true },
      { grant: 'logs:read', verdict: 'denied', at: '2026-11-20T21:00:00.000Z' },
      { grant: 'traces:export', verdict: 'not_asked', because: 'It starts an export.' },
    ],
    affects: ['logs.query', 'logs.listLabels'],
    needed: ['logs:read'],
    missing: ['logs:read'],
    evidence: { status: 403, requestId: '7f3a9c' },
    remedy: 'Add the scope logs:read to the access policy of this token. Do not rotate the token: it is valid.',
  },
  {
    ...quiet,
    connector: 'github',
    check: 'fine_grained_token',
    status: 'pending_configuration',
    summary: 'The credential lacks a permission.',
    excess: ['repo (write)', 'read:org'],
    evidence: { status: 200 },
    remedy:
      'The token has the scopes "repo, read:org" and this needs one of "security_events". Add one of them to the token under Settings, Developer settings, Tokens (classic). Do not rotate the token: it is valid.',
  },
  {
    ...quiet,
    connector: 'eks',
    check: 'cluster',
    status: 'skipped',
    summary: 'skipped: no cluster configured',
    remedy: 'Set EKS_CLUSTER when this agent serves a cluster; otherwise nothing.',
  },
  {
    ...quiet,
    connector: 'vercel',
    check: 'team',
    status: 'failed',
    summary: 'The connector is not configured.',
    fault: {
      code: 'not_configured',
      actor: 'operator',
      data: { variable: 'VERCEL_TEAM_ID' },
      summary: 'The connector is not configured.',
      remedy: '',
    },
    affects: ['deployments.list', 'deployments.get'],
    remedy:
      'Set VERCEL_TEAM_ID to the id of the team, from Settings → General of the team: Vercel refuses a token of a team without it. Do not rotate the token.',
  },
];

function profilerChecks(hasMemoryLimit: boolean): Check[] {
  const names = ['capabilities', 'target_list', 'kernel_btf', 'perf_event_paranoid', 'identity'];
  const fine = names.map((check): Check => ({
    ...quiet,
    connector: 'profiler',
    check,
    status: 'ok',
    summary: 'As required.',
  }));
  if (hasMemoryLimit) return fine;
  return [
    ...fine,
    {
      ...quiet,
      connector: 'profiler',
      check: 'no_memory_limit',
      status: 'degraded',
      summary:
        'No memory limit is set: a capture of an unusual target could take memory from other processes of the node.',
      remedy: 'Set mem_limit and memswap_limit to 512m.',
    },
  ];
}

export function seedFleet(at: At): FleetInstance[] {
  return [
    {
      instance: 'agent-primary',
      class: 'agent',
      state: 'live',
      version: '0.1.0',
      last_seen: at(0.1),
      enrolled_at: at(60 * 24 * 39),
      reenrolment_allowed: false,
      checks: [...agentChecks],
      checks_at: at(3),
    },
    {
      instance: 'profiler-node-a',
      class: 'profiler',
      state: 'live',
      version: '0.1.0',
      targets: 4,
      last_seen: at(0.2),
      enrolled_at: at(60 * 24 * 38),
      reenrolment_allowed: false,
      checks: profilerChecks(true),
      checks_at: at(4),
    },
    {
      instance: 'profiler-node-b',
      class: 'profiler',
      state: 'live',
      version: '0.1.0',
      targets: 1,
      last_seen: at(0.1),
      enrolled_at: at(60 * 24 * 12),
      reenrolment_allowed: false,
      checks: profilerChecks(false),
      checks_at: at(4),
    },
    {
      instance: 'profiler-node-c',
      class: 'profiler',
      state: 'offline',
      remedy:
        'Check that its process is running and reaches the tunnel address. It reconnects by itself; do not enrol it again.',
      version: '0.1.0',
      targets: 2,
      last_seen: at(60 * 29),
      enrolled_at: at(60 * 29),
      reenrolment_allowed: true,
      checks: profilerChecks(true),
      checks_at: at(60 * 29),
    },
    {
      instance: 'profiler-node-d',
      class: 'profiler',
      state: 'locked',
      remedy:
        'Two copies of its identity were seen: a cloned or restored volume. Give each replica a volume of its own, then allow one re-enrolment.',
      version: '0.1.0',
      last_seen: at(50),
      enrolled_at: at(60 * 24 * 5),
      reenrolment_allowed: false,
      checks: [],
    },
    {
      instance: 'agent-retired',
      class: 'agent',
      state: 'revoked',
      remedy: 'Remove its process, or allow one re-enrolment to let it in again with a new key.',
      version: '0.0.9',
      last_seen: at(60 * 24 * 7),
      enrolled_at: at(60 * 24 * 90),
      reenrolment_allowed: false,
      checks: [],
    },
  ];
}
