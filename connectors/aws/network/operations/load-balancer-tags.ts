/** Tags of load balancers, asked for twenty at a time: more in one question are refused. */
import type { LoadBalancerDescription } from '@aws-sdk/client-elastic-load-balancing';
import type { LoadBalancer } from '@aws-sdk/client-elastic-load-balancing-v2';
import { ask } from '../../access/ask.ts';
import type { AwsContext } from '../../access/context.ts';
import type { Tag } from '../../members.ts';
import { type Missing, readUnlessGone } from '../../parts.ts';

/** By ARN, or by name for classic ones, which have no ARN in any answer. */
export type TagsById = ReadonlyMap<string, readonly Tag[]>;

interface Asked {
  readonly context: AwsContext;
  readonly region: string;
  readonly missing: Missing;
}

const mostInQuestion = 20;

export async function addTags(
  asked: Asked,
  balancers: readonly LoadBalancer[],
  tags: Map<string, readonly Tag[]>,
): Promise<void> {
  const { context, region, missing } = asked;
  const arns = balancers.flatMap(({ LoadBalancerArn: arn }) => (arn === undefined ? [] : [arn]));
  const { ElasticLoadBalancingV2Client: Client, DescribeTagsCommand } =
    await import('@aws-sdk/client-elastic-load-balancing-v2');
  for (const ResourceArns of twenties(arns)) {
    const command = new DescribeTagsCommand({ ResourceArns });
    const answer = await readUnlessGone(missing, partOf(ResourceArns), () =>
      ask(context, { call: 'elasticloadbalancing:DescribeTags', region, Client, command }),
    );
    for (const { ResourceArn, Tags = [] } of answer?.TagDescriptions ?? []) {
      if (ResourceArn !== undefined) tags.set(ResourceArn, Tags);
    }
  }
}

export async function addClassicTags(
  asked: Asked,
  balancers: readonly LoadBalancerDescription[],
  tags: Map<string, readonly Tag[]>,
): Promise<void> {
  const { context, region, missing } = asked;
  const names = balancers.flatMap(({ LoadBalancerName: name }) => (name === undefined ? [] : [name]));
  const { ElasticLoadBalancingClient: Client, DescribeTagsCommand } =
    await import('@aws-sdk/client-elastic-load-balancing');
  for (const LoadBalancerNames of twenties(names)) {
    const command = new DescribeTagsCommand({ LoadBalancerNames });
    const answer = await readUnlessGone(missing, partOf(LoadBalancerNames), () =>
      ask(context, { call: 'elasticloadbalancing:DescribeTags', region, Client, command }),
    );
    for (const { LoadBalancerName, Tags = [] } of answer?.TagDescriptions ?? []) {
      if (LoadBalancerName !== undefined) tags.set(LoadBalancerName, Tags);
    }
  }
}

/** One that was deleted costs the tags of all that were asked for with it. */
function partOf(ids: readonly string[]): string {
  return `Tags of ${ids.length} of the load balancers`;
}

function twenties(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / mostInQuestion) }, (_, at) =>
    ids.slice(at * mostInQuestion, (at + 1) * mostInQuestion),
  );
}
