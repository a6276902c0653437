/** Lines that systems wrote, what can be counted over them, and where they are stored. */
import { z } from 'zod';
import { Cursor, limitUpTo, Region, stepOfFigures, Tags, Time } from './common.ts';
import { LogAggregation, LogQuery } from './logs-dialects.ts';
import { defineOperation } from './operation.ts';
import { Window } from './window.ts';

/** Structured fields of a line or a span: one entry for each leaf, so that every system answers in the same shape. */
export const Attributes = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
  .describe('Fields by their path, parts joined with dots; a field without a value is left out');

export const FigureRow = z.strictObject({
  time: Time.optional().describe('Start of the step; absent when there is no step'),
  group: Tags.describe('What the row is about; empty when nothing is grouped'),
  values: z
    .record(z.string(), z.union([z.number(), z.string()]))
    .describe('Figures by name. A query that names its own columns has all of them here, grouped ones too'),
});

const RegionRead = z.string().optional().describe('Region that was read, where the system has regions');

/** What one page of the others takes. */
const dialectsOfLongPages: readonly string[] = ['logql', 'cloudwatch-filter'];

export const logsSearch = defineOperation({
  name: 'logs.search',
  access: 'read',
  summary: 'Log lines that match a query in a window.',
  arguments: () =>
    z
      .strictObject({
        query: LogQuery,
        window: Window,
        region: Region.optional(),
        order: z.enum(['newest_first', 'oldest_first']).default('newest_first'),
        limit: limitUpTo(5000).describe('Most lines to return: 5000 with logql and cloudwatch-filter, else 1000'),
        cursor: Cursor.optional(),
      })
      .refine(({ query, limit }) => limit <= 1000 || dialectsOfLongPages.includes(query.dialect), {
        path: ['limit'],
        message: 'must be at most 1000 for this query language',
      })
      .refine(({ query, region }) => query.dialect === 'cloudwatch-filter' || region === undefined, {
        path: ['region'],
        message: 'must be left out: the systems of this query language have no regions',
      }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      lines: z.array(
        z.strictObject({
          time: Time,
          message: z.string().describe('Empty for a line that has only attributes'),
          id: z.string().optional(),
          severity: z.string().optional().describe('As the system spells it'),
          source: z.string().optional().describe('Stream, log or service that the line came from'),
          host: z.string().optional(),
          traceId: z.string().optional(),
          spanId: z.string().optional(),
          labels: Tags.describe('Labels or tags of the line; values of a repeated key are joined with commas'),
          attributes: Attributes.optional(),
        }),
      ),
    }),
});

export const logsAggregate = defineOperation({
  name: 'logs.aggregate',
  access: 'read',
  summary: 'Counts and other figures over log lines in a window, by group and over time.',
  arguments: () =>
    z
      .strictObject({
        query: LogAggregation,
        window: Window,
        region: Region.optional(),
        stepSec: stepOfFigures,
        limit: limitUpTo(10_000, 1000).describe('Most rows to return'),
      })
      .refine(({ query, stepSec }) => query.dialect !== 'logs-insights' || stepSec === undefined, {
        path: ['stepSec'],
        message: 'must be left out: a query of this language groups by time in its text',
      })
      .refine(({ query, region }) => query.dialect === 'logs-insights' || region === undefined, {
        path: ['region'],
        message: 'must be left out: the systems of this query language have no regions',
      }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      rows: z.array(FigureRow),
    }),
});

export const logsListSources = defineOperation({
  name: 'logs.listSources',
  access: 'read',
  ofRegions: 'sources',
  summary: 'Places that hold log lines, by the names that queries take.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      prefix: z
        .string()
        .min(1)
        .max(512)
        .regex(/^\P{C}+$/u, 'must not contain control characters')
        .optional()
        .describe('Only names that begin so'),
      window: Window.optional().describe('Only sources with lines in it, for a system that can tell'),
      limit: limitUpTo(1000),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      sources: z.array(
        z.strictObject({
          name: z.string().describe('Log group, log, or selector of a stream'),
          class: z.string().optional(),
          storedBytes: z.int().optional(),
          retentionSec: z.int().optional().describe('Absent for lines that are kept for ever, or when it is not told'),
          encryptionKeyId: z.string().optional(),
          createdAt: Time.optional(),
        }),
      ),
    }),
});

export const logsOperations = [logsAggregate, logsListSources, logsSearch] as const;
