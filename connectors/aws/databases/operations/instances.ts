/** Database servers of every engine that the relational service runs: the same call returns those of documents and graphs. */
import type { DBInstance } from '@aws-sdk/client-rds';
import { ask } from '../../access/ask.ts';
import type { AwsContext } from '../../access/context.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import type { Tag } from '../../members.ts';
import { type Missing, readPart, readUnlessGone, withMissing } from '../../parts.ts';
import { answerPage } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';
import { readAtLeast } from '../least-page.ts';
import { toInstance } from './to-instance.ts';

/** Calls for tags in one answer: with the list itself and some to spare for what is tried again. */
const mostTagReads = 15;

interface Asked {
  readonly context: AwsContext;
  readonly region: string;
  readonly missing: Missing;
}

export const instanceOperations = {
  'databases.listInstances': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const missing: Missing = [];
      const answer = await answerPage(
        { operation: 'databases.listInstances', args, region, what: 'database servers' },
        async (after) => {
          const { items, ...page } = await readInstances({ context, region, missing }, args.limit, after);
          return { ...page, items: await withTags({ context, region, missing }, items) };
        },
        (found) => ({ region, instances: found.map(({ instance, tags }) => toInstance(instance, tags, region)) }),
      );
      return withMissing(answer, missing);
    },
  },
} satisfies AwsOperations<'databases.listInstances'>;

async function readInstances({ context, region }: Asked, limit: number, after: string | undefined) {
  const { RDSClient: Client, DescribeDBInstancesCommand } = await import('@aws-sdk/client-rds');
  return readAtLeast(after, limit, async (Marker, MaxRecords) => {
    const command = new DescribeDBInstancesCommand({ Marker, MaxRecords });
    const answer = await ask(context, { call: 'rds:DescribeDBInstances', region, Client, command });
    return { items: answer.DBInstances ?? [], next: answer.Marker };
  });
}

interface Tagged {
  readonly instance: DBInstance;
  readonly tags: readonly Tag[];
}

/** The list holds tags for most engines; they are read separately where it has none. */
async function withTags(asked: Asked, instances: readonly DBInstance[]): Promise<Tagged[]> {
  const untold = instances.filter(({ TagList }) => TagList === undefined);
  const read = await readTags(asked, untold.slice(0, mostTagReads));
  const left = untold.length - mostTagReads;
  if (left > 0) asked.missing.push(`Tags of ${left} servers were not read: set limit to ${mostTagReads}.`);
  return instances.map((instance) => ({
    instance,
    tags: instance.TagList ?? read.get(instance.DBInstanceArn ?? '') ?? [],
  }));
}

async function readTags(
  { context, region, missing }: Asked,
  instances: readonly DBInstance[],
): Promise<ReadonlyMap<string, readonly Tag[]>> {
  const tags = new Map<string, readonly Tag[]>();
  const { RDSClient: Client, ListTagsForResourceCommand } = await import('@aws-sdk/client-rds');
  // One part and not many: who may not read the tags of one server may not read those of the next.
  await readPart(missing, 'Tags', async () => {
    for (const { DBInstanceArn } of instances) {
      const ResourceName = need(DBInstanceArn, 'DBInstances[].DBInstanceArn');
      const command = new ListTagsForResourceCommand({ ResourceName });
      const answer = await readUnlessGone(missing, `Tags of ${ResourceName}`, () =>
        ask(context, { call: 'rds:ListTagsForResource', region, Client, command }),
      );
      tags.set(ResourceName, answer?.TagList ?? []);
    }
  });
  return tags;
}
