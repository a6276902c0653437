/** SQL over tables in object storage. Where results are written is configuration, never an argument. */
import { z } from 'zod';
import { Cursor, limitUpTo, Region, RegionRead, Time } from './common.ts';
import { defineOperation } from './operation.ts';

const Workgroup = z
  .string()
  .regex(/^[\w.-]{1,128}$/u, 'must be 1 to 128 letters, digits, dots, underscores and hyphens');

const Name = z.string().regex(/^\P{C}+$/u, 'must not contain control characters');

export const warehouseRunQuery = defineOperation({
  name: 'warehouse.runQuery',
  access: 'read',
  summary: 'Rows of one SQL statement that only reads.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      sql: z
        .string()
        .trim()
        .min(1)
        .max(20_000)
        .describe('One query beginning with SELECT, WITH or VALUES, of at most 20000 characters'),
      workgroup: Workgroup.optional().describe('The configured one if absent'),
      catalog: Name.max(256).optional(),
      database: Name.max(255).optional(),
      limit: limitUpTo(1000),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      queryId: z.string(),
      workgroup: z.string().optional(),
      columns: z
        .array(z.strictObject({ name: z.string(), type: z.string() }))
        .describe('In the order of the query; a name that it repeats has a number added'),
      rows: z.array(z.record(z.string(), z.string())).describe('By column; a column without a value is left out'),
      scannedBytes: z.int().optional(),
      tookSec: z.number().optional(),
      isReused: z.boolean().optional().describe('True for the stored result of an equal query before'),
    }),
});

export const warehouseListQueries = defineOperation({
  name: 'warehouse.listQueries',
  access: 'read',
  ofRegions: 'queries',
  summary: 'Queries that were run, with state, text, time and bytes scanned.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      workgroup: Workgroup.optional().describe('The configured one if absent'),
      limit: limitUpTo(50),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      queries: z.array(
        z.strictObject({
          id: z.string(),
          sql: z.string().optional(),
          statementType: z.string().optional(),
          state: z.string(),
          stateReason: z.string().optional(),
          isRetryable: z.boolean().optional().describe('Only for a query that failed'),
          workgroup: z.string().optional(),
          catalog: z.string().optional(),
          database: z.string().optional(),
          engineVersion: z.string().optional(),
          submittedAt: Time.optional(),
          completedAt: Time.optional(),
          scannedBytes: z.int().optional(),
          queuedSec: z.number().optional(),
          tookSec: z.number().optional(),
          isReused: z.boolean().optional(),
        }),
      ),
      unread: z.array(z.strictObject({ id: z.string(), code: z.string() })).describe('Queries that could not be read'),
    }),
});

export const warehouseOperations = [warehouseListQueries, warehouseRunQuery] as const;
