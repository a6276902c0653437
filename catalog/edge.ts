/**
 * Applications on an edge platform and what passed through them. A question names a dataset and its fields; the
 * document that is sent is built from them, so nothing else can be asked. Keys that sign requests to an origin, and
 * the bodies of functions, are not returned.
 */
import { z } from 'zod';
import { Cursor, limitUpTo, Time } from './common.ts';
import { defineOperation } from './operation.ts';
import { Window } from './window.ts';

const pages = {
  search: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^\P{C}+$/u, 'must not contain control characters')
    .optional()
    .describe('Part of the name'),
  limit: limitUpTo(100),
  cursor: Cursor.optional(),
};

const Changed = { updatedAt: Time, updatedBy: z.string().optional() };

export const edgeListApplications = defineOperation({
  name: 'edge.listApplications',
  access: 'read',
  summary: 'Edge applications with the modules that are on.',
  arguments: () => z.strictObject(pages),
  result: () =>
    z.strictObject({
      applications: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          isActive: z.boolean().optional(),
          isDebugging: z.boolean().optional(),
          modules: z.array(z.string()).describe('Those that are on'),
          version: z.string().optional(),
          ...Changed,
        }),
      ),
    }),
});

export const edgeListConnectors = defineOperation({
  name: 'edge.listConnectors',
  access: 'read',
  summary: 'Origins that edge applications fetch from.',
  arguments: () => z.strictObject(pages),
  result: () =>
    z.strictObject({
      connectors: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          type: z.string().describe('Such as http, storage or live_ingest'),
          isActive: z.boolean().optional(),
          addresses: z.array(
            z.strictObject({
              address: z.string(),
              isActive: z.boolean().optional(),
              httpPort: z.int().optional(),
              httpsPort: z.int().optional(),
              role: z.string().optional().describe('Whether it is primary or backup'),
              weight: z.int().optional(),
            }),
          ),
          host: z.string().optional().describe('Host name that the origin is asked for'),
          pathPrefix: z.string().optional(),
          transport: z.string().optional().describe('Whether the scheme is kept or forced'),
          followsRedirects: z.boolean().optional(),
          balancing: z
            .strictObject({
              method: z.string().optional(),
              maxRetries: z.int().optional(),
              connectTimeoutSec: z.number().optional(),
              readTimeoutSec: z.number().optional(),
            })
            .optional()
            .describe('Absent when there is no load balancing'),
          isShielded: z.boolean().optional().describe('True when only the platform may reach the origin'),
          bucket: z.string().optional(),
          bucketPrefix: z.string().optional(),
          ...Changed,
        }),
      ),
    }),
});

export const edgeListWorkloads = defineOperation({
  name: 'edge.listWorkloads',
  access: 'read',
  summary: 'Domains that the edge serves, with protocols and transport security.',
  arguments: () => z.strictObject(pages),
  result: () =>
    z.strictObject({
      workloads: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          isActive: z.boolean().optional(),
          infrastructure: z.string().optional().describe('In the words of the system that answers'),
          domains: z.array(z.string()),
          platformDomain: z.string(),
          allowsPlatformDomain: z.boolean().optional(),
          httpVersions: z.array(z.string()),
          httpPorts: z.array(z.int()),
          httpsPorts: z.array(z.int()),
          quicPorts: z.array(z.int()),
          certificateId: z.string().optional(),
          minimumTlsVersion: z.string().optional(),
          clientCertificates: z.enum(['off', 'permissive', 'enforced']).optional(),
          ...Changed,
        }),
      ),
    }),
});

/** Becomes a name in the document that is sent: letters and digits, nothing else. */
const Field = z.string().regex(/^[a-z][A-Za-z0-9]{0,63}$/u, 'must be a field, such as status or upstreamCacheStatus');

const distinct = (names: readonly string[]): boolean => new Set(names).size === names.length;

const Fields = z.array(Field).max(30).refine(distinct, 'must not name a field twice');

const Scalar = z.union([z.string().max(1000), z.number(), z.boolean()]);

const Filters = z
  .array(
    z.discriminatedUnion('operator', [
      z.strictObject({
        field: Field,
        operator: z.enum(['equal', 'not_equal', 'greater', 'greater_or_equal', 'less', 'less_or_equal']),
        value: Scalar,
      }),
      z.strictObject({
        field: Field,
        operator: z.literal('like'),
        value: z.string().min(1).max(1000).describe('% stands for any text'),
      }),
      z.strictObject({ field: Field, operator: z.literal('in'), values: z.array(Scalar).min(1).max(100) }),
    ]),
  )
  .min(1)
  .max(20)
  .describe('All of which must hold');

const Row = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

const Compute = z.discriminatedUnion('aggregation', [
  z.strictObject({ aggregation: z.literal('count') }),
  z.strictObject({ aggregation: z.enum(['sum', 'avg', 'min', 'max']), field: Field }),
]);

export const edgeQueryMetrics = defineOperation({
  name: 'edge.queryMetrics',
  access: 'read',
  summary: 'Aggregated figures of the edge over a window, such as requests or data by status.',
  arguments: () =>
    z.strictObject({
      dataset: z.enum([
        'http',
        'http_breakdown',
        'tiered_cache',
        'functions',
        'images',
        'dns',
        'data_stream',
        'bots',
        'bots_breakdown',
      ]),
      window: Window,
      compute: z
        .array(Compute)
        .min(1)
        .max(5)
        .refine(
          (asked) => distinct(asked.map(({ aggregation }) => aggregation)),
          'must ask for each aggregation once at most',
        ),
      groupBy: Fields.default([]),
      overTime: z.boolean().default(true).describe('False: one row for the whole window and each group'),
      filters: Filters.optional(),
      limit: limitUpTo(10_000, 1000).describe('Most rows to return'),
    }),
  result: () =>
    z.strictObject({
      rows: z.array(
        z.strictObject({
          time: Time.optional().describe('Absent when the figures are of the whole window'),
          group: Row.describe('Values of the fields in groupBy; a field without a value is left out'),
          values: z.record(z.string(), z.number()).describe('Figures by aggregation'),
        }),
      ),
    }),
});

export const edgeQueryEvents = defineOperation({
  name: 'edge.queryEvents',
  access: 'read',
  summary: 'Single events of the edge, such as requests or lines that functions wrote, newest first.',
  arguments: () =>
    z.strictObject({
      dataset: z.enum([
        'http',
        'functions',
        'function_console',
        'tiered_cache',
        'images',
        'dns',
        'data_stream',
        'activity',
      ]),
      window: Window,
      fields: Fields.min(1),
      filters: Filters.optional(),
      limit: limitUpTo(1000),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      events: z.array(
        z.strictObject({
          time: Time,
          fields: Row.describe('Those asked for; one without a value is left out, addresses come without query'),
        }),
      ),
    }),
});

export const edgeOperations = [
  edgeListApplications,
  edgeListConnectors,
  edgeListWorkloads,
  edgeQueryEvents,
  edgeQueryMetrics,
] as const;
