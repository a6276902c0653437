/**
 * Checks that ask from outside whether something works. What a check sends and gets is not returned: headers, bodies,
 * variables and sign-ins are where its secrets stand.
 */
import { z } from 'zod';
import { Cursor, Identifier, limitUpTo, stepOfPoints, Tags, Time } from './common.ts';
import { Series } from './metrics.ts';
import { defineOperation } from './operation.ts';
import { Window } from './window.ts';

export const syntheticsListChecks = defineOperation({
  name: 'synthetics.listChecks',
  access: 'read',
  summary: 'Checks with their target, interval, places and whether they run.',
  arguments: () =>
    z.strictObject({
      tag: Identifier.max(200).optional().describe('Only checks that have it, as key:value where it has a value'),
      limit: limitUpTo(100),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      checks: z.array(
        z.strictObject({
          id: z.string().describe('What synthetics.listResults takes'),
          name: z.string().describe('What synthetics.queryMetrics takes'),
          type: z.string().describe('Such as http, browser, dns or tcp; in the words of the system that answers'),
          target: z.string().optional().describe('Address or host, without user, query and fragment'),
          isActive: z.boolean(),
          isMuted: z.boolean().optional().describe('True when it runs and tells nobody'),
          intervalSec: z.number().optional(),
          timeoutSec: z.number().optional(),
          locations: z.array(z.string()).describe('From where it asks'),
          monitorId: z.string().optional().describe('Monitor that alerts on it, where that is a thing of its own'),
          createdAt: Time.optional(),
          updatedAt: Time.optional(),
          tags: Tags.describe('Values of a repeated key are joined with commas'),
        }),
      ),
    }),
});

export const syntheticsListResults = defineOperation({
  name: 'synthetics.listResults',
  access: 'read',
  summary: 'Results of one check in a window, newest first.',
  arguments: () =>
    z.strictObject({
      checkId: z
        .string()
        .max(64)
        .regex(/^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/u, 'must be the id of a check'),
      checkType: Identifier.max(50)
        .optional()
        .describe('Type as synthetics.listChecks tells it; spares a call to systems that keep results by type'),
      window: Window,
      failedOnly: z.boolean().default(false),
      limit: limitUpTo(100),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      results: z.array(
        z.strictObject({
          id: z.string(),
          state: z.enum(['passed', 'degraded', 'failed', 'unknown']),
          startedAt: Time,
          finishedAt: Time.optional(),
          location: z.string().optional(),
          durationSec: z.number().optional(),
          timingsSec: z
            .record(z.string(), z.number())
            .optional()
            .describe('Seconds by phase, such as dns, tcp, tls or firstByte'),
          attempt: z.int().optional().describe('1 for the first'),
          isFinal: z.boolean().optional().describe('False for an attempt that another followed'),
          statusCode: z.int().optional(),
          error: z.string().optional(),
          steps: z.strictObject({ done: z.int(), total: z.int() }).optional().describe('Of a check with several'),
          device: z.string().optional(),
        }),
      ),
    }),
});

export const syntheticsQueryMetrics = defineOperation({
  name: 'synthetics.queryMetrics',
  access: 'read',
  summary: 'Success and duration of one check over a window, by place.',
  arguments: () =>
    z.strictObject({
      check: Identifier.max(256).describe('Name of the check'),
      target: Identifier.max(2048).optional().describe('Needed when several checks have the name'),
      window: Window,
      stepSec: stepOfPoints,
      limit: limitUpTo(1000).describe('Most series to return'),
    }),
  result: () =>
    z.strictObject({
      stepSec: z.int(),
      series: z.array(
        Series.extend({
          measure: z.enum(['success_ratio', 'duration_sec']),
          location: z.string().optional(),
        }),
      ),
    }),
});

export const syntheticsOperations = [syntheticsListChecks, syntheticsListResults, syntheticsQueryMetrics] as const;
