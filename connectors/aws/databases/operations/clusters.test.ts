import { describe, expect, test } from 'vitest';
import { cluster } from '../../upstream/databases/rds.ts';
import { useAws } from '../../upstream/use-aws.ts';

const agent = useAws();

describe('a cluster', () => {
  const operation = 'databases.listClusters';

  test('is returned with everything that AWS returns', async () => {
    expect(await agent.data(operation, {})).toEqual({
      region: 'eu-west-1',
      clusters: [
        {
          id: 'orders',
          resourceId: 'cluster-ABCDEFGHIJKLMNOPQRSTUVWXYZ',
          engine: 'aurora-postgresql',
          engineVersion: '16.4',
          engineMode: 'provisioned',
          state: 'available',
          progressPercent: 42,
          endpoint: 'orders.cluster-abc.eu-west-1.rds.amazonaws.com',
          readerEndpoint: 'orders.cluster-ro-abc.eu-west-1.rds.amazonaws.com',
          customEndpoints: ['reports.cluster-custom-abc.eu-west-1.rds.amazonaws.com'],
          port: 5432,
          zones: ['eu-west-1a', 'eu-west-1b'],
          isHighlyAvailable: true,
          members: [{ instanceId: 'orders-1', isWriter: true, promotionTier: 1, parameterGroupState: 'in-sync' }],
          capacity: { minUnits: 0.5, maxUnits: 16 },
          replicaOf: 'arn:aws:rds:eu-west-1:123456789012:cluster:source',
          replicaIds: ['arn:aws:rds:eu-west-1:123456789012:cluster:copy'],
          storageType: 'aurora-iopt1',
          isEncrypted: true,
          encryptionKeyId: 'arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab',
          subnetGroup: 'private',
          securityGroups: [{ id: 'sg-0a1b2c3d', state: 'active' }],
          parameterGroup: 'orders-16',
          backupRetentionSec: 1_209_600,
          restorableFrom: '2026-11-07T00:00:00.000Z',
          restorableUntil: '2026-11-21T09:00:00.000Z',
          maintenanceWindow: 'mon:01:00-mon:02:00',
          pendingChanges: ['EngineVersion', 'MasterUserPassword'],
          exportedLogs: ['postgresql'],
          certificate: { authority: 'rds-ca-rsa2048-g1', expiresAt: '2027-01-01T00:00:00.000Z' },
          isDeletionProtected: true,
          createdAt: '2025-01-02T03:04:05.000Z',
          tags: { team: 'orders' },
        },
      ],
    });
  });

  test('has its size where it does not grow by itself, and its present capacity in the first generation', async () => {
    const first = {
      ...cluster,
      AllocatedStorage: 200,
      ServerlessV2ScalingConfiguration: undefined,
      ScalingConfigurationInfo: { MinCapacity: 2, MaxCapacity: 8 },
      Capacity: 4,
      PercentProgress: '',
    };
    agent.answerWith({ 'rds:DescribeDBClusters': () => ({ DBClusters: [first] }) });
    const { clusters } = (await agent.data(operation, {})) as { clusters: readonly object[] };
    expect(clusters[0]).toMatchObject({
      sizeBytes: 214_748_364_800,
      capacity: { minUnits: 2, maxUnits: 8, presentUnits: 4 },
    });
    expect(clusters[0]).not.toHaveProperty('progressPercent');
  });

  test('of one engine is asked for by the filter of AWS', async () => {
    await agent.result(operation, { engine: 'aurora-postgresql', limit: 3 });
    expect(agent.inputs).toEqual([{ Filters: [{ Name: 'engine', Values: ['aurora-postgresql'] }], MaxRecords: 20 }]);
  });

  test('of the next page are returned for the cursor', async () => {
    const { nextCursor } = await agent.result(operation, {});
    expect(await agent.data(operation, { cursor: nextCursor })).toEqual({
      region: 'eu-west-1',
      clusters: [
        {
          id: 'docs',
          engine: 'docdb',
          state: 'available',
          customEndpoints: [],
          zones: [],
          members: [],
          replicaIds: [],
          isEncrypted: false,
          securityGroups: [],
          pendingChanges: [],
          exportedLogs: [],
          tags: {},
        },
      ],
    });
  });
});

test('a group of subnets is returned with its subnets, and page after page', async () => {
  const operation = 'databases.listSubnetGroups';
  const first = await agent.result(operation, {});
  expect(first.data).toEqual({
    region: 'eu-west-1',
    subnetGroups: [
      {
        name: 'private',
        description: 'Subnets without a way out',
        vpcId: 'vpc-0a1b2c3d',
        state: 'Complete',
        subnets: [{ id: 'subnet-0a1b2c3d', zone: 'eu-west-1a', state: 'Active' }],
        networkTypes: ['IPV4', 'DUAL'],
      },
    ],
  });
  expect(await agent.data(operation, { cursor: first.nextCursor })).toEqual({
    region: 'eu-west-1',
    subnetGroups: [{ name: 'public', subnets: [], networkTypes: [] }],
  });
});
