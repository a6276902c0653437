/** Who did what through the interfaces of a cloud. Request arguments are not returned: they may hold secrets. */
import { z } from 'zod';
import { Cursor, limitUpTo, Region, RegionRead, Time } from './common.ts';
import { defineOperation } from './operation.ts';
import { Window } from './window.ts';

/** The trail looks events up by one attribute at a time (CloudTrail, LookupEvents). */
const Attribute = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('readOnly'), value: z.enum(['true', 'false']) }),
  z.strictObject({ name: z.literal('eventId'), value: z.guid() }),
  z.strictObject({
    name: z.enum(['accessKeyId', 'eventName', 'eventSource', 'resourceName', 'resourceType', 'username']),
    value: z.string().trim().min(1).max(2000),
  }),
]);

export const auditLookupEvents = defineOperation({
  name: 'audit.lookupEvents',
  access: 'read',
  ofRegions: 'events',
  summary: 'Management events of an account in a window: who called what, from where, on which resources.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      window: Window,
      attribute: Attribute.optional().describe('Only events with this attribute'),
      limit: limitUpTo(50),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      events: z.array(
        z.strictObject({
          id: z.string(),
          time: Time,
          name: z.string(),
          source: z.string().optional().describe('Service that was called'),
          region: z.string().optional(),
          isReadOnly: z.boolean().optional(),
          username: z.string().optional(),
          identity: z
            .strictObject({
              kind: z.string(),
              principal: z.string().optional(),
              accountId: z.string().optional(),
              role: z.string().optional().describe('Role that the session was opened with'),
              isMultiFactor: z.boolean().optional(),
            })
            .optional(),
          accessKeyId: z.string().optional().describe('Identifier of the key, which opens nothing'),
          sourceAddress: z.string().optional().describe('Network address, or the name of a service'),
          userAgent: z.string().optional(),
          errorCode: z.string().optional().describe('Absent for a call that succeeded'),
          errorMessage: z.string().optional(),
          resources: z.array(z.strictObject({ type: z.string().optional(), name: z.string() })),
        }),
      ),
    }),
});

export const auditListEventDataStores = defineOperation({
  name: 'audit.listEventDataStores',
  access: 'read',
  ofRegions: 'stores',
  summary: 'Stores of audit events that queries can read.',
  arguments: () => z.strictObject({ region: Region.optional(), limit: limitUpTo(1000), cursor: Cursor.optional() }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      stores: z.array(
        z.strictObject({
          id: z.string().describe('What a query names after FROM'),
          identifier: z.string().describe('Full identifier'),
          name: z.string().optional(),
          status: z.string().optional(),
          retentionSec: z.int().optional(),
          isMultiRegion: z.boolean().optional(),
          isOrganizationWide: z.boolean().optional(),
          createdAt: Time.optional(),
          updatedAt: Time.optional(),
        }),
      ),
    }),
});

export const auditRunLakeQuery = defineOperation({
  name: 'audit.runLakeQuery',
  access: 'read',
  summary: 'Rows of one SQL query over a store of audit events.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      sql: z.string().trim().min(1).max(10_000).describe('One SELECT; the store is the table'),
      limit: limitUpTo(1000),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      queryId: z.string(),
      columns: z.array(z.string()).describe('In the order of the query; empty when there are no rows'),
      rows: z.array(z.record(z.string(), z.string())).describe('By column; a column without a value is left out'),
      totalRows: z.int().optional().describe('Rows of the whole result'),
      matchedEvents: z.int().optional(),
      scannedEvents: z.int().optional(),
      scannedBytes: z.int().optional(),
      tookSec: z.number().optional(),
    }),
});

export const auditOperations = [auditListEventDataStores, auditLookupEvents, auditRunLakeQuery] as const;
