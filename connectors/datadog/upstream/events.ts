import { z } from 'zod';
import { answerJson, type DescribedRoute } from '../../../test/contract/described-upstream.ts';
import { bothKeys, id, time } from './shared.ts';

const filter = z.strictObject({
  from: time,
  to: time,
  query: z.string().min(1),
  indexes: z.array(z.string()).min(1).optional(),
});
const withoutIndexes = filter.omit({ indexes: true });
const page = z.strictObject({ limit: z.int().min(1).max(1000), cursor: z.string().optional() });
const sort = z.enum(['timestamp', '-timestamp']).optional();

const aggregation = z.enum([
  ...(['count', 'cardinality', 'pc75', 'pc90', 'pc95', 'pc98', 'pc99', 'sum', 'min', 'max', 'avg', 'median'] as const),
]);
const Aggregate = z.strictObject({
  filter,
  compute: z
    .array(
      z.strictObject({
        aggregation,
        metric: z.string().optional(),
        type: z.enum(['timeseries', 'total']),
        interval: z
          .string()
          .regex(/^\d+[smhd]$/u)
          .optional(),
      }),
    )
    .min(1),
  group_by: z.array(
    z.strictObject({
      facet: z.string(),
      limit: z.int().min(1),
      sort: z.strictObject({
        type: z.literal('measure'),
        order: z.enum(['asc', 'desc']),
        aggregation,
        metric: z.string().optional(),
      }),
    }),
  ),
  options: z.strictObject({ timezone: z.string() }),
});
type Aggregate = z.infer<typeof Aggregate>;

const meta = z.strictObject({
  elapsed: z.int(),
  request_id: z.string(),
  status: z.enum(['done', 'timeout']),
  page: z.strictObject({ after: z.string() }).optional(),
  warnings: z.array(z.strictObject({ code: z.string(), title: z.string(), detail: z.string() })).optional(),
});
const done = {
  elapsed: 132,
  request_id: 'MWlFUjVaWGZTTTZPYzM0VXp1OXU2d3xLSVpEMjZKQ0VKUTI0dEYtM3RSOFVR',
  status: 'done',
};
const fields = z.record(z.string(), z.unknown());
const tags = z.array(z.string());

/** One page of events, and where the next begins: two events match everything, none matches `nothing`. */
function pageOf<Event>(
  events: readonly Event[],
  { text, limit, cursor }: { text: string; limit: number; cursor: string | undefined },
): { data: readonly Event[]; meta: object } {
  const at = cursor === undefined ? 0 : Number(cursor.slice('after-'.length));
  const all = text.includes('nothing') ? [] : events;
  const isMore = at + limit < all.length;
  return {
    data: all.slice(at, at + limit),
    meta: { ...done, ...(isMore && { page: { after: `after-${at + limit}` } }) },
  };
}

const logs = [1, 2].map((second) => ({
  id: `AwAAAY${second}`,
  type: 'log',
  attributes: {
    timestamp: `2026-11-20T10:00:0${second}.000Z`,
    message: 'payment refused',
    status: 'error',
    service: 'shop',
    host: 'i-0123',
    tags: ['env:prod', 'team:checkout', 'team:web'],
    attributes: { dd: { trace_id: '4242', span_id: '17' }, http: { status_code: 502 }, retry: false, empty: null },
  },
}));

const spans = [
  { span_id: '17', parent_id: '0', resource_name: 'POST /pay', trace_id: '4242' },
  { span_id: '18', parent_id: '17', resource_name: 'SELECT orders', trace_id: '4242' },
].map((span) => ({
  id: `AQAA${span.span_id}`,
  type: 'spans',
  attributes: {
    ...span,
    service: 'shop',
    env: 'prod',
    host: 'i-0123',
    type: 'web',
    start_timestamp: '2026-11-20T10:00:01.000Z',
    end_timestamp: '2026-11-20T10:00:01.250Z',
    ingestion_reason: 'rule',
    retained_by: 'retention_filter',
    single_span: false,
    resource_hash: 'a12345678b91c23d',
    tags: ['team:checkout'],
    attributes: {
      'span.kind': 'server',
      http: { method: 'POST', request: { headers: { authorization: 'Bearer x' } } },
    },
    custom: { duration: 250_400_000, error: { message: 'card declined', type: 'Declined' } },
  },
}));

const rumEvents = [1, 2].map((second) => ({
  id: `AwAAAZ${second}`,
  type: 'rum',
  attributes: {
    timestamp: `2026-11-20T10:00:0${second}.000Z`,
    service: 'web-shop',
    tags: ['env:prod'],
    attributes: {
      type: 'view',
      application: { id, name: 'Shop' },
      view: { url: 'https://shop.example/pay?token=abc#step', url_path: '/pay', url_query: { token: 'abc' } },
    },
  },
}));

/** Two buckets for each question; with steps, two steps each. */
function bucketsOf({ compute, group_by: groups, filter: { query, from } }: Aggregate) {
  if (query.includes('nothing')) return [];
  const computes = Object.fromEntries(
    compute.map(({ type }, at) => [
      `c${at}`,
      type === 'total'
        ? 19 + at
        : [0, 60_000].map((ms) => ({ time: new Date(Date.parse(from) + ms).toISOString(), value: 19 + at })),
    ]),
  );
  return (groups.length === 0 ? [''] : ['first', 'second']).map((name) => ({
    by: Object.fromEntries(groups.map(({ facet }) => [facet, name])),
    computes,
  }));
}

