/** The Dashboard REST API as Amplitude documents it: queries that are computed over the days asked for, two saved charts, and dashboards as they are guessed. */
import { z } from 'zod';
import {
  answerJson,
  type DescribedCall,
  type DescribedRoute,
  describeUpstream,
} from '../../../test/contract/described-upstream.ts';
import type { FakeCall, Reply } from '../../../test/contract/fake-upstream.ts';

export interface FakeProject {
  /** Kinds of events it knows. */
  readonly events?: readonly string[];
  /** As Amplitude answers when nobody says that there are dashboards. */
  readonly hasDashboards?: boolean;
}

const dayMs = 86_400_000;

const text = z.string().min(1);
const operator = z.enum([
  'is',
  'is not',
  'contains',
  'does not contain',
  'less',
  'less or equal',
  'greater',
  'greater or equal',
]);
const builtIn =
  /^(?:version|country|city|region|DMA|language|platform|os|device|device_type|start_version|paying|userdata_cohort)$/u;
const userProperty = text.refine((key) => key.startsWith('gp:') || builtIn.test(key), 'is no property of users');

const inJson = <S extends z.ZodType>(schema: S) =>
  z.string().transform((value, context): z.infer<S> => {
    const parsed = schema.safeParse(JSON.parse(value));
    if (parsed.success) return parsed.data;
    context.addIssue({ code: 'custom', message: parsed.error.message });
    return z.NEVER;
  });

const filters = z.array(
  z.discriminatedUnion('subprop_type', [
    z.strictObject({
      subprop_type: z.literal('event'),
      subprop_key: text,
      subprop_op: operator,
      subprop_value: z.array(text).min(1),
    }),
    z.strictObject({
      subprop_type: z.literal('user'),
      subprop_key: userProperty,
      subprop_op: operator,
      subprop_value: z.array(text).min(1),
    }),
  ]),
);
const groups = z
  .array(
    z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('event'), value: text }),
      z.strictObject({ type: z.literal('user'), value: userProperty }),
    ]),
  )
  .min(1)
  .max(2);
const Event = z.strictObject({ event_type: text, filters: filters.min(1).optional(), group_by: groups.optional() });
const event = inJson(Event);
const segment = inJson(
  z.array(z.strictObject({ prop: userProperty, op: operator, values: z.array(text).min(1) })).min(1),
);
const date = z.string().regex(/^\d{8}$/u);
const limit = z.coerce.number().int().min(1).max(1000);
const basic = z.looseObject({ authorization: z.string().regex(/^Basic [A-Za-z0-9+/]+=*$/u) });

const SeriesBody = z.strictObject({
  data: z.strictObject({
    series: z.array(z.array(z.number())),
    seriesLabels: z.array(z.union([z.string(), z.tuple([z.int(), z.string()])])),
    seriesCollapsed: z.array(z.tuple([z.strictObject({ value: z.number() })])),
    xValues: z.array(z.string()),
  }),
});
const Times = z.strictObject({
  series: z.array(z.array(z.number())),
  xValues: z.array(z.iso.date()),
  formattedXValues: z.array(z.string()),
});
const FunnelBody = z.strictObject({
  data: z.array(
    z.strictObject({
      meta: z.strictObject({ segmentIndex: z.int(), groupValue: z.string().optional() }),
      dayMedianTransTimes: Times,
      dayAvgTransTimes: Times,
      stepByStep: z.array(z.number()),
      medianTransTimes: z.array(z.number()),
      cumulative: z.array(z.number()),
      cumulativeRaw: z.array(z.int()),
      avgTransTimes: z.array(z.number()),
      dayFunnels: Times,
      events: z.array(z.string()),
    }),
  ),
});
const EventsBody = z.looseObject({
  data: z.array(
    z.strictObject({
      non_active: z.boolean(),
      value: z.string(),
      totals: z.int(),
      deleted: z.boolean(),
      flow_hidden: z.boolean(),
      hidden: z.boolean(),
      display: z.string(),
    }),
  ),
});

