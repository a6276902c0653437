/** Good answers of Cloud SQL, Memorystore and Firestore. */
import type { Exemplar } from '../../../../test/contract/exemplar.ts';
import { project } from '../project.ts';

const at = (location: string): string => `projects/${project}/locations/${location}`;

const sqlInstance = {
  name: 'orders',
  state: 'RUNNABLE',
  databaseVersion: 'POSTGRES_16',
  databaseInstalledVersion: 'POSTGRES_16_4',
  region: 'us-central1',
  gceZone: 'us-central1-a',
  secondaryGceZone: 'us-central1-b',
  masterInstanceName: `${project}:orders-primary`,
  replicaNames: ['orders-2'],
  rootPassword: 'canary-secret',
  createTime: '2026-01-05T10:00:00Z',
  dnsName: 'orders.us-central1.sql.goog.',
  ipAddresses: [
    { ipAddress: '203.0.113.30', type: 'PRIMARY' },
    { ipAddress: '10.64.0.3', type: 'PRIVATE' },
  ],
  diskEncryptionConfiguration: { kmsKeyName: `${at('us-central1')}/keyRings/r/cryptoKeys/k` },
  outOfDiskReport: { sqlOutOfDiskState: 'SOON_OUT_OF_DISK' },
  scheduledMaintenance: { startTime: '2026-12-01T03:00:00Z' },
  serverCaCert: { commonName: 'Google Cloud SQL Server CA', expirationTime: '2035-01-05T10:00:00Z' },
  settings: {
    tier: 'db-custom-4-15360',
    activationPolicy: 'ALWAYS',
    availabilityType: 'REGIONAL',
    dataDiskType: 'PD_SSD',
    dataDiskSizeGb: '100',
    storageAutoResize: true,
    storageAutoResizeLimit: '500',
    deletionProtectionEnabled: true,
    userLabels: { team: 'shop' },
    backupConfiguration: { enabled: true, backupRetentionSettings: { retainedBackups: 7, retentionUnit: 'COUNT' } },
    insightsConfig: { queryInsightsEnabled: true },
    ipConfiguration: { ipv4Enabled: true, privateNetwork: `projects/${project}/global/networks/main` },
    maintenanceWindow: { day: 7, hour: 3 },
  },
};

const redis = {
  name: `${at('us-central1')}/instances/sessions`,
  displayName: 'sessions',
  state: 'READY',
  redisVersion: 'REDIS_7_2',
  tier: 'STANDARD_HA',
  memorySizeGb: 5,
  locationId: 'us-central1-a',
  alternativeLocationId: 'us-central1-b',
  nodes: [
    { id: 'node-0', zone: 'us-central1-a' },
    { id: 'node-1', zone: 'us-central1-b' },
  ],
  replicaCount: 1,
  host: '10.64.1.3',
  port: 6379,
  readEndpoint: '10.64.1.4',
  readEndpointPort: 6379,
  transitEncryptionMode: 'SERVER_AUTHENTICATION',
  authEnabled: true,
  authorizedNetwork: `projects/${project}/global/networks/main`,
  createTime: '2026-01-05T10:00:00Z',
  labels: { team: 'shop' },
  maintenancePolicy: { weeklyMaintenanceWindow: [{ day: 'SUNDAY', startTime: { hours: 3, minutes: 30 } }] },
};

const memcached = {
  name: `${at('us-central1')}/instances/pages`,
  state: 'READY',
  instanceMessages: [{ code: 'ZONE_DISTRIBUTION_UNBALANCED', message: 'Zones are not balanced.' }],
  memcacheVersion: 'MEMCACHE_1_6_15',
  memcacheFullVersion: 'memcached-1.6.15',
  nodeConfig: { cpuCount: 2, memorySizeMb: 2048 },
  memcacheNodes: [{ nodeId: 'node-a-1', zone: 'us-central1-a', state: 'READY', host: '10.64.2.3', port: 11_211 }],
  zones: ['us-central1-a'],
  discoveryEndpoint: '10.64.2.2:11211',
  authorizedNetwork: `projects/${project}/global/networks/main`,
  createTime: '2026-01-05T10:00:00Z',
};

const firestore = {
  name: `projects/${project}/databases/(default)`,
  uid: 'b5c0e7c2',
  type: 'FIRESTORE_NATIVE',
  databaseEdition: 'STANDARD',
  locationId: 'nam5',
  concurrencyMode: 'PESSIMISTIC',
  pointInTimeRecoveryEnablement: 'POINT_IN_TIME_RECOVERY_ENABLED',
  versionRetentionPeriod: '604800s',
  earliestVersionTime: '2026-11-10T10:00:00Z',
  deleteProtectionState: 'DELETE_PROTECTION_DISABLED',
  createTime: '2026-01-05T10:00:00Z',
  updateTime: '2026-01-05T10:00:00Z',
};

export const databasesAnswers = {
  'sql.instances.list': { items: [sqlInstance] },
  'redis.projects.locations.instances.list': { instances: [redis] },
  'memcache.projects.locations.instances.list': { instances: [memcached] },
  'firestore.projects.databases.list': { databases: [firestore] },
};

export const databasesQuestions: Exemplar['questions'] = {
  'databases.listCaches': [{}],
  'databases.listDocumentStores': [{}],
  'databases.listInstances': [{}],
};

const replica = (secret: string): object => ({
  mysqlReplicaConfiguration: { username: 'ada', password: secret, clientKey: secret },
});

export const databasesRedacted: NonNullable<Exemplar['redacted']> = {
  'passwords of servers and of their replicas': ['items.*.rootPassword', ['items.*.replicaConfiguration', replica]],
  'private keys of replicas': [['items.*.replicaConfiguration', replica]],
};
