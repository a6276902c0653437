/** Requests followed through services. A search returns traces with the spans that matched; one trace is returned whole. */
import { z } from 'zod';
import { Cursor, limitUpTo, stepOfFigures, Time } from './common.ts';
import { EventAggregation } from './logs-dialects.ts';
import { Attributes, FigureRow } from './logs.ts';
import { defineOperation } from './operation.ts';
import { Window } from './window.ts';

const SpanAttributes = Attributes.describe(
  'Attributes by name; headers that a tracer captured and fields without a value are left out',
);

const Span = z.strictObject({
  id: z.string(),
  parentId: z.string().optional().describe('Absent for the first span of a trace'),
  service: z.string().optional(),
  name: z.string().optional().describe('What was done, such as the route or the statement'),
  kind: z.string().optional(),
  startedAt: Time,
  durationSec: z.number().optional(),
  status: z.enum(['ok', 'error', 'unset']).optional(),
  statusMessage: z.string().optional(),
  attributes: SpanAttributes,
});

const Text = z.string().trim().min(1).max(10_000);

/** Traces of one page, where the system has no further ones. */
const mostTraceqlTraces = 100;

export const tracesSearch = defineOperation({
  name: 'traces.search',
  access: 'read',
  summary: 'Traces with spans that match a query in a window.',
  arguments: () =>
    z
      .strictObject({
        query: z.discriminatedUnion('dialect', [
          z.strictObject({ dialect: z.literal('datadog'), text: Text.describe('Search; * for every span') }),
          z.strictObject({ dialect: z.literal('traceql'), text: Text.describe('Query; {} for every trace') }),
        ]),
        window: Window,
        limit: limitUpTo(1000).describe('Most to return: up to 100 traces with traceql, up to 1000 spans with datadog'),
        cursor: Cursor.optional(),
      })
      .refine(({ query, limit }) => query.dialect !== 'traceql' || limit <= mostTraceqlTraces, {
        path: ['limit'],
        message: 'must be at most 100 for this query language',
      })
      .refine(({ query, cursor }) => query.dialect !== 'traceql' || cursor === undefined, {
        path: ['cursor'],
        message: 'must be left out: a search of this query language has one page',
      }),
  result: () =>
    z.strictObject({
      traces: z.array(
        z.strictObject({
          id: z.string(),
          rootService: z.string().optional(),
          rootName: z.string().optional(),
          startedAt: Time.optional().describe('Start of the whole trace, where the search tells it'),
          durationSec: z.number().optional().describe('Length of the whole trace, where the search tells it'),
          matchedSpans: z.int().optional().describe('Number of spans that match, which may exceed those told'),
          spans: z.array(Span).describe('Spans that match; those of one trace may continue on the next page'),
        }),
      ),
    }),
});

export const tracesGet = defineOperation({
  name: 'traces.get',
  access: 'read',
  summary: 'All spans of one trace with their events.',
  arguments: () =>
    z.strictObject({
      traceId: z.string().regex(/^[0-9a-fA-F]{1,32}$/u, 'must be 1 to 32 hexadecimal digits'),
      window: Window.optional().describe('Where to look; makes the search faster'),
      limit: limitUpTo(10_000, 1000).describe('Most spans to return, the earliest first'),
    }),
  result: () =>
    z.strictObject({
      id: z.string(),
      startedAt: Time.optional(),
      durationSec: z.number().optional(),
      services: z.array(z.string()),
      spanCount: z.int().describe('Number of spans of the trace, which may exceed those told'),
      spans: z.array(
        Span.extend({
          resource: SpanAttributes.describe('Attributes of what sent the span; captured headers are left out'),
          events: z.array(z.strictObject({ time: Time, name: z.string(), attributes: SpanAttributes })),
          links: z.array(z.strictObject({ traceId: z.string(), spanId: z.string() })),
        }),
      ),
    }),
});

export const tracesAggregate = defineOperation({
  name: 'traces.aggregate',
  access: 'read',
  summary: 'Counts, latencies and other figures over spans in a window, by group and over time.',
  arguments: () =>
    z.strictObject({
      query: z.discriminatedUnion('dialect', [EventAggregation]),
      window: Window,
      stepSec: stepOfFigures,
      limit: limitUpTo(10_000, 1000).describe('Most rows to return'),
    }),
  result: () => z.strictObject({ rows: z.array(FigureRow) }),
});

export const tracesOperations = [tracesAggregate, tracesGet, tracesSearch] as const;
