/** Caches, search engines and document stores as their provider runs them, and the copying between databases. */
import { z } from 'zod';
import { Cursor, limitUpTo, Region, RegionRead, RegionReadIfOne, State, Tags, Time } from './common.ts';
import { defineOperation } from './operation.ts';

const Endpoint = z.strictObject({ host: z.string(), port: z.int().optional() });

export const databasesListCaches = defineOperation({
  name: 'databases.listCaches',
  access: 'read',
  ofRegions: 'caches',
  summary: 'In-memory stores with engine, nodes, failover, encryption and endpoints.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      limit: limitUpTo(100),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionReadIfOne,
      caches: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string().optional(),
          description: z.string().optional(),
          engine: z.string().optional(),
          engineVersion: z.string().optional(),
          state: State,
          stateReason: z.string().optional(),
          region: z.string(),
          nodeType: z.string().optional(),
          memoryBytes: z.int().optional().describe('Of one node'),
          nodes: z.array(
            z.strictObject({
              id: z.string(),
              shard: z.string().optional(),
              role: z.string().optional(),
              zone: z.string().optional(),
              state: State.optional(),
              endpoint: Endpoint.optional(),
            }),
          ),
          replicas: z.int().optional().describe('Copies of each shard beside the primary'),
          isSharded: z.boolean().optional(),
          hasAutomaticFailover: z.boolean(),
          isMultiZone: z.boolean(),
          endpoint: Endpoint.optional(),
          readerEndpoint: Endpoint.optional(),
          isEncryptedInTransit: z.boolean().optional(),
          isEncryptedAtRest: z.boolean().optional(),
          encryptionKeyId: z.string().optional(),
          isAuthenticated: z.boolean().describe('True when clients must prove who they are'),
          vpcId: z.string().optional(),
          subnetGroup: z.string().optional(),
          securityGroupIds: z.array(z.string()),
          maintenanceWindow: z.string().optional(),
          nextMaintenanceAt: Time.optional(),
          snapshotRetentionSec: z.int().optional().describe('0: no automatic snapshots'),
          createdAt: Time.optional(),
          tags: Tags.optional().describe('Absent where the list does not tell them'),
        }),
      ),
    }),
});

export const databasesListSearchDomains = defineOperation({
  name: 'databases.listSearchDomains',
  access: 'read',
  ofRegions: 'domains',
  summary: 'Search engine clusters with version, nodes, storage, network placement and changes under way.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      limit: limitUpTo(100, 25),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      domains: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          engineVersion: z.string().optional(),
          state: State.optional(),
          isChanging: z.boolean(),
          isDeleted: z.boolean(),
          change: z
            .strictObject({
              state: State.optional(),
              message: z.string().optional(),
              startedBy: z.string().optional(),
              startedAt: Time.optional(),
              updatedAt: Time.optional(),
            })
            .optional(),
          endpoints: z.array(z.string()),
          dataNodes: z.strictObject({ type: z.string().optional(), count: z.int().optional() }),
          masterNodes: z.strictObject({ type: z.string().optional(), count: z.int().optional() }).optional(),
          warmNodes: z.strictObject({ type: z.string().optional(), count: z.int().optional() }).optional(),
          zones: z.array(z.string()),
          zoneCount: z.int().optional(),
          storage: z
            .strictObject({
              type: z.string().optional(),
              sizeBytesPerNode: z.int().optional(),
              iops: z.int().optional(),
              throughputBytesPerSec: z.int().optional(),
            })
            .optional(),
          vpcId: z.string().optional(),
          subnetIds: z.array(z.string()),
          securityGroupIds: z.array(z.string()),
          isEncryptedAtRest: z.boolean().optional(),
          isEncryptedBetweenNodes: z.boolean().optional(),
          enforcesHttps: z.boolean().optional(),
          publishedLogs: z.array(z.string()),
          softwareUpdate: z
            .strictObject({
              presentVersion: z.string().optional(),
              newVersion: z.string().optional(),
              isAvailable: z.boolean().optional(),
              state: State.optional(),
              scheduledAt: Time.optional(),
            })
            .optional(),
          accessPolicy: z.string().optional().describe('As JSON text'),
        }),
      ),
    }),
});

export const databasesListDocumentStores = defineOperation({
  name: 'databases.listDocumentStores',
  access: 'read',
  summary: 'Document databases with type, place, recovery settings and deletion protection.',
  arguments: () => z.strictObject({}),
  result: () =>
    z.strictObject({
      documentStores: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          type: z.string(),
          edition: z.string().optional(),
          location: z.string().describe('Region, or a group of regions'),
          concurrencyMode: z.string().optional(),
          hasPointInTimeRecovery: z.boolean().optional(),
          versionRetentionSec: z.number().optional(),
          restorableFrom: Time.optional(),
          isDeletionProtected: z.boolean().optional(),
          encryptionKeyId: z.string().optional().describe('Absent for a key of the provider'),
          createdAt: Time.optional(),
          updatedAt: Time.optional(),
          deletedAt: Time.optional(),
        }),
      ),
    }),
});

export const databasesListReplicationTasks = defineOperation({
  name: 'databases.listReplicationTasks',
  access: 'read',
  summary: 'Tasks that copy data between databases, with progress, failures and the machines that run them.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      limit: limitUpTo(100),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      tasks: z.array(
        z.strictObject({
          id: z.string(),
          arn: z.string(),
          migrationType: z.string().optional(),
          state: State,
          stopReason: z.string().optional(),
          lastFailure: z.string().optional(),
          sourceEndpointArn: z.string(),
          targetEndpointArn: z.string(),
          instanceArn: z.string().optional(),
          progressPercent: z.number().optional().describe('Of the full load'),
          elapsedSec: z.number().optional(),
          tables: z
            .strictObject({ loaded: z.int(), loading: z.int(), queued: z.int(), failed: z.int() })
            .optional()
            .describe('Numbers of tables; absent before the first run'),
          createdAt: Time.optional(),
          startedAt: Time.optional(),
          stoppedAt: Time.optional(),
          fullLoadStartedAt: Time.optional(),
          fullLoadFinishedAt: Time.optional(),
        }),
      ),
      instances: z
        .array(
          z.strictObject({
            id: z.string(),
            arn: z.string(),
            type: z.string().optional(),
            state: State,
            engineVersion: z.string().optional(),
            sizeBytes: z.int().optional(),
            isHighlyAvailable: z.boolean().optional(),
            zone: z.string().optional(),
            standbyZone: z.string().optional(),
            vpcId: z.string().optional(),
            privateIpAddresses: z.array(z.string()),
            publicIpAddresses: z.array(z.string()),
            isPublic: z.boolean().optional(),
            createdAt: Time.optional(),
          }),
        )
        .describe('Machines that run the tasks told'),
    }),
});
