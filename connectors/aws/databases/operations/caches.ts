/**
 * Caches: groups of nodes that copy one another, and standalone clusters. Neither call returns
 * all of a group, and a page of one need not match a page of the other, so both lists are read whole,
 * within bounds, before a page is cut from them.
 */
import type { CacheCluster, ReplicationGroup } from '@aws-sdk/client-elasticache';
import { Fault } from '../../../../src/core/fault.ts';
import { ask } from '../../access/ask.ts';
import type { AwsContext } from '../../access/context.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { readWhole } from '../../cached-page.ts';
import { type Missing, readPart, withMissing } from '../../parts.ts';
import { answerPage, readPages } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';
import { largestPage } from '../least-page.ts';
import { toCacheOfCluster, toCacheOfGroup } from './to-cache.ts';

/** Together few enough for the calls of one operation, with some to spare for what is tried again. */
const mostGroupPages = 4;
const mostClusterPages = 12;

type Cache =
  | { readonly kind: 'group'; readonly group: ReplicationGroup; readonly members: readonly CacheCluster[] }
  | { readonly kind: 'cluster'; readonly cluster: CacheCluster };

interface Asked {
  readonly context: AwsContext;
  readonly region: string;
  readonly missing: Missing;
}

export const cacheOperations = {
  'databases.listCaches': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const missing: Missing = [];
      const answer = await answerPage(
        { operation: 'databases.listCaches', args, region, what: 'caches' },
        (after) => readWhole(after, args.limit, () => readCaches({ context, region, missing }), idOf),
        (caches) => ({
          region,
          caches: caches.map((cache) =>
            cache.kind === 'group'
              ? toCacheOfGroup(cache.group, cache.members, region)
              : toCacheOfCluster(cache.cluster, region),
          ),
        }),
      );
      return withMissing(answer, missing);
    },
  },
} satisfies AwsOperations<'databases.listCaches'>;

/** A group may be named like a cluster. */
function idOf(cache: Cache): string {
  return cache.kind === 'group'
    ? `${need(cache.group.ReplicationGroupId, 'ReplicationGroups[].ReplicationGroupId')}:group`
    : `${need(cache.cluster.CacheClusterId, 'CacheClusters[].CacheClusterId')}:cluster`;
}

async function readCaches(asked: Asked): Promise<Cache[]> {
  const denials: Fault[] = [];
  const groups = await readPart(asked.missing, 'Groups, of which each node is returned as a separate cache,', () =>
    keepDenial(denials, () => readGroups(asked)),
  );
  const clusters = await readPart(asked.missing, 'Standalone clusters, and details of those in groups,', () =>
    keepDenial(denials, () => readClusters(asked)),
  );
  const [denial] = denials;
  if (groups === undefined && clusters === undefined && denial !== undefined) throw denial;
  const inGroup = Map.groupBy(clusters ?? [], ({ ReplicationGroupId }) =>
    groups === undefined ? undefined : ReplicationGroupId,
  );
  return [
    ...(groups ?? []).map((group): Cache => ({
      kind: 'group',
      group,
      members: inGroup.get(group.ReplicationGroupId) ?? [],
    })),
    ...(inGroup.get(undefined) ?? []).map((cluster): Cache => ({ kind: 'cluster', cluster })),
  ];
}

/** With nothing to return, the first denial is the answer. */
async function keepDenial<Part>(denials: Fault[], read: () => Promise<Part>): Promise<Part> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Fault) denials.push(error);
    throw error;
  }
}

async function readGroups({ context, region, missing }: Asked): Promise<ReplicationGroup[]> {
  const { ElastiCacheClient: Client, DescribeReplicationGroupsCommand } = await import('@aws-sdk/client-elasticache');
  const { items, next } = await readPages(mostGroupPages, async (Marker) => {
    const command = new DescribeReplicationGroupsCommand({ Marker, MaxRecords: largestPage });
    const answer = await ask(context, { call: 'elasticache:DescribeReplicationGroups', region, Client, command });
    return { items: answer.ReplicationGroups ?? [], next: answer.Marker };
  });
  if (next !== undefined) missing.push(`Only the first ${items.length} groups of ${region} were read.`);
  return [...items];
}

async function readClusters({ context, region, missing }: Asked): Promise<CacheCluster[]> {
  const { ElastiCacheClient: Client, DescribeCacheClustersCommand } = await import('@aws-sdk/client-elasticache');
  const { items, next } = await readPages(mostClusterPages, async (Marker) => {
    const command = new DescribeCacheClustersCommand({ Marker, MaxRecords: largestPage, ShowCacheNodeInfo: true });
    const answer = await ask(context, { call: 'elasticache:DescribeCacheClusters', region, Client, command });
    return { items: answer.CacheClusters ?? [], next: answer.Marker };
  });
  if (next !== undefined) missing.push(`Only the first ${items.length} clusters of ${region} were read.`);
  return [...items];
}
