/**
 * Good answers of the services that run databases, each list with a second page:
 * https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/ and its neighbours.
 */
import type { Answers } from '../aws-fake.ts';
import type { Exemplar } from '../../../../test/contract/exemplar.ts';

const account = '123456789012';
const rds = `arn:aws:rds:eu-west-1:${account}`;
const dms = `arn:aws:dms:eu-west-1:${account}`;
const kmsKey = `arn:aws:kms:eu-west-1:${account}:key/1234abcd-12ab-34cd-56ef-1234567890ab`;
/** Must never be in an answer of ours. */
export const nextPassword = 'the-next-password-of-the-database';

export const primary = {
  DBInstanceIdentifier: 'checkout',
  DBInstanceArn: `${rds}:db:checkout`,
  DbiResourceId: 'db-FAIHNTYBKTGAUSUZQYPDS2GW4A',
  DBInstanceClass: 'db.r6g.large',
  Engine: 'postgres',
  EngineVersion: '16.4',
  DBInstanceStatus: 'storage-full',
  MasterUsername: 'root_user_of_checkout',
  Endpoint: { Address: 'checkout.abc.eu-west-1.rds.amazonaws.com', Port: 5432, HostedZoneId: 'Z1' },
  AllocatedStorage: 100,
  MaxAllocatedStorage: 500,
  Iops: 3000,
  StorageThroughput: 125,
  StorageType: 'gp3',
  StorageEncrypted: true,
  KmsKeyId: kmsKey,
  InstanceCreateTime: new Date('2025-01-02T03:04:05Z'),
  BackupRetentionPeriod: 7,
  LatestRestorableTime: new Date('2026-11-21T09:00:00Z'),
  PreferredMaintenanceWindow: 'sun:03:00-sun:04:00',
  VpcSecurityGroups: [{ VpcSecurityGroupId: 'sg-0a1b2c3d', Status: 'active' }],
  DBParameterGroups: [{ DBParameterGroupName: 'checkout-16', ParameterApplyStatus: 'pending-reboot' }],
  AvailabilityZone: 'eu-west-1a',
  SecondaryAvailabilityZone: 'eu-west-1b',
  MultiAZ: true,
  DBSubnetGroup: { DBSubnetGroupName: 'private', VpcId: 'vpc-0a1b2c3d', SubnetGroupStatus: 'Complete' },
  PendingModifiedValues: { DBInstanceClass: 'db.r6g.xlarge', MasterUserPassword: nextPassword },
  ReadReplicaDBInstanceIdentifiers: ['checkout-replica'],
  ReadReplicaDBClusterIdentifiers: ['checkout-copies'],
  PubliclyAccessible: false,
  StatusInfos: [
    { StatusType: 'read replication', Normal: false, Status: 'error', Message: 'the source stopped' },
    { StatusType: 'other', Normal: true, Status: 'fine' },
  ],
  CACertificateIdentifier: 'rds-ca-rsa2048-g1',
  CertificateDetails: { CAIdentifier: 'rds-ca-rsa2048-g1', ValidTill: new Date('2027-01-01T00:00:00Z') },
  PerformanceInsightsEnabled: true,
  EnabledCloudwatchLogsExports: ['postgresql'],
  DeletionProtection: true,
  TagList: [{ Key: 'team', Value: 'checkout' }],
};

/** The least that the service tells; tags have to be asked for. */
export const replica = {
  DBInstanceIdentifier: 'checkout-replica',
  DBInstanceArn: `${rds}:db:checkout-replica`,
  DBInstanceClass: 'db.t4g.micro',
  Engine: 'postgres',
  EngineVersion: '16.4',
  DBInstanceStatus: 'creating',
  ReadReplicaSourceDBInstanceIdentifier: 'checkout',
};

const documents = {
  ...replica,
  DBInstanceIdentifier: 'documents',
  DBInstanceArn: `${rds}:db:documents`,
  Engine: 'docdb',
  EngineVersion: '5.0.0',
  ReadReplicaSourceDBInstanceIdentifier: undefined,
  TagList: [],
};

