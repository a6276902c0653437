/** The languages of metric queries, each in the form its systems take it. None is translated into another. */
import { z } from 'zod';

const Promql = z.strictObject({ dialect: z.literal('promql'), text: z.string().trim().min(1).max(10_000) });

const Datadog = z.strictObject({
  dialect: z.literal('datadog'),
  queries: z
    .array(z.string().trim().min(1).max(10_000))
    .min(1)
    .max(26)
    .describe('Queries, named a, b, c and so on in this order'),
  formulas: z
    .array(z.string().trim().min(1).max(1000))
    .min(1)
    .max(26)
    .optional()
    .describe('Arithmetic over the queries by their names; the queries themselves if absent'),
});

const QueryId = z
  .string()
  .max(255)
  .regex(/^[a-z]\w*$/u, 'must begin with a lower-case letter and hold letters, digits and underscores only');

const CommonToCloudwatch = {
  id: QueryId,
  label: z.string().min(1).max(1024).optional(),
  isReturned: z.boolean().default(true).describe('False for what is only an operand of an expression'),
  accountId: z
    .string()
    .regex(/^\d{12}$/u, 'must be an account of twelve digits')
    .optional(),
};

const CloudwatchMetric = z.strictObject({
  ...CommonToCloudwatch,
  metric: z.strictObject({
    namespace: z.string().min(1).max(255).regex(/^[^:]/u, 'must not begin with a colon'),
    name: z.string().min(1).max(255),
    dimensions: z
      .record(z.string().min(1).max(255), z.string().min(1).max(1024))
      .refine((dimensions) => Object.keys(dimensions).length <= 30, 'must name at most 30 dimensions')
      .optional(),
    statistic: z
      .string()
      .max(100)
      .regex(/^[A-Za-z]+(?:\d+(?:\.\d+)?|\([\d.%:]+\))?$/u, 'must be a statistic such as Average or p99.9'),
    unit: z.string().min(1).max(30).optional(),
  }),
});

const CloudwatchExpression = z.strictObject({
  ...CommonToCloudwatch,
  expression: z.string().trim().min(1).max(2048).describe('Metric math, a search or a metrics query'),
});

/** One request of the vendor takes 500 queries (GetMetricData, seen 2026-11). */
const Cloudwatch = z.strictObject({
  dialect: z.literal('cloudwatch'),
  queries: z
    .array(z.union([CloudwatchMetric, CloudwatchExpression]))
    .min(1)
    .max(500)
    .refine((queries) => new Set(queries.map(({ id }) => id)).size === queries.length, 'must have an id each')
    .refine((queries) => queries.some(({ isReturned }) => isReturned), 'must return at least one of them'),
});

/** An aligner makes series comparable, and only series that are can be reduced to fewer. */
const Aggregation = z
  .strictObject({
    alignmentSec: z
      .int()
      .min(60)
      .max(104 * 604_800)
      .optional()
      .describe('Width of an aligned point; stepSec if absent'),
    aligner: z
      .string()
      .max(60)
      .regex(/^ALIGN_[A-Z0-9_]+$/u, 'must begin with ALIGN_'),
    reducer: z
      .string()
      .max(60)
      .regex(/^REDUCE_[A-Z0-9_]+$/u, 'must begin with REDUCE_')
      .optional(),
    groupBy: z.array(z.string().min(1).max(200)).min(1).max(20).optional(),
  })
  .refine(({ aligner, reducer }) => aligner !== 'ALIGN_NONE' || reducer === undefined || reducer === 'REDUCE_NONE', {
    path: ['aligner'],
    message: 'must align the series when a reducer is given',
  })
  .refine(({ reducer, groupBy }) => groupBy === undefined || (reducer !== undefined && reducer !== 'REDUCE_NONE'), {
    path: ['groupBy'],
    message: 'must come with a reducer',
  });

const GcpFilter = z.strictObject({
  dialect: z.literal('gcp-filter'),
  filter: z.string().trim().min(1).max(10_000).describe('Monitoring filter that names one metric type'),
  aggregation: Aggregation.optional(),
});

export const MetricsQuery = z.discriminatedUnion('dialect', [Promql, Datadog, Cloudwatch, GcpFilter]);
