/** Message queues and how full they are; no message is read. */
import { z } from 'zod';
import { Cursor, limitUpTo, Region, RegionRead, Time } from './common.ts';
import { defineOperation } from './operation.ts';

export const queuesList = defineOperation({
  name: 'queues.list',
  access: 'read',
  ofRegions: 'queues',
  summary: 'Message queues by name.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      prefix: z
        .string()
        .regex(/^[A-Za-z0-9_-]{1,80}$/u, 'must be the beginning of a queue name')
        .optional(),
      limit: limitUpTo(1000),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      queues: z.array(z.strictObject({ name: z.string(), url: z.string(), isFifo: z.boolean() })),
    }),
});

const Count = z.int().describe('Approximate');

export const queuesGetAttributes = defineOperation({
  name: 'queues.getAttributes',
  access: 'read',
  summary: 'One queue: how many messages wait, are being handled or are delayed, and its settings.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      name: z.string().regex(/^(?:[A-Za-z0-9_-]{1,80}|[A-Za-z0-9_-]{1,75}\.fifo)$/u, 'must be a queue name'),
    }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      queue: z.strictObject({
        name: z.string(),
        url: z.string(),
        arn: z.string(),
        messages: z.strictObject({
          waiting: Count,
          inFlight: Count.describe('Approximate: received and not yet deleted'),
          delayed: Count,
        }),
        isFifo: z.boolean(),
        deduplicatesByContent: z.boolean().optional(),
        visibilityTimeoutSec: z.int(),
        retentionSec: z.int(),
        delaySec: z.int(),
        receiveWaitSec: z.int(),
        maxMessageBytes: z.int(),
        deadLetter: z
          .strictObject({ queueArn: z.string(), maxReceives: z.int() })
          .optional()
          .describe('Where a message goes that was received so often; absent when nowhere'),
        deadLetterSources: z
          .strictObject({ allows: z.enum(['all', 'none', 'listed']), queueArns: z.array(z.string()) })
          .optional()
          .describe('Queues that may use this one for their dead letters'),
        encryption: z.strictObject({
          kind: z.enum(['none', 'providerKey', 'customerKey']),
          keyId: z.string().optional(),
        }),
        policy: z.string().optional().describe('Access policy as JSON text'),
        createdAt: Time.optional(),
        updatedAt: Time.optional(),
      }),
    }),
});

export const queuesOperations = [queuesGetAttributes, queuesList] as const;