export function refuse(status: number, message: string): Reply {
  return { status, body: JSON.stringify({ error: { http_code: status, type: 'error', message, metadata: {} } }) };
}

function daysBetween(query: URLSearchParams): string[] {
  const at = (name: string): number =>
    Date.parse((query.get(name) ?? '').replace(/^(\d{4})(\d{2})(\d{2})$/u, '$1-$2-$3'));
  const days: string[] = [];
  for (let day = at('start'); day <= at('end'); day += dayMs) days.push(new Date(day).toISOString().slice(0, 10));
  return days;
}

function segmentation({ query }: DescribedCall): Reply {
  const events = [query.get('e'), query.get('e2')].flatMap((one) =>
    one === null ? [] : [Event.parse(JSON.parse(one))],
  );
  if (events.some(({ event_type: name }) => name === 'Unknown')) return refuse(400, 'Unknown event type');
  const isPropertyMetric = /^(?:sums|value_avg)$/u.test(query.get('m') ?? '');
  if (isPropertyMetric && events[0]?.group_by === undefined) return refuse(400, 'A group by is needed for this metric');
  const days = daysBetween(query);
  const xValues =
    query.get('i') === '-3600000'
      ? days.flatMap((day) => [...Array(24).keys()].map((hour) => `${day}T${String(hour).padStart(2, '0')}:00:00`))
      : days;
  const groupCount = events[0]?.group_by?.length ?? 0;
  const values = groupCount === 2 ? ['Brazil; iOS', 'Chile; a; b'] : ['Brazil', 'Chile'];
  const none = events[0]?.event_type === 'Silent';
  const labels = events.flatMap((_, at) =>
    (groupCount === 0 ? [''] : values.slice(0, Number(query.get('limit') ?? 100))).map((value): [number, string] => [
      at,
      value,
    ]),
  );
  const seriesLabels = none ? [] : labels;
  return answerJson({
    data: {
      series: seriesLabels.map(([at]) => xValues.map((_, nth) => (at + 1) * 10 + nth)),
      seriesLabels,
      seriesCollapsed: seriesLabels.map(() => [{ value: 77 }]),
      xValues,
    },
  });
}

function funnel({ query }: DescribedCall): Reply {
  const events = query.getAll('e').map((one) => Event.parse(JSON.parse(one)));
  if (events[0]?.event_type === 'Silent') return answerJson({ data: [] });
  const isGrouped = query.has('g') || events[0]?.group_by !== undefined;
  const groupValues = isGrouped ? ['Brazil', 'Chile'].slice(0, Number(query.get('limit') ?? 100)) : [undefined];
  const xValues = daysBetween(query);
  const times = { series: xValues.map(() => events.map(() => 1)), xValues, formattedXValues: xValues };
  return answerJson({
    data: groupValues.map((groupValue) => ({
      meta: { segmentIndex: 0, ...(groupValue !== undefined && { groupValue }) },
      dayMedianTransTimes: times,
      dayAvgTransTimes: times,
      stepByStep: events.map((_, at) => (at === 0 ? 1 : 0.5)),
      medianTransTimes: events.map((_, at) => at * 1500),
      cumulative: events.map((_, at) => 0.5 ** at),
      cumulativeRaw: events.map((_, at) => 1000 / 2 ** at),
      avgTransTimes: events.map((_, at) => at * 2500),
      dayFunnels: times,
      events: events.map(({ event_type: name }) => name),
    })),
  });
}

