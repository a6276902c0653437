/**
 * Rules as Prometheus' documentation has them, https://prometheus.io/docs/prometheus/latest/querying/api/#rules,
 * and alerts as the Alertmanager's own description (api/v2/openapi.yaml) has them.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { answerJson, type DescribedRoute } from '../../../test/contract/described-upstream.ts';
import { answerSuccess } from './metrics-upstream.ts';

const Labels = z.record(z.string(), z.string());
const Time = z.iso.datetime({ offset: true });

const Rule = z.strictObject({
  type: z.literal('alerting'),
  state: z.enum(['inactive', 'pending', 'firing']),
  name: z.string(),
  query: z.string(),
  duration: z.number(),
  keepFiringFor: z.number().optional(),
  labels: Labels,
  annotations: Labels,
  alerts: z.array(
    z.strictObject({
      labels: Labels,
      annotations: Labels,
      state: z.enum(['pending', 'firing']),
      activeAt: Time,
      value: z.string(),
    }),
  ),
  health: z.enum(['ok', 'err', 'unknown']),
  lastError: z.string().optional(),
  evaluationTime: z.number(),
  lastEvaluation: Time,
});
export const RulesAnswer = z.strictObject({
  status: z.literal('success'),
  data: z.strictObject({
    groups: z.array(
      z.strictObject({
        name: z.string(),
        file: z.string(),
        rules: z.array(Rule),
        interval: z.number(),
        limit: z.int(),
        evaluationTime: z.number(),
        lastEvaluation: Time,
      }),
    ),
  }),
});

export const Alert = z.strictObject({
  labels: Labels,
  annotations: Labels,
  generatorURL: z.string().optional(),
  receivers: z.array(z.strictObject({ name: z.string() })),
  fingerprint: z.string(),
  startsAt: Time,
  updatedAt: Time,
  endsAt: Time,
  status: z.strictObject({
    state: z.enum(['unprocessed', 'active', 'suppressed']),
    silencedBy: z.array(z.string()),
    inhibitedBy: z.array(z.string()),
    mutedBy: z.array(z.string()),
  }),
});

const at = '2026-11-20T10:00:00.123Z';
const latency = { alertname: 'Latency', severity: 'page', service: 'checkout' };

const rule = (of: object) => ({
  state: 'inactive',
  query: 'latency_seconds > 1',
  duration: 300,
  labels: {},
  annotations: {},
  alerts: [],
  health: 'ok',
  evaluationTime: 0.001,
  lastEvaluation: at,
  type: 'alerting',
  ...of,
});

/** Four rules: one that fires, one that pends, one that is quiet, and one that cannot be evaluated. */
export const ruleGroups = [
  {
    name: 'slow',
    file: 'shop',
    interval: 60,
    limit: 0,
    evaluationTime: 0.01,
    lastEvaluation: at,
    rules: [
      rule({
        name: 'Latency',
        state: 'firing',
        labels: { severity: 'page' },
        annotations: { summary: 'Checkout is slow' },
        alerts: [{ labels: latency, annotations: {}, state: 'firing', activeAt: at, value: '1.5e+00' }],
      }),
      rule({
        name: 'Errors',
        state: 'pending',
        alerts: [{ labels: { alertname: 'Errors' }, annotations: {}, state: 'pending', activeAt: at, value: '3' }],
      }),
      rule({ name: 'Quiet' }),
      rule({ name: 'Broken', health: 'err', lastError: 'found duplicate series' }),
    ],
  },
];

const sent = (labels: Record<string, string>, state: 'active' | 'suppressed', silencedBy: string[]) => ({
  labels,
  annotations: { summary: `${labels['alertname']} of another ruler` },
  generatorURL: 'http://ruler.example/graph',
  receivers: [{ name: 'on-call' }],
  fingerprint: createHash('sha256').update(JSON.stringify(labels)).digest('hex').slice(0, 16),
  startsAt: at,
  updatedAt: at,
  endsAt: '2026-11-20T10:04:00.123Z',
  status: { state, silencedBy, inhibitedBy: [], mutedBy: [] },
});

/** One of a rule above, with a label of its own ruler, and one of no rule at all. */
export const sentAlerts = [
  sent({ ...latency, cluster: 'eu' }, 'suppressed', ['6f0d2a3e-0001-4b7c-9d6e-000000000001']),
  sent({ alertname: 'DiskFull', severity: 'ticket' }, 'active', []),
];

export const alertingRoutes: readonly DescribedRoute[] = [
  {
    call: 'GET /api/v1/rules',
    query: z.strictObject({ type: z.literal('alert') }),
    answers: RulesAnswer,
    reply: () => answerSuccess({ groups: ruleGroups }),
  },
  {
    call: 'GET /api/v2/alerts',
    query: z.strictObject({
      filter: z
        .string()
        .regex(/^\w+="[^"]*"$/u)
        .optional(),
    }),
    answers: z.array(Alert),
    reply: ({ query }) => answerJson(query.has('filter') ? [] : sentAlerts),
  },
];