export const cluster = {
  DBClusterIdentifier: 'orders',
  DbClusterResourceId: 'cluster-ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  Engine: 'aurora-postgresql',
  EngineVersion: '16.4',
  EngineMode: 'provisioned',
  Status: 'available',
  PercentProgress: '42',
  MasterUsername: 'root_user_of_orders',
  Endpoint: 'orders.cluster-abc.eu-west-1.rds.amazonaws.com',
  ReaderEndpoint: 'orders.cluster-ro-abc.eu-west-1.rds.amazonaws.com',
  CustomEndpoints: ['reports.cluster-custom-abc.eu-west-1.rds.amazonaws.com'],
  Port: 5432,
  AvailabilityZones: ['eu-west-1a', 'eu-west-1b'],
  MultiAZ: true,
  DBClusterMembers: [
    {
      DBInstanceIdentifier: 'orders-1',
      IsClusterWriter: true,
      PromotionTier: 1,
      DBClusterParameterGroupStatus: 'in-sync',
    },
  ],
  ServerlessV2ScalingConfiguration: { MinCapacity: 0.5, MaxCapacity: 16 },
  ReplicationSourceIdentifier: `${rds}:cluster:source`,
  ReadReplicaIdentifiers: [`${rds}:cluster:copy`],
  StorageType: 'aurora-iopt1',
  AllocatedStorage: 1,
  StorageEncrypted: true,
  KmsKeyId: kmsKey,
  DBSubnetGroup: 'private',
  VpcSecurityGroups: [{ VpcSecurityGroupId: 'sg-0a1b2c3d', Status: 'active' }],
  DBClusterParameterGroup: 'orders-16',
  BackupRetentionPeriod: 14,
  EarliestRestorableTime: new Date('2026-11-07T00:00:00Z'),
  LatestRestorableTime: new Date('2026-11-21T09:00:00Z'),
  PreferredMaintenanceWindow: 'mon:01:00-mon:02:00',
  PendingModifiedValues: { EngineVersion: '16.6', MasterUserPassword: nextPassword },
  EnabledCloudwatchLogsExports: ['postgresql'],
  CertificateDetails: { CAIdentifier: 'rds-ca-rsa2048-g1', ValidTill: new Date('2027-01-01T00:00:00Z') },
  DeletionProtection: true,
  ClusterCreateTime: new Date('2025-01-02T03:04:05Z'),
  TagList: [{ Key: 'team', Value: 'orders' }],
};

export const subnetGroup = {
  DBSubnetGroupName: 'private',
  DBSubnetGroupDescription: 'Subnets without a way out',
  VpcId: 'vpc-0a1b2c3d',
  SubnetGroupStatus: 'Complete',
  Subnets: [
    {
      SubnetIdentifier: 'subnet-0a1b2c3d',
      SubnetAvailabilityZone: { Name: 'eu-west-1a' },
      SubnetStatus: 'Active',
    },
  ],
  SupportedNetworkTypes: ['IPV4', 'DUAL'],
};

/** Must never be in an answer of ours: conditions on rows are the customer's data. */
export const tableFilter = 'customers-born-before-1970';

export const task = {
  ReplicationTaskIdentifier: 'orders-to-lake',
  ReplicationTaskArn: `${dms}:task:AAAA`,
  SourceEndpointArn: `${dms}:endpoint:SOURCE`,
  TargetEndpointArn: `${dms}:endpoint:TARGET`,
  ReplicationInstanceArn: `${dms}:rep:MACHINE`,
  MigrationType: 'full-load-and-cdc',
  TableMappings: JSON.stringify({ rules: [{ 'filter-value': tableFilter }] }),
  Status: 'failed',
  LastFailureMessage: 'The target refused the connection',
  StopReason: 'Stop Reason FATAL_ERROR',
  ReplicationTaskCreationDate: new Date('2026-10-01T00:00:00Z'),
  ReplicationTaskStartDate: new Date('2026-10-02T00:00:00Z'),
  ReplicationTaskStats: {
    FullLoadProgressPercent: 75,
    ElapsedTimeMillis: 90_500,
    TablesLoaded: 3,
    TablesLoading: 1,
    TablesQueued: 2,
    TablesErrored: 1,
    StartDate: new Date('2026-10-03T00:00:00Z'),
    StopDate: new Date('2026-10-03T01:00:00Z'),
    FullLoadStartDate: new Date('2026-10-03T00:01:00Z'),
    FullLoadFinishDate: new Date('2026-10-03T00:59:00Z'),
  },
};

