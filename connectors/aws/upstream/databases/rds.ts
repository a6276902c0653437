/** Instances, clusters and subnet groups: https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/ */
import type { Answers } from '../aws-fake.ts';

export const kmsKey = 'arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab';

const rds = `arn:aws:rds:eu-west-1:123456789012`;
/** Must never be in an answer of ours. */
const nextPassword = 'canary-of-the-next-password';

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
    { SubnetIdentifier: 'subnet-0a1b2c3d', SubnetAvailabilityZone: { Name: 'eu-west-1a' }, SubnetStatus: 'Active' },
  ],
  SupportedNetworkTypes: ['IPV4', 'DUAL'],
};

export const rdsAnswers: Answers = {
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
};
