import { expect, test } from 'vitest';
import { AwsError } from '../../upstream/aws-fake.ts';
import { task } from '../../upstream/databases/replication.ts';
import { denialOf, useAws } from '../../upstream/use-aws.ts';

const operation = 'databases.listReplicationTasks';

const agent = useAws();

test('a task is returned with its progress, its failure and the machine that runs it', async () => {
  const result = await agent.result(operation, {});
  expect(result).toMatchObject({ complete: true, truncated: true, upstreamCalls: 2 });
  expect(result.data).toEqual({
    region: 'eu-west-1',
    tasks: [
      {
        id: 'orders-to-lake',
        arn: 'arn:aws:dms:eu-west-1:123456789012:task:AAAA',
        migrationType: 'full-load-and-cdc',
        state: 'failed',
        stopReason: 'Stop Reason FATAL_ERROR',
        lastFailure: 'The target refused the connection',
        sourceEndpointArn: 'arn:aws:dms:eu-west-1:123456789012:endpoint:SOURCE',
        targetEndpointArn: 'arn:aws:dms:eu-west-1:123456789012:endpoint:TARGET',
        instanceArn: 'arn:aws:dms:eu-west-1:123456789012:rep:MACHINE',
        progressPercent: 75,
        elapsedSec: 90.5,
        tables: { loaded: 3, loading: 1, queued: 2, failed: 1 },
        createdAt: '2026-10-01T00:00:00.000Z',
        startedAt: '2026-10-03T00:00:00.000Z',
        stoppedAt: '2026-10-03T01:00:00.000Z',
        fullLoadStartedAt: '2026-10-03T00:01:00.000Z',
        fullLoadFinishedAt: '2026-10-03T00:59:00.000Z',
      },
    ],
    instances: [
      {
        id: 'copier',
        arn: 'arn:aws:dms:eu-west-1:123456789012:rep:MACHINE',
        type: 'dms.t3.medium',
        state: 'available',
        engineVersion: '3.5.3',
        sizeBytes: 53_687_091_200,
        isHighlyAvailable: true,
        zone: 'eu-west-1a',
        standbyZone: 'eu-west-1b',
        vpcId: 'vpc-0a1b2c3d',
        privateIpAddresses: ['10.0.1.20'],
        publicIpAddresses: ['198.51.100.20'],
        isPublic: true,
        createdAt: '2026-09-01T00:00:00.000Z',
      },
    ],
  });
  expect(agent.inputs).toEqual([
    { MaxRecords: 100, WithoutSettings: true },
    { Filters: [{ Name: 'replication-instance-arn', Values: [task.ReplicationInstanceArn] }], MaxRecords: 100 },
  ]);
});

test('a task that never ran has no numbers of tables, and without a machine none is asked for', async () => {
  const fresh = { ...task, ReplicationTaskStats: undefined, ReplicationInstanceArn: undefined };
  agent.answerWith({ 'dms:DescribeReplicationTasks': () => ({ ReplicationTasks: [fresh] }) });
  const { tasks } = (await agent.data(operation, {})) as { tasks: readonly object[] };
  expect(tasks[0]).not.toHaveProperty('tables');
  expect(tasks[0]).toMatchObject({ startedAt: '2026-10-02T00:00:00.000Z' });
  expect(agent.actions).toEqual(['dms:DescribeReplicationTasks']);
});

test.each([
  ['denied', denialOf('dms:DescribeReplicationInstances'), 'dms:DescribeReplicationInstances is missing'],
  ['deleted meanwhile', new AwsError(400, 'ResourceNotFoundFault: none'), 'something was deleted meanwhile'],
])('when the machines are %s, the tasks are returned and the answer says so', async (_why, error, because) => {
  agent.answerWith({ 'dms:DescribeReplicationInstances': () => error });
  const result = await agent.result(operation, {});
  expect(result).toMatchObject({ complete: false, data: { tasks: [{ id: 'orders-to-lake' }], instances: [] } });
  expect(result.because).toContain(because);
});