const Computed = z.union([
  z.number(),
  z.string(),
  z.array(z.strictObject({ time: z.string(), value: z.number().optional() })),
]);
const Bucket = z.strictObject({ by: z.record(z.string(), z.unknown()), computes: z.record(z.string(), Computed) });
const Buckets = z.strictObject({ data: z.strictObject({ buckets: z.array(Bucket) }), meta });
/** The description of the vendor has `compute` and `computes`; the interface answers the first. */
const SpanBucket = Bucket.omit({ computes: true }).extend({ compute: Bucket.shape.computes });

const Search = z.strictObject({ filter, sort, page });
const RumSearch = z.strictObject({ filter: withoutIndexes, sort, page });
const SpanSearch = z.strictObject({
  data: z.strictObject({ type: z.literal('search_request'), attributes: RumSearch }),
});
const PlainAggregate = Aggregate.extend({ filter: withoutIndexes });
const SpanAggregate = z.strictObject({
  data: z.strictObject({ type: z.literal('aggregate_request'), attributes: PlainAggregate }),
});

const questionOf = ({ filter: { query }, page: { limit, cursor } }: z.infer<typeof RumSearch>) => ({
  text: query,
  limit,
  cursor,
});

export const eventsRoutes: readonly DescribedRoute[] = [
  {
    call: 'POST /api/v2/logs/events/search',
    headers: bothKeys,
    json: Search.partial({ sort: true }),
    answers: z.strictObject({
      data: z.array(
        z.strictObject({
          id: z.string(),
          type: z.literal('log'),
          attributes: z.strictObject({
            timestamp: time,
            message: z.string(),
            status: z.string(),
            service: z.string(),
            host: z.string(),
            tags,
            attributes: fields,
          }),
        }),
      ),
      meta,
    }),
    reply: ({ json }) => answerJson(pageOf(logs, questionOf(Search.parse(json)))),
  },
  {
    call: 'POST /api/v2/logs/analytics/aggregate',
    headers: bothKeys,
    json: Aggregate,
    answers: Buckets,
    reply: ({ json }) => answerJson({ data: { buckets: bucketsOf(Aggregate.parse(json)) }, meta: done }),
  },
  {
    call: 'POST /api/v2/spans/events/search',
    headers: bothKeys,
    json: SpanSearch,
    answers: z.strictObject({
      data: z.array(
        z.strictObject({
          id: z.string(),
          type: z.literal('spans'),
          attributes: z.strictObject({
            span_id: z.string(),
            parent_id: z.string(),
            trace_id: z.string(),
            resource_name: z.string(),
            resource_hash: z.string(),
            service: z.string(),
            env: z.string(),
            host: z.string(),
            type: z.string(),
            start_timestamp: time,
            end_timestamp: time,
            ingestion_reason: z.string(),
            retained_by: z.string(),
            single_span: z.boolean(),
            tags,
            attributes: fields,
            custom: fields,
          }),
        }),
      ),
      meta,
    }),
    reply: ({ json }) => answerJson(pageOf(spans, questionOf(SpanSearch.parse(json).data.attributes))),
  },
  {
    call: 'POST /api/v2/spans/analytics/aggregate',
    headers: bothKeys,
    json: SpanAggregate,
    answers: z.strictObject({
      data: z.array(z.strictObject({ id: z.string(), type: z.literal('bucket'), attributes: SpanBucket })),
      meta: meta.omit({ page: true }),
    }),
    reply({ json }) {
      const buckets = bucketsOf(SpanAggregate.parse(json).data.attributes);
      return answerJson({
        data: buckets.map(({ by, computes }, at) => ({
          id: `b${at}`,
          type: 'bucket',
          attributes: { by, compute: computes },
        })),
        meta: done,
      });
    },
  },
  {
    call: 'GET /api/v2/rum/applications',
    headers: bothKeys,
    answers: z.strictObject({
      data: z.array(
        z.strictObject({
          id: z.string(),
          type: z.literal('rum_application'),
          attributes: z.strictObject({
            application_id: z.string(),
            name: z.string(),
            type: z.string(),
            org_id: z.int(),
            is_active: z.boolean(),
            hash: z.string(),
            created_at: z.int(),
            created_by_handle: z.string(),
            updated_at: z.int(),
            updated_by_handle: z.string(),
          }),
        }),
      ),
    }),
    reply: () =>
      answerJson({
        data: [
          {
            id,
            type: 'rum_application',
            attributes: {
              application_id: id,
              name: 'Shop',
              type: 'browser',
              org_id: 999,
              is_active: true,
              hash: 'bm90IGEgc2VjcmV0',
              created_at: 1_659_479_836_169,
              created_by_handle: 'ana@example.com',
              updated_at: 1_659_479_836_169,
              updated_by_handle: 'ana@example.com',
            },
          },
        ],
      }),
  },
  {
    call: 'POST /api/v2/rum/events/search',
    headers: bothKeys,
    json: RumSearch,
    answers: z.strictObject({
      data: z.array(
        z.strictObject({
          id: z.string(),
          type: z.literal('rum'),
          attributes: z.strictObject({ timestamp: time, service: z.string(), tags, attributes: fields }),
        }),
      ),
      meta,
    }),
    reply: ({ json }) => answerJson(pageOf(rumEvents, questionOf(RumSearch.parse(json)))),
  },
  {
    call: 'POST /api/v2/rum/analytics/aggregate',
    headers: bothKeys,
    json: PlainAggregate,
    answers: Buckets,
    reply: ({ json }) => answerJson({ data: { buckets: bucketsOf(PlainAggregate.parse(json)) }, meta: done }),
  },
];