const charts: Readonly<Record<string, unknown>> = {
  // As saved charts tell their points.
  overtime: {
    series: [
      [
        { setId: 'a', value: 3 },
        { setId: 'b', value: 5 },
      ],
    ],
    seriesLabels: ['Brazil'],
    seriesCollapsed: [[{ setId: 'c', value: 8 }]],
    xValues: ['2026-11-01', '2026-11-02'],
  },
  byversion: { series: [[69_643, 47_419]], seriesLabels: ['version'], xValues: ['1.0', '(none)'] },
  retained: {
    series: [
      {
        dates: ['Aug 15', 'Aug 14'],
        values: {
          'Aug 14': [
            { count: 20, outof: 20, incomplete: false },
            { count: 9, outof: 20, incomplete: false },
          ],
          'Aug 15': [{ count: 30, outof: 30, incomplete: false }],
        },
        combined: [{ count: 50, outof: 50, retainedSetId: null, incomplete: false }],
      },
    ],
    seriesMeta: [{ segmentIndex: 0, eventIndex: 0 }],
  },
  empty: { series: [], seriesLabels: [], xValues: [] },
  funnel: [
    {
      meta: { segmentIndex: 0 },
      stepByStep: [1, 0.25],
      medianTransTimes: [0, 2000],
      cumulative: [1, 0.25],
      cumulativeRaw: [400, 100],
      avgTransTimes: [0, 3000],
      events: ['Search', 'Play'],
    },
  ],
};

const dashboard = {
  id: 'd1shop2',
  name: 'Shop',
  charts: [
    { id: 'overtime', name: 'Plays', type: 'eventsSegmentation' },
    { id: 'funnel', name: 'To play' },
  ],
};

function dashboardsOf(has: boolean): DescribedRoute[] {
  const Body = z.looseObject({ data: z.unknown() });
  const answer =
    (data: unknown): (() => Reply) =>
    () =>
      has ? answerJson({ data }) : refuse(404, 'Not found');
  return [
    { call: 'GET /api/3/dashboards', headers: basic, answers: Body, reply: answer([dashboard]) },
    { call: 'GET /api/3/dashboards/{dashboard_id}', headers: basic, answers: Body, reply: answer(dashboard) },
  ];
}

export function fakeAmplitude({ events = ['Play', 'Search'], hasDashboards = true }: FakeProject = {}): (
  call: FakeCall,
) => Reply | undefined {
  return describeUpstream([
    {
      call: 'GET /api/2/events/list',
      headers: basic,
      answers: EventsBody,
      reply: () =>
        answerJson({
          data: events.map((value) => ({
            non_active: false,
            value,
            totals: 12,
            deleted: false,
            flow_hidden: false,
            hidden: false,
            display: value,
          })),
        }),
    },
    {
      call: 'GET /api/2/events/segmentation',
      headers: basic,
      query: z.strictObject({
        e: event,
        e2: event.optional(),
        start: date,
        end: date,
        s: segment.optional(),
        limit: limit.optional(),
        m: z.enum(['uniques', 'totals', 'pct_dau', 'average', 'sums', 'value_avg']).optional(),
        i: z.enum(['-300000', '-3600000', '1', '7', '30']).optional(),
      }),
      answers: SeriesBody,
      reply: segmentation,
    },
    {
      call: 'GET /api/2/funnels',
      headers: basic,
      query: z.strictObject({
        e: z.array(event).min(2),
        start: date,
        end: date,
        s: segment.optional(),
        g: userProperty.optional(),
        limit: limit.optional(),
        mode: z.enum(['ordered', 'unordered', 'sequential']).optional(),
        n: z.enum(['new', 'active']).optional(),
        cs: z.coerce.number().int().min(1).optional(),
      }),
      answers: FunnelBody,
      reply: funnel,
    },
    {
      call: 'GET /api/3/chart/{chart_id}/query',
      headers: basic,
      answers: z.looseObject({ data: z.unknown() }),
      reply: ({ parts }) => {
        const data = charts[parts['chart_id'] ?? ''];
        return data === undefined ? refuse(400, 'Bad request') : answerJson({ data });
      },
    },
    ...dashboardsOf(hasDashboards),
  ]);
}
