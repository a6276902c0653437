/** Numbers over time. Query languages are not unified: a query says its dialect, and a connector says which it speaks. */
import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Window } from './window.ts';

/** More would be cut by every system that answers, so a question that needs more is refused before it is asked. */
export const maxPointsPerSeries = 11_000;

export const MetricsQuery = z.discriminatedUnion('dialect', [
  z.strictObject({ dialect: z.literal('promql'), text: z.string().trim().min(1).max(10_000) }),
]);
export type MetricsQuery = z.infer<typeof MetricsQuery>;

const Selector = z.string().trim().min(1).max(2000).describe('Series selector, such as {job="api"} or up');
const Selectors = z.array(Selector).min(1).max(10);
const Cursor = z.string().max(2000).describe('nextCursor of the answer before, with the same other arguments');

/** JSON has no spelling for the three values that are not finite, so they are words. */
const Value = z.union([z.number(), z.enum(['NaN', '+Inf', '-Inf'])]);

export const Series = z.strictObject({
  labels: z.record(z.string(), z.string()),
  unit: z.string().optional(),
  points: z.array(z.tuple([z.number(), Value])).describe('[seconds since the epoch, value], oldest first'),
});
export type Series = z.infer<typeof Series>;

export const metricsQuery = defineOperation({
  name: 'metrics.query',
  access: 'read',
  summary: 'Values of a metric query over a window, or its present value when no window is given.',
  arguments: z.strictObject({
    query: MetricsQuery,
    window: Window.optional(),
    stepSec: z
      .int()
      .min(1)
      .max(86_400)
      .optional()
      .describe('Seconds between points; chosen to fit the window if absent'),
    limit: z.int().min(1).max(1000).default(100).describe('Most series to return'),
  }),
  result: z.strictObject({
    series: z.array(Series),
    stepSec: z.int().optional(),
  }),
});

export const metricsList = defineOperation({
  name: 'metrics.list',
  access: 'read',
  summary: 'Names of the metrics that exist, with type, unit and meaning where known.',
  arguments: z.strictObject({
    match: Selectors.optional(),
    window: Window.optional(),
    limit: z.int().min(1).max(1000).default(1000),
    cursor: Cursor.optional(),
  }),
  result: z.strictObject({
    metrics: z.array(
      z.strictObject({
        name: z.string(),
        type: z.string().optional(),
        unit: z.string().optional(),
        meaning: z.string().optional(),
      }),
    ),
  }),
});

export const metricsListLabels = defineOperation({
  name: 'metrics.listLabels',
  access: 'read',
  summary: 'Labels of the series that match, each with values it takes.',
  arguments: z.strictObject({
    match: Selectors,
    window: Window.optional(),
    limit: z.int().min(1).max(1000).default(100).describe('Most values to return for each label'),
  }),
  result: z.strictObject({
    labels: z.array(
      z.strictObject({
        name: z.string(),
        values: z.array(z.string()),
        hasMore: z.boolean().describe('True when the label takes further values'),
      }),
    ),
    series: z.int().describe('Number of series that match'),
  }),
});
