/** Replication tasks and the machines that run them: https://docs.aws.amazon.com/dms/latest/APIReference/ */
import type { Answers } from '../aws-fake.ts';

const dms = `arn:aws:dms:eu-west-1:123456789012`;

/** Must never be in an answer of ours: conditions on rows are the customer's data. */
const tableFilter = 'canary-of-a-table-filter';

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

export const replicationAnswers: Answers = {
  'dms:DescribeReplicationTasks': ({ Marker }) =>
    Marker === undefined
      ? { ReplicationTasks: [task], Marker: 'page-2' }
      : {
          ReplicationTasks: [{ ...task, ReplicationTaskIdentifier: 'second', ReplicationTaskArn: `${dms}:task:BBBB` }],
        },
  'dms:DescribeReplicationInstances': () => ({ ReplicationInstances: [machine] }),
};
