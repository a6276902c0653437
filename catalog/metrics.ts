/** Numbers over time. Query languages are not unified: a query says its dialect, and a connector says which it speaks. */
import { z } from 'zod';
import { Cursor, limitUpTo, Region, stepOfPoints } from './common.ts';
import { MetricsQuery } from './metrics-dialects.ts';
import { defineOperation } from './operation.ts';
import { Window } from './window.ts';

/** More would be cut by every system that answers, so a question that needs more is refused before it is asked. */
export const maxPointsPerSeries = 11_000;

const Selector = z.string().trim().min(1).max(2000).describe('Series selector, such as {job="api"} or up');
const Selectors = z.array(Selector).min(1).max(10);

/** JSON has no spelling for the three values that are not finite, so they are words. */
const Value = z.union([z.number(), z.enum(['NaN', '+Inf', '-Inf'])]);

export const Series = z.strictObject({
  query: z.string().optional().describe('Id of the query or formula that gave it, when there are several'),
  name: z.string().optional().describe('Label that the system gave it, beside its labels'),
  labels: z.record(z.string(), z.string()),
  unit: z.string().optional(),
  points: z.array(z.tuple([z.number(), Value])).describe('[seconds since the epoch, value], oldest first'),
});
export type Series = z.infer<typeof Series>;

export const metricsQuery = defineOperation({
  name: 'metrics.query',
  access: 'read',
  summary: 'Values of a metric query over a window, or its present value when no window is given.',
  arguments: () =>
    z
      .strictObject({
        query: MetricsQuery,
        window: Window.optional().describe('May be left out with promql only, for the present value'),
        region: Region.optional(),
        stepSec: stepOfPoints,
        limit: z.int().min(1).max(1000).default(100).describe('Most series to return'),
      })
      .refine(({ query, window }) => query.dialect === 'promql' || window !== undefined, {
        path: ['window'],
        message: 'must be given: this query language has no present value',
      })
      .refine(({ query, region }) => query.dialect === 'cloudwatch' || region === undefined, {
        path: ['region'],
        message: 'must be left out: the systems of this query language have no regions',
      }),
  result: () =>
    z.strictObject({
      region: z.string().optional().describe('Region that was read, where the system has regions'),
      series: z.array(Series),
      stepSec: z.int().optional(),
    }),
});

export const metricsList = defineOperation({
  name: 'metrics.list',
  access: 'read',
  summary: 'Names of the metrics that exist, with type, unit and meaning where known.',
  arguments: () =>
    z
      .strictObject({
        prefix: z.string().min(1).max(200).optional().describe('Only names that begin so'),
        match: Selectors.optional().describe('Only metrics of these series, for a system that selects by series'),
        tagFilter: z
          .string()
          .trim()
          .min(1)
          .max(2000)
          .optional()
          .describe(
            'Only metrics with these tags, such as env:prod AND service:api, for a system that selects by tags',
          ),
        window: Window.optional(),
        limit: z.int().min(1).max(1000).default(1000),
        cursor: Cursor.optional(),
      })
      .refine(({ match, tagFilter }) => match === undefined || tagFilter === undefined, {
        path: ['tagFilter'],
        message: 'must not stand beside match: a system selects by one or the other',
      }),
  result: () =>
    z.strictObject({
      metrics: z.array(
        z.strictObject({
          name: z.string(),
          type: z.string().optional(),
          unit: z.string().optional(),
          meaning: z.string().optional(),
          labels: z.array(z.string()).optional().describe('Names of its labels, where the list tells them'),
        }),
      ),
    }),
});

export const metricsListLabels = defineOperation({
  name: 'metrics.listLabels',
  access: 'read',
  summary: 'Labels of the series that match, each with values it takes.',
  arguments: () =>
    z.strictObject({
      match: Selectors,
      window: Window.optional(),
      limit: z.int().min(1).max(1000).default(100).describe('Most values to return for each label'),
    }),
  result: () =>
    z.strictObject({
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

export const metricsListTags = defineOperation({
  name: 'metrics.listTags',
  access: 'read',
  summary: 'Tags of one metric, each with values it takes.',
  arguments: () =>
    z.strictObject({
      metric: z
        .string()
        .max(200)
        .regex(/^[A-Za-z][\w.]*$/u, 'must be the name of a metric: letters, digits, underscores and dots'),
      window: Window.optional(),
      limit: limitUpTo(1000).describe('Most values to return for each tag'),
    }),
  result: () =>
    z.strictObject({
      tags: z.array(
        z.strictObject({
          key: z.string(),
          values: z.array(z.string()).describe('Empty for a tag without values'),
          isQueryable: z.boolean().describe('False for a tag that is sent but not kept for queries'),
          hasMore: z.boolean().describe('True when the tag takes further values'),
        }),
      ),
    }),
});

export const metricsOperations = [metricsList, metricsListLabels, metricsListTags, metricsQuery] as const;
