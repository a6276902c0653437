/** What databases, caches and document stores are told as. */
import { expect, test } from 'vitest';
import { faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { vendorError } from '../upstream/agent.ts';
import { databasesAnswers } from '../upstream/answers/databases.ts';
import { openAnswering, testAnswers } from '../upstream/use-gcp.ts';

testAnswers([
  [
    'databases.listInstances',
    {},
    {
      instances: [
        {
          id: 'orders',
          engine: 'postgres',
          engineVersion: '16.4',
          type: 'db-custom-4-15360',
          state: 'RUNNABLE',
          stateReasons: [],
          region: 'us-central1',
          zone: 'us-central1-a',
          standbyZone: 'us-central1-b',
          isHighlyAvailable: true,
          endpoint: { host: 'orders.us-central1.sql.goog' },
          ipAddresses: [
            { address: '203.0.113.30', kind: 'primary' },
            { address: '10.64.0.3', kind: 'private' },
          ],
          isPublic: true,
          vpcId: 'projects/acme-prod/global/networks/main',
          securityGroups: [],
          replicaOf: 'orders-primary',
          replicaIds: ['orders-2'],
          storage: {
            type: 'PD_SSD',
            sizeBytes: 107374182400,
            maxSizeBytes: 536870912000,
            isNearlyFull: true,
            isEncrypted: true,
            encryptionKeyId: 'projects/acme-prod/locations/us-central1/keyRings/r/cryptoKeys/k',
          },
          backupRetentionSec: 604800,
          maintenanceWindow: 'Sunday 03:00 UTC',
          nextMaintenanceAt: '2026-12-01T03:00:00.000Z',
          pendingChanges: [],
          parameterGroups: [],
          exportedLogs: [],
          hasLoadRecords: true,
          certificate: { authority: 'Google Cloud SQL Server CA', expiresAt: '2035-01-05T10:00:00.000Z' },
          isDeletionProtected: true,
          createdAt: '2026-01-05T10:00:00.000Z',
          tags: { team: 'shop' },
        },
      ],
    },
  ],
  [
    'databases.listCaches',
    {},
    {
      caches: [
        {
          id: 'projects/acme-prod/locations/us-central1/instances/sessions',
          name: 'sessions',
          engine: 'redis',
          engineVersion: '7.2',
          state: 'READY',
          region: 'us-central1',
          nodeType: 'STANDARD_HA',
          memoryBytes: 5368709120,
          nodes: [
            { id: 'node-0', zone: 'us-central1-a' },
            { id: 'node-1', zone: 'us-central1-b' },
          ],
          replicas: 1,
          isSharded: false,
          hasAutomaticFailover: true,
          isMultiZone: true,
          endpoint: { host: '10.64.1.3', port: 6379 },
          readerEndpoint: { host: '10.64.1.4', port: 6379 },
          isEncryptedInTransit: true,
          isEncryptedAtRest: true,
          isAuthenticated: true,
          vpcId: 'projects/acme-prod/global/networks/main',
          securityGroupIds: [],
          maintenanceWindow: 'Sunday 03:30 UTC',
          createdAt: '2026-01-05T10:00:00.000Z',
          tags: { team: 'shop' },
        },
        {
          id: 'projects/acme-prod/locations/us-central1/instances/pages',
          name: 'pages',
          engine: 'memcached',
          engineVersion: '1.6.15',
          state: 'READY',
          stateReason: 'Zones are not balanced.',
          region: 'us-central1',
          nodeType: '2 CPUs',
          memoryBytes: 2147483648,
          nodes: [
            { id: 'node-a-1', zone: 'us-central1-a', state: 'READY', endpoint: { host: '10.64.2.3', port: 11211 } },
          ],
          isSharded: true,
          hasAutomaticFailover: false,
          isMultiZone: false,
          endpoint: { host: '10.64.2.2', port: 11211 },
          isEncryptedInTransit: false,
          isAuthenticated: false,
          vpcId: 'projects/acme-prod/global/networks/main',
          securityGroupIds: [],
          createdAt: '2026-01-05T10:00:00.000Z',
          tags: {},
        },
      ],
    },
  ],
  [
    'databases.listDocumentStores',
    {},
    {
      documentStores: [
        {
          id: 'projects/acme-prod/databases/(default)',
          name: '(default)',
          type: 'FIRESTORE_NATIVE',
          edition: 'STANDARD',
          location: 'nam5',
          concurrencyMode: 'PESSIMISTIC',
          hasPointInTimeRecovery: true,
          versionRetentionSec: 604800,
          restorableFrom: '2026-11-10T10:00:00.000Z',
          isDeletionProtected: false,
          createdAt: '2026-01-05T10:00:00.000Z',
          updatedAt: '2026-01-05T10:00:00.000Z',
        },
      ],
    },
  ],
]);

test('caches of one kind are told when the other is not enabled', async () => {
  const disabled = vendorError(403, 'not enabled', {
    reason: 'SERVICE_DISABLED',
    metadata: { service: 'redis.googleapis.com' },
  });
  const gcp = await openAnswering({ 'redis.projects.locations.instances.list': disabled });
  const result = resultIn(await gcp.agent.ask('databases.listCaches', {}));
  expect((result.data as { caches: { engine: string }[] }).caches.map(({ engine }) => engine)).toEqual(['memcached']);
  expect(result).toMatchObject({
    complete: false,
    because: expect.stringContaining('redis caches cannot be read') as string,
  });
  const neither = await openAnswering({
    'redis.projects.locations.instances.list': disabled,
    'memcache.projects.locations.instances.list': disabled,
  });
  expect(faultIn(await neither.agent.ask('databases.listCaches', {})).code).toBe('feature_disabled');
});

test('a region that did not answer makes the list of caches incomplete', async () => {
  const gcp = await openAnswering({ 'redis.projects.locations.instances.list': { unreachable: ['us-east1'] } });
  const result = resultIn(await gcp.agent.ask('databases.listCaches', {}));
  expect(result).toMatchObject({ complete: false, because: 'us-east1 did not answer; what is there is missing.' });
});

test('a server that was stopped is not told as running', async () => {
  const [server] = databasesAnswers['sql.instances.list'].items;
  const stopped = { ...server, settings: { ...server?.settings, activationPolicy: 'NEVER' } };
  const gcp = await openAnswering({ 'sql.instances.list': { items: [stopped] } });
  const result = resultIn(await gcp.agent.ask('databases.listInstances', {}));
  expect((result.data as { instances: object[] }).instances[0]).toMatchObject({ state: 'STOPPED' });
});
