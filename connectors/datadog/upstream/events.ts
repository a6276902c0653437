/** What logs, spans and front-end events have in common: their searches, their figures, and the questions about them. */
import { z } from 'zod';
import { text, time, window } from './shared.ts';

export const filter = z.strictObject({
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
export const Aggregate = z.strictObject({
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

export const meta = z.strictObject({
  elapsed: z.int(),
  request_id: z.string(),
  status: z.enum(['done', 'timeout']),
  page: z.strictObject({ after: z.string() }).optional(),
  warnings: z.array(z.strictObject({ code: z.string(), title: z.string(), detail: z.string() })).optional(),
});
export const done = {
  elapsed: 132,
  request_id: 'MWlFUjVaWGZTTTZPYzM0VXp1OXU2d3xLSVpEMjZKQ0VKUTI0dEYtM3RSOFVR',
  status: 'done',
};
export const fields = z.record(z.string(), z.unknown());
export const tags = z.array(z.string());

/** One page of events, and where the next begins: two events match everything, none matches `nothing`. */
export function pageOf<Event>(
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

/** Two buckets for each question; with steps, two steps each. */
export function bucketsOf({ compute, group_by: groups, filter: { query, from } }: Aggregate) {
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
export const Bucket = z.strictObject({
  by: z.record(z.string(), z.unknown()),
  computes: z.record(z.string(), Computed),
});
export const Buckets = z.strictObject({ data: z.strictObject({ buckets: z.array(Bucket) }), meta });

export const PlainSearch = z.strictObject({ filter: withoutIndexes, sort, page });

export const PlainAggregate = Aggregate.extend({ filter: withoutIndexes });

export const questionOf = ({ filter: { query }, page: { limit, cursor } }: z.infer<typeof PlainSearch>) => ({
  text: query,
  limit,
  cursor,
});

export const eventQuestions = [
  { query: text('service:shop'), window, limit: 1 },
  { query: text('*'), window, order: 'oldest_first' },
  { query: text('nothing'), window },
];
export const figureQuestions = [
  { query: { ...text('*'), compute: [{ aggregation: 'count' }] }, window },
  {
    query: {
      ...text('*'),
      compute: [
        { aggregation: 'p95', field: '@duration' },
        { aggregation: 'distinct', field: 'host' },
      ],
      groupBy: [{ field: 'service', limit: 5 }],
    },
    window,
    stepSec: 300,
  },
  { query: { ...text('nothing'), compute: [{ aggregation: 'count' }] }, window },
];
