/** Caches and their replication groups: https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/ */
import type { Answers } from '../aws-fake.ts';
import { kmsKey } from './rds.ts';

const host = (name: string) => ({ Address: `${name}.abc.euw1.cache.amazonaws.com`, Port: 6379 });

export const group = {
  ReplicationGroupId: 'sessions',
  Description: 'Sessions of customers',
  Status: 'available',
  MemberClusters: ['sessions-001', 'sessions-002'],
  NodeGroups: [
    {
      NodeGroupId: '0001',
      Status: 'available',
      PrimaryEndpoint: host('master.sessions'),
      ReaderEndpoint: host('replica.sessions'),
      NodeGroupMembers: [
        {
          CacheClusterId: 'sessions-001',
          CacheNodeId: '0001',
          ReadEndpoint: host('sessions-001'),
          PreferredAvailabilityZone: 'eu-west-1a',
          CurrentRole: 'primary',
        },
        {
          CacheClusterId: 'sessions-002',
          CacheNodeId: '0001',
          PreferredAvailabilityZone: 'eu-west-1b',
          CurrentRole: 'replica',
        },
      ],
    },
  ],
  AutomaticFailover: 'enabled',
  MultiAZ: 'enabled',
  SnapshotRetentionLimit: 3,
  ClusterEnabled: false,
  CacheNodeType: 'cache.r7g.large',
  AuthTokenEnabled: false,
  UserGroupIds: ['everybody'],
  TransitEncryptionEnabled: true,
  AtRestEncryptionEnabled: true,
  KmsKeyId: kmsKey,
  ReplicationGroupCreateTime: new Date('2025-03-01T00:00:00Z'),
  Engine: 'valkey',
};

const member = (id: string) => ({
  CacheClusterId: id,
  ReplicationGroupId: 'sessions',
  Engine: 'valkey',
  EngineVersion: '8.0.1',
  CacheClusterStatus: 'available',
  CacheSubnetGroupName: 'private',
  PreferredMaintenanceWindow: 'tue:02:00-tue:03:00',
  CacheNodes: [{ CacheNodeId: '0001', CacheNodeStatus: 'available', Endpoint: host(id) }],
  SecurityGroups: [{ SecurityGroupId: 'sg-0a1b2c3d', Status: 'active' }],
});

const alone = {
  CacheClusterId: 'pages',
  ConfigurationEndpoint: { Address: 'pages.abc.cfg.euw1.cache.amazonaws.com', Port: 11_211 },
  CacheNodeType: 'cache.t4g.micro',
  Engine: 'memcached',
  EngineVersion: '1.6.22',
  CacheClusterStatus: 'modifying',
  NumCacheNodes: 1,
  PreferredAvailabilityZone: 'Multiple',
  CacheClusterCreateTime: new Date('2025-04-01T00:00:00Z'),
  PreferredMaintenanceWindow: 'wed:02:00-wed:03:00',
  CacheSubnetGroupName: 'private',
  CacheNodes: [
    {
      CacheNodeId: '0001',
      CacheNodeStatus: 'available',
      CustomerAvailabilityZone: 'eu-west-1c',
      Endpoint: { Address: 'pages.0001.euw1.cache.amazonaws.com', Port: 11_211 },
    },
  ],
  SecurityGroups: [{ SecurityGroupId: 'sg-0a1b2c3e', Status: 'active' }],
  SnapshotRetentionLimit: 0,
  AuthTokenEnabled: false,
  TransitEncryptionEnabled: true,
  AtRestEncryptionEnabled: false,
};

export const cacheAnswers: Answers = {
  'elasticache:DescribeReplicationGroups': () => ({ ReplicationGroups: [group] }),
  'elasticache:DescribeCacheClusters': ({ Marker }) =>
    Marker === undefined
      ? { CacheClusters: [member('sessions-001'), alone], Marker: 'page-2' }
      : { CacheClusters: [member('sessions-002')] },
};