export const machine = {
  ReplicationInstanceIdentifier: 'copier',
  ReplicationInstanceArn: `${dms}:rep:MACHINE`,
  ReplicationInstanceClass: 'dms.t3.medium',
  ReplicationInstanceStatus: 'available',
  EngineVersion: '3.5.3',
  AllocatedStorage: 50,
  MultiAZ: true,
  AvailabilityZone: 'eu-west-1a',
  SecondaryAvailabilityZone: 'eu-west-1b',
  ReplicationSubnetGroup: { VpcId: 'vpc-0a1b2c3d' },
  ReplicationInstancePrivateIpAddresses: ['10.0.1.20'],
  ReplicationInstancePublicIpAddresses: ['198.51.100.20'],
  PubliclyAccessible: true,
  InstanceCreateTime: new Date('2026-09-01T00:00:00Z'),
};

export const domain = {
  DomainId: `${account}/search`,
  DomainName: 'search',
  ARN: `arn:aws:es:eu-west-1:${account}:domain/search`,
  Created: true,
  Deleted: false,
  Endpoints: { vpc: 'vpc-search.eu-west-1.es.amazonaws.com' },
  EndpointV2: 'search.eu-west-1.on.aws',
  Processing: true,
  UpgradeProcessing: false,
  EngineVersion: 'OpenSearch_2.11',
  ClusterConfig: {
    InstanceType: 'r6g.large.search',
    InstanceCount: 4,
    DedicatedMasterEnabled: true,
    DedicatedMasterType: 'm6g.large.search',
    DedicatedMasterCount: 3,
    ZoneAwarenessEnabled: true,
    ZoneAwarenessConfig: { AvailabilityZoneCount: 2 },
    WarmEnabled: true,
    WarmType: 'ultrawarm1.medium.search',
    WarmCount: 2,
  },
  EBSOptions: { EBSEnabled: true, VolumeType: 'gp3', VolumeSize: 200, Iops: 3000, Throughput: 250 },
  AccessPolicies: '{"Version":"2012-10-17","Statement":[]}',
  VPCOptions: {
    VPCId: 'vpc-0a1b2c3d',
    SubnetIds: ['subnet-0a1b2c3d'],
    AvailabilityZones: ['eu-west-1a', 'eu-west-1b'],
    SecurityGroupIds: ['sg-0a1b2c3d'],
  },
  EncryptionAtRestOptions: { Enabled: true, KmsKeyId: kmsKey },
  NodeToNodeEncryptionOptions: { Enabled: true },
  LogPublishingOptions: {
    INDEX_SLOW_LOGS: { CloudWatchLogsLogGroupArn: `arn:aws:logs:eu-west-1:${account}:log-group:slow`, Enabled: true },
    AUDIT_LOGS: { Enabled: false },
  },
  ServiceSoftwareOptions: {
    CurrentVersion: 'OpenSearch_2_11_R20260101',
    NewVersion: 'OpenSearch_2_11_R20261101',
    UpdateAvailable: true,
    UpdateStatus: 'ELIGIBLE',
    AutomatedUpdateDate: new Date('2026-12-01T00:00:00Z'),
  },
  DomainEndpointOptions: { EnforceHTTPS: true, CustomEndpointEnabled: true, CustomEndpoint: 'search.example.com' },
  ChangeProgressDetails: {
    ChangeId: '12345678-1234-1234-1234-123456789012',
    Message: 'Adding nodes',
    ConfigChangeStatus: 'ApplyingChanges',
    InitiatedBy: 'CUSTOMER',
    StartTime: new Date('2026-11-21T08:00:00Z'),
    LastUpdatedTime: new Date('2026-11-21T08:30:00Z'),
  },
  DomainProcessingStatus: 'Modifying',
};

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

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 20, 10, minute));
const cpu = { 'db.wait_event.name': 'CPU', 'db.wait_event.type': 'CPU' };
const lock = { 'db.wait_event.name': 'Lock:tuple', 'db.wait_event.type': 'Lock' };

