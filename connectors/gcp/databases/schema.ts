/** Databases, caches and document stores. */
import { z } from 'zod';
import { flag, labels, number, text, texts } from '../schema-parts.ts';
import { rowsOf } from '../../../src/core/rows.ts';

/** Passwords that the answer may hold (`rootPassword`, those of replicas) are not among the fields read. */
export const SqlInstance = z.object({
  name: z.string(),
  state: text,
  databaseVersion: text,
  databaseInstalledVersion: text,
  region: z.string(),
  gceZone: text,
  secondaryGceZone: text,
  masterInstanceName: text,
  replicaNames: texts,
  suspensionReason: texts,
  createTime: text,
  dnsName: text,
  ipAddresses: rowsOf(z.object({ ipAddress: text, type: text })).default([]),
  diskEncryptionConfiguration: z.object({ kmsKeyName: text }).optional(),
  outOfDiskReport: z.object({ sqlOutOfDiskState: text }).optional(),
  scheduledMaintenance: z.object({ startTime: text }).optional(),
  serverCaCert: z.object({ commonName: text, expirationTime: text }).optional(),
  settings: z
    .object({
      tier: text,
      activationPolicy: text,
      availabilityType: text,
      dataDiskType: text,
      dataDiskSizeGb: text,
      dataDiskProvisionedIops: text,
      dataDiskProvisionedThroughput: text,
      storageAutoResize: flag,
      storageAutoResizeLimit: text,
      deletionProtectionEnabled: flag,
      userLabels: labels,
      backupConfiguration: z
        .object({
          enabled: flag,
          backupRetentionSettings: z.object({ retainedBackups: number, retentionUnit: text }).optional(),
        })
        .optional(),
      insightsConfig: z.object({ queryInsightsEnabled: flag }).optional(),
      ipConfiguration: z.object({ ipv4Enabled: flag, privateNetwork: text }).optional(),
      maintenanceWindow: z.object({ day: number, hour: number }).optional(),
    })
    .optional(),
});
export type SqlInstance = z.infer<typeof SqlInstance>;

const Maintenance = {
  maintenancePolicy: z
    .object({
      weeklyMaintenanceWindow: rowsOf(
        z.object({ day: text, startTime: z.object({ hours: number, minutes: number }).optional() }),
      ).default([]),
    })
    .optional(),
  maintenanceSchedule: z.object({ startTime: text }).optional(),
};

export const RedisInstance = z.object({
  name: z.string(),
  displayName: text,
  state: text,
  statusMessage: text,
  redisVersion: text,
  tier: text,
  memorySizeGb: number,
  locationId: text,
  alternativeLocationId: text,
  currentLocationId: text,
  nodes: rowsOf(z.object({ id: text, zone: text })).default([]),
  replicaCount: number,
  host: text,
  port: number,
  readEndpoint: text,
  readEndpointPort: number,
  transitEncryptionMode: text,
  authEnabled: flag,
  customerManagedKey: text,
  authorizedNetwork: text,
  createTime: text,
  labels,
  ...Maintenance,
});
export type RedisInstance = z.infer<typeof RedisInstance>;

export const MemcacheInstance = z.object({
  name: z.string(),
  displayName: text,
  state: text,
  instanceMessages: rowsOf(z.object({ code: text, message: text })).default([]),
  memcacheVersion: text,
  memcacheFullVersion: text,
  nodeConfig: z.object({ cpuCount: number, memorySizeMb: number }).optional(),
  memcacheNodes: rowsOf(z.object({ nodeId: text, zone: text, state: text, host: text, port: number })).default([]),
  zones: texts,
  discoveryEndpoint: text,
  authorizedNetwork: text,
  createTime: text,
  labels,
  ...Maintenance,
});
export type MemcacheInstance = z.infer<typeof MemcacheInstance>;

export const FirestoreDatabase = z.object({
  name: z.string(),
  uid: text,
  type: text,
  databaseEdition: text,
  locationId: text,
  concurrencyMode: text,
  pointInTimeRecoveryEnablement: text,
  versionRetentionPeriod: text,
  earliestVersionTime: text,
  deleteProtectionState: text,
  cmekConfig: z.object({ kmsKeyName: text }).optional(),
  createTime: text,
  updateTime: text,
  deleteTime: text,
});
export type FirestoreDatabase = z.infer<typeof FirestoreDatabase>;

export const databasesAnswers = {
  'sql.instances.list': z.object({
    items: rowsOf(SqlInstance).default([]),
    warnings: rowsOf(z.object({ code: text, message: text, region: text })).default([]),
    nextPageToken: text,
  }),
  'redis.projects.locations.instances.list': z.object({
    instances: rowsOf(RedisInstance).default([]),
    unreachable: texts,
    nextPageToken: text,
  }),
  'memcache.projects.locations.instances.list': z.object({
    instances: rowsOf(MemcacheInstance).default([]),
    unreachable: texts,
    nextPageToken: text,
  }),
  'firestore.projects.databases.list': z.object({
    databases: rowsOf(FirestoreDatabase).default([]),
    unreachable: texts,
  }),
};
