/** The languages of log queries: those that find lines, and those that count over them. None is translated into another. */
import { z } from 'zod';

const Text = z.string().trim().min(1).max(10_000);

/** Name or full identifier of a log group. */
const LogGroup = z
  .string()
  .max(2048)
  .regex(/^[\w#+=/:,.@-]+$/u, 'must be the name or the identifier of a log group');

const Indexes = z
  .array(z.string().min(1).max(100))
  .min(1)
  .max(20)
  .optional()
  .describe('Indexes to search; all of them if absent');

const LogGroupPattern = z.strictObject({
  dialect: z.literal('cloudwatch-filter'),
  source: LogGroup,
  streamPrefix: z
    .string()
    .max(512)
    .regex(/^[^:*]+$/u, 'must not contain colons or asterisks')
    .optional(),
  text: z.string().trim().max(1024).default('').describe('Filter pattern; every line if empty'),
});

export const LogQuery = z.discriminatedUnion('dialect', [
  z.strictObject({ dialect: z.literal('datadog'), text: Text.describe('Search; * for every line'), indexes: Indexes }),
  z.strictObject({ dialect: z.literal('logql'), text: Text.describe('Query of lines, beginning with a selector') }),
  LogGroupPattern,
  z.strictObject({
    dialect: z.literal('gcp-logging'),
    text: z.string().trim().max(20_000).default('').describe('Filter; every entry if empty'),
  }),
]);

const Field = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .describe('Attribute or tag as searches spell it, such as @duration or service');

/** What to work out over the events that a search finds; everything but a count is of a field. */
const Compute = z.discriminatedUnion('aggregation', [
  z.strictObject({ aggregation: z.literal('count') }),
  z.strictObject({
    aggregation: z.enum(['distinct', 'sum', 'min', 'max', 'avg', 'median', 'p75', 'p90', 'p95', 'p98', 'p99']),
    field: Field,
  }),
]);

const GroupBy = z.strictObject({
  field: Field,
  limit: z.int().min(1).max(1000).default(10).describe('Most groups of this field, the greatest first'),
});

/** A search over events and what to work out over them: logs, spans and the like. */
export const EventAggregation = z.strictObject({
  dialect: z.literal('datadog'),
  text: Text.describe('Search; * for every event'),
  compute: z.array(Compute).min(1).max(5),
  groupBy: z.array(GroupBy).max(3).default([]),
});

export const LogAggregation = z.discriminatedUnion('dialect', [
  EventAggregation.extend({ indexes: Indexes }),
  z.strictObject({ dialect: z.literal('logql'), text: Text.describe('Metric query over lines') }),
  z.strictObject({
    dialect: z.literal('logs-insights'),
    sources: z.array(LogGroup).min(1).max(50),
    text: Text,
  }),
]);
