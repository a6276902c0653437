import { z } from 'zod';
import { answerJson, type DescribedRoute } from '../../../test/contract/described-upstream.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';
import { bothKeys, refuse, text, time, whole } from './shared.ts';

const State = z.enum(['Alert', 'Ignored', 'No Data', 'OK', 'Skipped', 'Unknown', 'Warn']);
const Creator = z.strictObject({ name: z.string().nullable(), handle: z.string(), email: z.string() });

const Monitor = z.strictObject({
  id: z.int(),
  name: z.string(),
  type: z.string(),
  query: z.string(),
  message: z.string(),
  overall_state: State,
  draft_status: z.enum(['draft', 'published']),
  priority: z.int().nullable(),
  tags: z.array(z.string()),
  multi: z.boolean(),
  created: time,
  modified: time,
  deleted: time.nullable(),
  creator: Creator,
  restricted_roles: z.array(z.string()).nullable(),
  matching_downtimes: z.array(
    z.strictObject({ id: z.int(), scope: z.array(z.string()), start: z.int(), end: z.int().nullable() }),
  ),
  options: z.strictObject({
    thresholds: z.record(z.string(), z.number().nullable()),
    no_data_timeframe: z.int().nullable(),
    evaluation_delay: z.int().nullable(),
    renotify_interval: z.int().nullable(),
    notify_no_data: z.boolean(),
    silenced: z.record(z.string(), z.int().nullable()),
  }),
  state: z
    .strictObject({
      groups: z.record(
        z.string(),
        z.strictObject({
          name: z.string(),
          status: State,
          last_triggered_ts: z.int(),
          last_resolved_ts: z.int(),
          last_notified_ts: z.int(),
          last_nodata_ts: z.int(),
        }),
      ),
    })
    .optional(),
});
export type DatadogMonitor = z.infer<typeof Monitor>;

export function monitor(id: number, changed: Partial<DatadogMonitor> = {}): DatadogMonitor {
  return {
    id,
    name: `Shop errors ${id}`,
    type: 'query alert',
    query: 'sum(last_5m):sum:shop.errors{env:prod}.as_count() > 10',
    message: 'Too many errors. @slack-shop-alerts @ana@example.com',
    overall_state: 'Alert',
    draft_status: 'published',
    priority: 2,
    tags: ['team:checkout', 'env:prod'],
    multi: true,
    created: '2026-01-01T00:00:00.000000+00:00',
    modified: '2026-02-01T00:00:00.000000+00:00',
    deleted: null,
    creator: { name: 'Ana', handle: 'ana@example.com', email: 'ana@example.com' },
    restricted_roles: null,
    matching_downtimes: [],
    options: {
      thresholds: { critical: 10, warning: 5, critical_recovery: null },
      no_data_timeframe: 10,
      evaluation_delay: 60,
      renotify_interval: 30,
      notify_no_data: true,
      silenced: {},
    },
    ...changed,
  };
}

export const monitors: readonly DatadogMonitor[] = [
  monitor(11),
  monitor(12, { name: 'Disk', overall_state: 'OK', tags: ['team:infra'] }),
  monitor(13, { overall_state: 'No Data' }),
];

const groups = {
  'host:a': {
    name: 'host:a',
    status: 'Alert' as const,
    last_triggered_ts: 1_763_000_000,
    last_resolved_ts: 0,
    last_notified_ts: 1_763_000_060,
    last_nodata_ts: 0,
  },
};

const Found = z.strictObject({
  id: z.int(),
  name: z.string(),
  type: z.string(),
  classification: z.string(),
  query: z.string(),
  status: State,
  tags: z.array(z.string()),
  scopes: z.array(z.string()),
  metrics: z.array(z.string()),
  org_id: z.int(),
  last_triggered_ts: z.int().nullable(),
  creator: Creator,
  notifications: z.array(z.strictObject({ handle: z.string(), name: z.string() })),
});

const found = monitors.map(({ id, name, type, query, overall_state: status, tags, creator }) => ({
  id,
  name,
  type,
  query,
  status,
  tags,
  creator,
  classification: 'metric',
  scopes: ['env:prod'],
  metrics: ['shop.errors'],
  org_id: 999,
  last_triggered_ts: 1_763_000_000,
  notifications: [{ handle: 'slack-shop-alerts', name: 'shop-alerts' }],
}));

export const monitorsRoutes: readonly DescribedRoute[] = [
  {
    call: 'GET /api/v1/monitor',
    headers: bothKeys,
    query: z.strictObject({
      id_offset: whole(0).optional(),
      page: whole(0).optional(),
      page_size: whole(1, 1000),
      with_downtimes: z.enum(['true', 'false']).optional(),
      name: z.string().optional(),
      monitor_tags: z.string().optional(),
    }),
    answers: z.array(Monitor),
    reply({ query }) {
      const tags = query.get('monitor_tags')?.split(',') ?? [];
      return answerJson(
        monitors
          .filter((one) => one.id > Number(query.get('id_offset') ?? 0))
          .filter((one) => one.name.includes(query.get('name') ?? '') && tags.every((tag) => one.tags.includes(tag)))
          .slice(0, Number(query.get('page_size'))),
      );
    },
  },
  {
    call: 'GET /api/v1/monitor/search',
    headers: bothKeys,
    query: z.strictObject({ query: z.string().min(1), page: whole(0), per_page: whole(1) }),
    answers: z.strictObject({
      monitors: z.array(Found),
      metadata: z.strictObject({ page: z.int(), page_count: z.int(), per_page: z.int(), total_count: z.int() }),
    }),
    reply({ query }) {
      const [page, size] = [Number(query.get('page')), Number(query.get('per_page'))];
      const all = query.get('query') === 'nothing' ? [] : found;
      return answerJson({
        monitors: all.slice(page * size, (page + 1) * size),
        metadata: { page, page_count: Math.ceil(all.length / size), per_page: size, total_count: all.length },
      });
    },
  },
  {
    call: 'GET /api/v1/monitor/{monitor_id}',
    headers: bothKeys,
    query: z.strictObject({ group_states: z.literal('all'), with_downtimes: z.literal('true') }),
    answers: Monitor,
    reply({ parts }) {
      const one = monitors.find(({ id }) => String(id) === parts['monitor_id']);
      if (one === undefined) return refuse(404, 'Monitor not found');
      return answerJson({
        ...one,
        state: { groups },
        matching_downtimes: [{ id: 5, scope: ['env:prod'], start: 1_763_000_000, end: null }],
      });
    },
  },
];

export const monitorsQuestions = {
  'monitors.list': [
    { limit: 1 },
    { query: text('status:alert'), limit: 1 },
    { namePrefix: 'Shop', states: ['alert'], labels: [{ key: 'env', value: 'prod' }, { key: 'team' }] },
    { query: text('nothing') },
  ],
  'monitors.get': [{ id: '11' }],
} satisfies Exemplar['questions'];
