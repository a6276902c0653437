/**
 * Relational databases as their provider runs them; what is in them is not read. Caches, search engines, document
 * stores and copies between databases: `databases-stores.ts`.
 */
import { z } from 'zod';
import { Cursor, limitUpTo, Region, RegionRead, RegionReadIfOne, State, Tags, Time } from './common.ts';
import {
  databasesListCaches,
  databasesListDocumentStores,
  databasesListReplicationTasks,
  databasesListSearchDomains,
} from './databases-stores.ts';
import { Series } from './metrics.ts';
import { defineOperation } from './operation.ts';
import { Window } from './window.ts';

const Endpoint = z.strictObject({ host: z.string(), port: z.int().optional() });

const Certificate = z.strictObject({ authority: z.string().optional(), expiresAt: Time.optional() });

/** Names only, because among the values is the next password. */
const PendingChanges = z.array(z.string()).describe('Names of the settings that change at the next maintenance');

export const databasesListInstances = defineOperation({
  name: 'databases.listInstances',
  access: 'read',
  ofRegions: 'instances',
  summary: 'Database servers with engine, state, storage, replication, endpoint and network placement.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      limit: limitUpTo(100),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionReadIfOne,
      instances: z.array(
        z.strictObject({
          id: z.string(),
          resourceId: z.string().optional().describe('What databases.getLoad takes'),
          engine: z.string().optional(),
          engineVersion: z.string().optional(),
          type: z.string().optional().describe('Size of the machine in the words of the provider'),
          state: State,
          stateReasons: z.array(z.string()),
          region: z.string(),
          zone: z.string().optional(),
          standbyZone: z.string().optional(),
          isHighlyAvailable: z.boolean().describe('True when a standby in another zone takes over'),
          endpoint: Endpoint.optional(),
          ipAddresses: z.array(z.strictObject({ address: z.string(), kind: z.string() })),
          isPublic: z.boolean().describe('True when it has a public address'),
          vpcId: z.string().optional(),
          subnetGroup: z.string().optional(),
          securityGroups: z.array(z.strictObject({ id: z.string(), state: State.optional() })),
          clusterId: z.string().optional(),
          replicaOf: z.string().optional(),
          replicaIds: z.array(z.string()),
          storage: z.strictObject({
            type: z.string().optional(),
            sizeBytes: z.int().optional(),
            maxSizeBytes: z.int().optional().describe('Up to where it grows by itself'),
            isNearlyFull: z.boolean().optional(),
            iops: z.int().optional(),
            throughputBytesPerSec: z.int().optional(),
            isEncrypted: z.boolean(),
            encryptionKeyId: z.string().optional().describe('Absent for a key of the provider'),
          }),
          backupRetentionSec: z.int().optional().describe('0: no automatic backups'),
          restorableUntil: Time.optional(),
          maintenanceWindow: z.string().optional(),
          nextMaintenanceAt: Time.optional(),
          pendingChanges: PendingChanges,
          parameterGroups: z.array(z.strictObject({ name: z.string(), state: State.optional() })),
          exportedLogs: z.array(z.string()),
          hasLoadRecords: z.boolean().describe('True when the provider records load by statement and wait'),
          certificate: Certificate.optional(),
          isDeletionProtected: z.boolean().optional(),
          createdAt: Time.optional(),
          tags: Tags,
        }),
      ),
    }),
});

