import { describe, expect, test } from 'vitest';
import { group } from '../../upstream/databases/caches.ts';
import { denialOf, useAws } from '../../upstream/use-aws.ts';

const operation = 'databases.listCaches';

const agent = useAws();

interface Page {
  readonly caches: readonly { readonly id: string; readonly securityGroupIds: readonly string[] }[];
}

test('a group is returned once, merged from both calls, and a cluster alone beside it', async () => {
  const result = await agent.result(operation, {});
  expect(result).toMatchObject({ complete: true, truncated: false, upstreamCalls: 3 });
  expect(result.data).toEqual({
    region: 'eu-west-1',
    caches: [
      {
        id: 'pages',
        engine: 'memcached',
        engineVersion: '1.6.22',
        state: 'modifying',
        region: 'eu-west-1',
        nodeType: 'cache.t4g.micro',
        nodes: [
          {
            id: '0001',
            zone: 'eu-west-1c',
            state: 'available',
            endpoint: { host: 'pages.0001.euw1.cache.amazonaws.com', port: 11_211 },
          },
        ],
        hasAutomaticFailover: false,
        isMultiZone: true,
        endpoint: { host: 'pages.abc.cfg.euw1.cache.amazonaws.com', port: 11_211 },
        isEncryptedInTransit: true,
        isEncryptedAtRest: false,
        isAuthenticated: false,
        subnetGroup: 'private',
        securityGroupIds: ['sg-0a1b2c3e'],
        maintenanceWindow: 'wed:02:00-wed:03:00',
        snapshotRetentionSec: 0,
        createdAt: '2025-04-01T00:00:00.000Z',
      },
      {
        id: 'sessions',
        description: 'Sessions of customers',
        engine: 'valkey',
        engineVersion: '8.0.1',
        state: 'available',
        region: 'eu-west-1',
        nodeType: 'cache.r7g.large',
        nodes: [
          {
            id: 'sessions-001',
            shard: '0001',
            role: 'primary',
            zone: 'eu-west-1a',
            state: 'available',
            endpoint: { host: 'sessions-001.abc.euw1.cache.amazonaws.com', port: 6379 },
          },
          {
            id: 'sessions-002',
            shard: '0001',
            role: 'replica',
            zone: 'eu-west-1b',
            state: 'available',
            endpoint: { host: 'sessions-002.abc.euw1.cache.amazonaws.com', port: 6379 },
          },
        ],
        replicas: 1,
        isSharded: false,
        hasAutomaticFailover: true,
        isMultiZone: true,
        endpoint: { host: 'master.sessions.abc.euw1.cache.amazonaws.com', port: 6379 },
        readerEndpoint: { host: 'replica.sessions.abc.euw1.cache.amazonaws.com', port: 6379 },
        isEncryptedInTransit: true,
        isEncryptedAtRest: true,
        encryptionKeyId: 'arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab',
        isAuthenticated: true,
        subnetGroup: 'private',
        securityGroupIds: ['sg-0a1b2c3d'],
        maintenanceWindow: 'tue:02:00-tue:03:00',
        snapshotRetentionSec: 259_200,
        createdAt: '2025-03-01T00:00:00.000Z',
      },
    ],
  });
});

test('a sharded group is reached by the endpoint of its configuration', async () => {
  const sharded = {
    ...group,
    ClusterEnabled: true,
    ConfigurationEndpoint: { Address: 'cfg.sessions.euw1.cache.amazonaws.com', Port: 6379 },
    UserGroupIds: [],
    NodeGroups: [{ ...group.NodeGroups[0], PrimaryEndpoint: undefined, ReaderEndpoint: undefined }],
  };
  agent.answerWith({ 'elasticache:DescribeReplicationGroups': () => ({ ReplicationGroups: [sharded] }) });
  expect(await agent.data(operation, {})).toMatchObject({
    caches: [
      {},
      { isSharded: true, isAuthenticated: false, endpoint: { host: 'cfg.sessions.euw1.cache.amazonaws.com' } },
    ],
  });
});

describe('a denial', () => {
  const [groups, clusters] = ['elasticache:DescribeReplicationGroups', 'elasticache:DescribeCacheClusters'];

  test('of groups leaves each node as a cache of its own, and says so', async () => {
    agent.answerWith({ [groups]: () => denialOf(groups) });
    const result = await agent.result(operation, {});
    expect((result.data as Page).caches.map(({ id }) => id)).toEqual(['pages', 'sessions-001', 'sessions-002']);
    expect(result).toMatchObject({ complete: false });
    expect(result.because).toContain(
      `each node is returned as a separate cache, could not be read: ${groups} is missing`,
    );
  });

  test('of clusters leaves the groups, without what only clusters hold', async () => {
    agent.answerWith({ [clusters]: () => denialOf(clusters) });
    const result = await agent.result(operation, {});
    expect(result).toMatchObject({ complete: false, data: { caches: [{ id: 'sessions', securityGroupIds: [] }] } });
    expect(result.because).toContain(`${clusters} is missing`);
  });
});

test('more clusters than one answer reads are reported as left out', async () => {
  agent.answerWith({
    'elasticache:DescribeCacheClusters': ({ Marker }) => ({
      CacheClusters: [{ CacheClusterId: `c-${String(Marker)}`, Engine: 'memcached', CacheClusterStatus: 'available' }],
      Marker: `${String(Marker)}+`,
    }),
  });
  expect(await agent.result(operation, {})).toMatchObject({
    complete: false,
    because: 'Only the first 12 clusters of eu-west-1 were read.',
    upstreamCalls: 13,
  });
});
