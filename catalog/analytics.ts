/**
 * What users did in a product. Days and hours are those of the project's own time zone, which the systems that answer
 * do not report, so they are local times and never instants.
 */
import { z } from 'zod';
import { Identifier, limitUpTo } from './common.ts';
import { defineOperation } from './operation.ts';
import { Window } from './window.ts';

const Property = z.strictObject({
  of: z.enum(['event', 'user']),
  name: Identifier.max(256),
});

const Filter = z.strictObject({
  property: Property,
  operator: z.enum([
    'is',
    'is_not',
    'contains',
    'does_not_contain',
    'less',
    'less_or_equal',
    'greater',
    'greater_or_equal',
  ]),
  values: z.array(z.string().min(1).max(500)).min(1).max(50).describe('Any one of them suffices'),
});

const Event = z.strictObject({
  name: Identifier.max(256).describe('Name of the event as it is sent'),
  filters: z.array(Filter).min(1).max(10).optional().describe('All of which an event must pass'),
});

const UserFilters = z
  .array(Filter)
  .min(1)
  .max(10)
  .refine((filters) => filters.every(({ property }) => property.of === 'user'), 'must be about properties of the user')
  .describe('Only users that pass all of them');

const Interval = z.enum(['hour', 'day', 'week', 'month']);

/** A date, or a time where the interval is shorter than a day; without offset, see above. */
const LocalTime = z
  .union([z.iso.date(), z.iso.datetime({ local: true })])
  .describe('Date or time in the time zone of the project');

const Days = z
  .strictObject({ first: z.iso.date(), last: z.iso.date() })
  .describe('Days that were read: the window, widened to whole days of the project');

const ofProperty = new Set(['property_sum', 'property_average']);

const Series = z.strictObject({
  event: z.string().optional(),
  group: z.array(z.string()).describe('Values of the properties in groupBy, in its order'),
  points: z.array(z.strictObject({ at: LocalTime, value: z.number() })).describe('Oldest first'),
  total: z.number().optional().describe('Over the whole window, where it is not the sum of the points'),
});

export const analyticsQuerySegmentation = defineOperation({
  name: 'analytics.querySegmentation',
  access: 'read',
  summary: 'How often one or two events happened over time, or how many users did them, by property.',
  arguments: () =>
    z
      .strictObject({
        events: z.array(Event).min(1).max(2),
        window: Window,
        metric: z
          .enum(['uniques', 'totals', 'active_percent', 'average', 'property_sum', 'property_average'])
          .default('uniques')
          .describe('uniques: users; totals: events; average: events for each user'),
        interval: Interval.default('day'),
        groupBy: z.array(Property).min(1).max(2).optional(),
        users: UserFilters.optional(),
        limit: limitUpTo(1000).describe('Most groups to return'),
      })
      .refine(({ metric, groupBy }) => !ofProperty.has(metric) || groupBy?.[0]?.of === 'event', {
        path: ['groupBy'],
        message: 'must begin with the property of the event that this metric is of',
      }),
  result: () => z.strictObject({ days: Days, series: z.array(Series) }),
});

const Steps = z.array(
  z.strictObject({
    event: z.string(),
    users: z.int().describe('That reached this step'),
    ofFirst: z.number().describe('Share of the first step, from 0 to 1'),
    ofPrevious: z.number().describe('Share of the step before, from 0 to 1'),
    medianSec: z.number().optional().describe('From the step before'),
    averageSec: z.number().optional().describe('From the step before'),
  }),
);

const Funnel = z.strictObject({
  group: z.string().optional().describe('Value of the property in groupBy'),
  steps: Steps,
});

export const analyticsQueryFunnel = defineOperation({
  name: 'analytics.queryFunnel',
  access: 'read',
  summary: 'How many users went through a row of events, step by step.',
  arguments: () =>
    z.strictObject({
      events: z.array(Event).min(2).max(10),
      window: Window,
      mode: z
        .enum(['ordered', 'unordered', 'sequential'])
        .default('ordered')
        .describe('ordered: other events may come between; sequential: none may'),
      newUsersOnly: z.boolean().default(false),
      conversionSec: z
        .int()
        .min(1)
        .max(366 * 86_400)
        .default(30 * 86_400)
        .describe('Most seconds from the first step to the last'),
      groupBy: Property.optional(),
      users: UserFilters.optional(),
      limit: limitUpTo(1000).describe('Most groups to return'),
    }),
  result: () => z.strictObject({ days: Days, funnels: z.array(Funnel) }),
});

const ChartId = z.string().regex(/^[A-Za-z0-9]{4,32}$/u, 'must be the id of a chart, as its address ends with');

export const analyticsGetChart = defineOperation({
  name: 'analytics.getChart',
  access: 'read',
  summary: 'Figures of a saved chart, as it is defined now.',
  arguments: () => z.strictObject({ chartId: ChartId }),
  result: () =>
    z.discriminatedUnion('form', [
      z.strictObject({ form: z.literal('series'), series: z.array(Series) }),
      z.strictObject({ form: z.literal('funnel'), funnels: z.array(Funnel) }),
      z.strictObject({
        form: z.literal('table'),
        columns: z.array(z.string()),
        rows: z.array(z.array(z.union([z.string(), z.number()]))).describe('As long as columns'),
      }),
    ]),
});

export const analyticsGetDashboard = defineOperation({
  name: 'analytics.getDashboard',
  access: 'read',
  summary: 'Saved dashboards, or one of them, with the charts they hold.',
  arguments: () =>
    z.strictObject({
      dashboardId: z
        .string()
        .regex(/^[A-Za-z0-9]{4,32}$/u, 'must be the id of a dashboard, as its address ends with')
        .optional(),
    }),
  result: () =>
    z.strictObject({
      dashboards: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          charts: z.array(z.strictObject({ id: z.string(), name: z.string(), type: z.string().optional() })),
        }),
      ),
    }),
});

export const analyticsOperations = [
  analyticsGetChart,
  analyticsGetDashboard,
  analyticsQueryFunnel,
  analyticsQuerySegmentation,
] as const;
