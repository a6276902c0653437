/** Tasks that copy between databases, with the machines that run the tasks of the same page. */
import type { ReplicationInstance, ReplicationTask } from '@aws-sdk/client-database-migration-service';
import { ask } from '../../access/ask.ts';
import type { AwsContext } from '../../access/context.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { distinct } from '../../members.ts';
import { type Missing, readPart, readUnlessGone, withMissing } from '../../parts.ts';
import { answerPage, type Page } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';
import { largestPage, readAtLeast } from '../least-page.ts';
import { toReplicationInstance, toReplicationTask } from './to-replication-task.ts';

interface Asked {
  readonly context: AwsContext;
  readonly region: string;
}

export const replicationTaskOperations = {
  'databases.listReplicationTasks': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const missing: Missing = [];
      let instances: readonly ReplicationInstance[] = [];
      const answer = await answerPage(
        { operation: 'databases.listReplicationTasks', args, region, what: 'replication tasks' },
        async (after) => {
          const page = await readTasks({ context, region }, args.limit, after);
          const read = () => readMachines({ context, region }, page.items);
          const part = 'Instances that run the tasks';
          instances = (await readUnlessGone(missing, part, () => readPart(missing, part, read))) ?? [];
          return page;
        },
        (tasks) => ({
          region,
          tasks: tasks.map(toReplicationTask),
          instances: instances.map(toReplicationInstance),
        }),
      );
      return withMissing(answer, missing);
    },
  },
} satisfies AwsOperations<'databases.listReplicationTasks'>;

/** Without their settings, which nobody asks for and which are long. */
async function readTasks(
  { context, region }: Asked,
  limit: number,
  after: string | undefined,
): Promise<Page<ReplicationTask>> {
  const { DatabaseMigrationServiceClient: Client, DescribeReplicationTasksCommand } =
    await import('@aws-sdk/client-database-migration-service');
  return readAtLeast(after, limit, async (Marker, MaxRecords) => {
    const command = new DescribeReplicationTasksCommand({ Marker, MaxRecords, WithoutSettings: true });
    const answer = await ask(context, { call: 'dms:DescribeReplicationTasks', region, Client, command });
    return { items: answer.ReplicationTasks ?? [], next: answer.Marker };
  });
}

/** At most one for each task, so that one page holds them all. */
async function readMachines(
  { context, region }: Asked,
  tasks: readonly ReplicationTask[],
): Promise<readonly ReplicationInstance[]> {
  const arns = distinct(tasks.map(({ ReplicationInstanceArn }) => ReplicationInstanceArn));
  if (arns.length === 0) return [];
  const { DatabaseMigrationServiceClient: Client, DescribeReplicationInstancesCommand } =
    await import('@aws-sdk/client-database-migration-service');
  const Filters = [{ Name: 'replication-instance-arn', Values: arns }];
  const command = new DescribeReplicationInstancesCommand({ Filters, MaxRecords: largestPage });
  const answer = await ask(context, { call: 'dms:DescribeReplicationInstances', region, Client, command });
  return answer.ReplicationInstances ?? [];
}
