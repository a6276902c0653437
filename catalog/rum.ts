/** What the browsers and phones of users reported: events to search and count, and figures over time. */
import { z } from 'zod';
import { Cursor, Identifier, limitUpTo, stepOfFigures, stepOfPoints, Tags, Time } from './common.ts';
import { EventAggregation } from './logs-dialects.ts';
import { Attributes } from './logs.ts';
import { maxPointsPerSeries, Series } from './metrics.ts';
import { defineOperation } from './operation.ts';
import { Window } from './window.ts';

export const rumListApplications = defineOperation({
  name: 'rum.listApplications',
  access: 'read',
  summary: 'Front ends that report, with their kind and whether they are active.',
  arguments: () => z.strictObject({}),
  result: () =>
    z.strictObject({
      applications: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          type: z.string().describe('Such as browser, ios or android'),
          isActive: z.boolean().optional(),
          createdBy: z.string().optional(),
          updatedBy: z.string().optional(),
          createdAt: Time,
          updatedAt: Time,
        }),
      ),
    }),
});

export const rumSearch = defineOperation({
  name: 'rum.search',
  access: 'read',
  summary: 'Front-end events that match a query in a window.',
  arguments: () =>
    z.strictObject({
      query: z.discriminatedUnion('dialect', [
        z.strictObject({
          dialect: z.literal('datadog'),
          text: z.string().trim().min(1).max(10_000).describe('Search; * for every event'),
        }),
      ]),
      window: Window,
      order: z.enum(['newest_first', 'oldest_first']).default('newest_first'),
      limit: limitUpTo(1000),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      events: z.array(
        z.strictObject({
          id: z.string().optional(),
          time: Time,
          type: z.string().optional().describe('Such as session, view, action, error or resource'),
          application: z.string().optional(),
          service: z.string().optional(),
          tags: Tags.describe('Values of a repeated key are joined with commas'),
          attributes: Attributes.describe('Fields by their path, parts joined with dots; addresses without query'),
        }),
      ),
    }),
});

export const rumAggregate = defineOperation({
  name: 'rum.aggregate',
  access: 'read',
  summary: 'Counts and other figures over front-end events in a window, by group and over time.',
  arguments: () =>
    z.strictObject({
      query: z.discriminatedUnion('dialect', [EventAggregation]),
      window: Window,
      stepSec: stepOfFigures,
      limit: limitUpTo(10_000, 1000).describe('Most rows to return'),
    }),
  result: () =>
    z.strictObject({
      rows: z.array(
        z.strictObject({
          time: Time.optional().describe('Start of the step; absent when there is no step'),
          group: Tags.describe('What the row is about; empty when nothing is grouped'),
          values: z.record(z.string(), z.union([z.number(), z.string()])).describe('Figures by name'),
        }),
      ),
    }),
});

export const rumQuery = defineOperation({
  name: 'rum.query',
  access: 'read',
  summary: 'Figures that one front end reports, over a window.',
  arguments: () =>
    z.strictObject({
      app: Identifier.max(256).describe('Name of the front end'),
      window: Window,
      stepSec: stepOfPoints,
      limit: limitUpTo(1000).describe('Most series to return'),
    }),
  result: () =>
    z.strictObject({
      stepSec: z.int(),
      series: z.array(Series.extend({ metric: z.string() })).describe(`At most ${maxPointsPerSeries} points each`),
    }),
});

export const rumOperations = [rumAggregate, rumListApplications, rumQuery, rumSearch] as const;