export const databasesListClusters = defineOperation({
  name: 'databases.listClusters',
  access: 'read',
  ofRegions: 'clusters',
  summary: 'Database clusters with members, endpoints, capacity, state and backups.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      engine: z
        .string()
        .regex(/^[a-z][a-z0-9-]{0,63}$/u, 'must be an engine such as aurora-postgresql')
        .optional(),
      limit: limitUpTo(100),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      clusters: z.array(
        z.strictObject({
          id: z.string(),
          resourceId: z.string().optional(),
          engine: z.string().optional(),
          engineVersion: z.string().optional(),
          engineMode: z.string().optional(),
          state: State,
          progressPercent: z.number().optional(),
          endpoint: z.string().optional(),
          readerEndpoint: z.string().optional(),
          customEndpoints: z.array(z.string()),
          port: z.int().optional(),
          zones: z.array(z.string()),
          isHighlyAvailable: z.boolean().optional(),
          members: z.array(
            z.strictObject({
              instanceId: z.string(),
              isWriter: z.boolean(),
              promotionTier: z.int().optional(),
              parameterGroupState: State.optional(),
            }),
          ),
          capacity: z
            .strictObject({
              minUnits: z.number().optional(),
              maxUnits: z.number().optional(),
              presentUnits: z.number().optional(),
            })
            .optional()
            .describe('For clusters that scale by themselves, in the units of the provider'),
          replicaOf: z.string().optional(),
          replicaIds: z.array(z.string()),
          storageType: z.string().optional(),
          sizeBytes: z.int().optional(),
          isEncrypted: z.boolean(),
          encryptionKeyId: z.string().optional(),
          subnetGroup: z.string().optional(),
          securityGroups: z.array(z.strictObject({ id: z.string(), state: State.optional() })),
          parameterGroup: z.string().optional(),
          backupRetentionSec: z.int().optional(),
          restorableFrom: Time.optional(),
          restorableUntil: Time.optional(),
          maintenanceWindow: z.string().optional(),
          pendingChanges: PendingChanges,
          exportedLogs: z.array(z.string()),
          certificate: Certificate.optional(),
          isDeletionProtected: z.boolean().optional(),
          createdAt: Time.optional(),
          tags: Tags,
        }),
      ),
    }),
});

export const databasesListSubnetGroups = defineOperation({
  name: 'databases.listSubnetGroups',
  access: 'read',
  ofRegions: 'subnetGroups',
  summary: 'Groups of subnets that databases are placed in.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      limit: limitUpTo(100),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      subnetGroups: z.array(
        z.strictObject({
          name: z.string(),
          description: z.string().optional(),
          vpcId: z.string().optional(),
          state: State.optional(),
          subnets: z.array(z.strictObject({ id: z.string(), zone: z.string().optional(), state: State.optional() })),
          networkTypes: z.array(z.string()),
        }),
      ),
    }),
});

/** Steps at which load is recorded. */
const loadSteps = [1, 60, 300, 3600, 86_400] as const;

export const databasesGetLoad = defineOperation({
  name: 'databases.getLoad',
  access: 'read',
  summary: 'What loads one database server over a window, by statement, wait, user or another dimension.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      instance: z
        .string()
        .regex(/^db-[A-Z0-9]{26}$/u, 'must be a resourceId of databases.listInstances')
        .describe('resourceId of databases.listInstances'),
      engineKind: z.enum(['relational', 'document']).default('relational').describe('document for engine docdb'),
      window: Window,
      // Statements with their literals are not offered: literals are customer data.
      dimension: z
        .enum(['statement', 'waitEvent', 'user', 'host', 'application', 'database', 'sessionType'])
        .default('waitEvent')
        .describe('statement: its text with the literals taken out'),
      stepSec: z.literal(loadSteps).optional().describe('Seconds between points; chosen to fit the window if absent'),
      limit: limitUpTo(25, 10),
    }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      stepSec: z.literal(loadSteps),
      total: Series.describe('Sessions that were active on average'),
      top: z
        .array(
          z.strictObject({
            averageActiveSessions: z.number().describe('Over the whole window'),
            series: Series,
          }),
        )
        .describe('What loaded most comes first; the labels of a series name it'),
    }),
});

export const databasesOperations = [
  databasesGetLoad,
  databasesListCaches,
  databasesListClusters,
  databasesListDocumentStores,
  databasesListInstances,
  databasesListReplicationTasks,
  databasesListSearchDomains,
  databasesListSubnetGroups,
] as const;