const curve = (Dimensions: object | undefined, first: number, second: number) => ({
  Key: { Metric: 'db.load.avg', ...(Dimensions !== undefined && { Dimensions }) },
  DataPoints: [
    { Timestamp: at(0), Value: first },
    { Timestamp: at(1), Value: second },
  ],
});

export const databasesAnswers: Answers = {
  'rds:DescribeDBInstances': ({ Marker }) =>
    Marker === undefined ? { DBInstances: [primary, replica], Marker: 'page-2' } : { DBInstances: [documents] },
  'rds:ListTagsForResource': () => ({ TagList: [{ Key: 'copy', Value: 'yes' }] }),
  'rds:DescribeDBClusters': ({ Marker }) =>
    Marker === undefined
      ? { DBClusters: [cluster], Marker: 'page-2' }
      : { DBClusters: [{ DBClusterIdentifier: 'docs', Engine: 'docdb', Status: 'available' }] },
  'rds:DescribeDBSubnetGroups': ({ Marker }) =>
    Marker === undefined
      ? { DBSubnetGroups: [subnetGroup], Marker: 'page-2' }
      : { DBSubnetGroups: [{ DBSubnetGroupName: 'public' }] },
  'dms:DescribeReplicationTasks': ({ Marker }) =>
    Marker === undefined
      ? { ReplicationTasks: [task], Marker: 'page-2' }
      : {
          ReplicationTasks: [{ ...task, ReplicationTaskIdentifier: 'second', ReplicationTaskArn: `${dms}:task:BBBB` }],
        },
  'dms:DescribeReplicationInstances': () => ({ ReplicationInstances: [machine] }),
  'es:ListDomainNames': () => ({
    DomainNames: [
      { DomainName: 'search', EngineType: 'OpenSearch' },
      { DomainName: 'events', EngineType: 'OpenSearch' },
    ],
  }),
  'es:DescribeDomains': ({ DomainNames }) => ({
    DomainStatusList: (DomainNames as string[]).map((DomainName) =>
      DomainName === 'search'
        ? domain
        : {
            DomainId: `${account}/${DomainName}`,
            DomainName,
            ARN: `arn:aws:es:eu-west-1:${account}:domain/${DomainName}`,
            ClusterConfig: {},
          },
    ),
  }),
  'elasticache:DescribeReplicationGroups': () => ({ ReplicationGroups: [group] }),
  'elasticache:DescribeCacheClusters': ({ Marker }) =>
    Marker === undefined
      ? { CacheClusters: [member('sessions-001'), alone], Marker: 'page-2' }
      : { CacheClusters: [member('sessions-002')] },
  'pi:GetResourceMetrics': ({ NextToken }) => ({
    AlignedStartTime: at(0),
    AlignedEndTime: at(2),
    MetricList: NextToken === undefined ? [curve(undefined, 3, 5), curve(cpu, 1, 2)] : [curve(lock, 2, 3)],
    ...(NextToken === undefined && { NextToken: 'page-2' }),
  }),
  'pi:DescribeDimensionKeys': () => ({
    AlignedStartTime: at(0),
    AlignedEndTime: at(2),
    Keys: [
      { Dimensions: lock, Total: 2.5 },
      { Dimensions: cpu, Total: 1.5 },
    ],
  }),
};

export const load = {
  instance: primary.DbiResourceId,
  window: { from: '2026-11-20T10:00:00Z', to: '2026-11-20T10:02:00Z' },
  stepSec: 60,
};

export const databasesQuestions: Exemplar['questions'] = {
  'databases.listInstances': [{}, { region: 'us-east-1' }],
  'databases.listClusters': [{}],
  'databases.listSubnetGroups': [{}],
  'databases.listReplicationTasks': [{}],
  'databases.listSearchDomains': [{}],
  'databases.listCaches': [{}],
  'databases.getLoad': [load],
};
