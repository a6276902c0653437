/** What the Agents of the fake answer, and who asked them what. */
import type { OperationResponse, QuestionView } from '../../src/control/api/api.ts';
import { FaultAnswer } from './refusal.ts';

export interface AskedQuestion {
  readonly operation: string;
  readonly args: unknown;
  readonly source: string | undefined;
  readonly instance: string | undefined;
  /** Of the header `Idempotency-Key`. */
  readonly key: string | undefined;
}

export const seedConfigured: readonly (readonly [string, string[]])[] = [
  ['grafana', ['agent-primary']],
  ['slack', ['agent-primary']],
  ['aws', ['agent-eu', 'agent-primary']],
];

type Result = OperationResponse['result'];

const usual: Omit<Result, 'data'> = { complete: true, truncated: false, source: 'grafana', upstreamCalls: 1 };

/** @throws FaultAnswer for what the seeded Agent refuses. */
export function seedAnswer({ operation, args }: AskedQuestion): Result {
  switch (operation) {
    case 'metrics.query':
      return { ...usual, window: { from: '2026-11-20T09:00:00.000Z', to: '2026-11-20T10:00:00.000Z' }, data: curves() };
    case 'metrics.list':
      return listMetrics(args);
    case 'chat.postMessage':
      return {
        ...usual,
        source: 'slack',
        data: { channel: 'C0123456789', id: '1763629200.000100', time: '2026-11-20T09:00:00.000Z' },
      };
    case 'dns.listZones':
      throw new FaultAnswer(502, {
        code: 'permission_missing',
        actor: 'operator',
        data: { grant: 'route53:ListHostedZones', layer: 'identity policy' },
        summary: 'The credential lacks a permission.',
        remedy: 'Add route53:ListHostedZones to the policy of the role.',
      });
    default:
      return { ...usual, complete: false, because: 'One region did not respond.', data: { items: [] } };
  }
}

function curves(): unknown {
  const start = Date.parse('2026-11-20T09:00:00.000Z') / 1000;
  const series = ['api', 'checkout', 'ledger'].map((job, at) => ({
    labels: { __name__: 'http_requests', job },
    unit: 'requests/s',
    points: Array.from({ length: 61 }, (_, minute) => [
      start + minute * 60,
      job === 'ledger' && minute === 30
        ? 'NaN'
        : Math.round(100 * (5 + at * 3 + Math.sin(minute / (6 + at)) * 2)) / 100,
    ]),
  }));
  return { series, stepSec: 60 };
}

const pageSize = 3;

function listMetrics(args: unknown): Result {
  const cursor = typeof args === 'object' && args !== null && 'cursor' in args ? Number(args.cursor) : 0;
  const all = ['go_threads', 'http_requests', 'node_load1', 'process_cpu', 'up'].map((name) => ({
    name,
    type: name === 'http_requests' ? 'counter' : 'gauge',
    meaning: `About ${name}, read with [secret]`,
    labels: ['instance', 'job'],
  }));
  const isMore = cursor + pageSize < all.length;
  return {
    ...usual,
    truncated: isMore,
    ...(isMore && { nextCursor: String(cursor + pageSize) }),
    cost: { scannedBytes: 12_345 },
    data: { metrics: all.slice(cursor, cursor + pageSize) },
  };
}

export function seedQuestions(at: (minutesAgo: number) => string): QuestionView[] {
  const person = { type: 'person', id: 'person-member', name: 'Chen Wei' } as const;
  const token = { type: 'token', id: 'tok-read', name: 'nightly-report' } as const;
  const answered = { arguments_digest: `${'3f9a'.repeat(16)}`, instance: 'agent-primary' };
  const rest = Array.from({ length: 60 }, (_, index): QuestionView => ({
    ...answered,
    id: `q-${index}`,
    at: at(60 * (index + 2)),
    by: token,
    via: 'api',
    operation: 'metrics.query',
    access: 'read',
    source: 'grafana',
    outcome: 'ok',
    duration_ms: 200 + index,
    upstream_calls: 1,
    rows: 3,
  }));
  return [
    {
      ...answered,
      id: 'q-write',
      at: at(3),
      by: { type: 'person', id: 'person-owner', name: 'Ana Lima' },
      via: 'page',
      operation: 'chat.postMessage',
      access: 'write',
      source: 'slack',
      outcome: 'unknown',
    },
    {
      id: 'q-refused',
      at: at(9),
      by: person,
      via: 'page',
      operation: 'tickets.create',
      access: 'write',
      outcome: 'role_required',
      duration_ms: 2,
    },
    ...rest,
  ];
}
