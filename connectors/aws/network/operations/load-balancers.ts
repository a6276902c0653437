/**
 * Load balancers of both generations as one list: application, network and gateway ones first, then the
 * classic ones. Two interfaces answer under one set of permissions; tags are asked for separately.
 */
import type { LoadBalancerDescription } from '@aws-sdk/client-elastic-load-balancing';
import type { LoadBalancer } from '@aws-sdk/client-elastic-load-balancing-v2';
import { Fault } from '../../../../src/core/fault.ts';
import { ask } from '../../access/ask.ts';
import type { AwsContext } from '../../access/context.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { answerPage, type Page } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';
import { addClassicTags, addTags } from './load-balancer-tags.ts';
import type { Tag } from '../../members.ts';
import { type Missing, readPart, withMissing } from '../../parts.ts';
import { type LoadBalancerData, toClassicLoadBalancer, toLoadBalancer } from './to-load-balancer.ts';

/** So that the tags of a page, asked for twenty at a time, stay within the calls of one operation. */
const mostInPage = 200;

export const loadBalancerOperations = {
  'network.listLoadBalancers': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const missing: Missing = [];
      const answer = await answerPage(
        { operation: 'network.listLoadBalancers', args, region, what: 'load balancers' },
        (after) => readBoth({ context, region, missing }, Math.min(args.limit, mostInPage), parsePlace(after)),
        (loadBalancers) => ({ region, loadBalancers: [...loadBalancers] }),
      );
      return withMissing(answer, missing);
    },
  },
} satisfies AwsOperations<'network.listLoadBalancers'>;

interface Asked {
  readonly context: AwsContext;
  readonly region: string;
  readonly missing: Missing;
}

interface Place {
  readonly generation: 'v2' | 'classic';
  readonly marker: string | undefined;
}

async function readBoth(asked: Asked, limit: number, place: Place): Promise<Page<LoadBalancerData>> {
  const { region, missing } = asked;
  const { v2, classic, next } = await readGenerations(asked, limit, place);
  const tags = new Map<string, readonly Tag[]>();
  await readPart(missing, 'Tags', async () => {
    await addTags(asked, v2, tags);
    await addClassicTags(asked, classic, tags);
  });
  const items = [
    ...v2.map((balancer) => toLoadBalancer(balancer, { region, tags })),
    ...classic.map((balancer) => toClassicLoadBalancer(balancer, { region, tags })),
  ];
  return { items, next };
}

interface Generations {
  readonly v2: readonly LoadBalancer[];
  readonly classic: readonly LoadBalancerDescription[];
  readonly next?: string | undefined;
}

async function readGenerations(asked: Asked, limit: number, { generation, marker }: Place): Promise<Generations> {
  if (generation === 'classic') {
    const { items: classic, next } = await readClassic(asked, limit, marker);
    return { v2: [], classic, next: placeAfter(next) };
  }
  const { items: v2, next } = await readV2(asked, limit, marker);
  if (next !== undefined && next !== '') return { v2, classic: [], next: `v2:${next}` };
  const left = limit - v2.length;
  if (left <= 0) return { v2, classic: [], next: 'classic:' };
  const page = await readPart(asked.missing, 'Classic load balancers', () => readClassic(asked, left, undefined));
  return { v2, classic: page?.items ?? [], next: placeAfter(page?.next) };
}

function placeAfter(next: string | undefined): string | undefined {
  return next === undefined || next === '' ? undefined : `classic:${next}`;
}

async function readV2(
  { context, region }: Asked,
  PageSize: number,
  Marker: string | undefined,
): Promise<Page<LoadBalancer>> {
  const { ElasticLoadBalancingV2Client: Client, DescribeLoadBalancersCommand } =
    await import('@aws-sdk/client-elastic-load-balancing-v2');
  const command = new DescribeLoadBalancersCommand({ PageSize, Marker });
  const answer = await ask(context, { call: 'elasticloadbalancing:DescribeLoadBalancers', region, Client, command });
  return { items: answer.LoadBalancers ?? [], next: answer.NextMarker };
}

async function readClassic(
  { context, region }: Asked,
  PageSize: number,
  Marker: string | undefined,
): Promise<Page<LoadBalancerDescription>> {
  const { ElasticLoadBalancingClient: Client, DescribeLoadBalancersCommand } =
    await import('@aws-sdk/client-elastic-load-balancing');
  const command = new DescribeLoadBalancersCommand({ PageSize, Marker });
  const answer = await ask(context, { call: 'elasticloadbalancing:DescribeLoadBalancers', region, Client, command });
  return { items: answer.LoadBalancerDescriptions ?? [], next: answer.NextMarker };
}

function parsePlace(after: string | undefined): Place {
  if (after === undefined) return { generation: 'v2', marker: undefined };
  const [, generation, marker = ''] = /^(v2|classic):(.*)$/su.exec(after) ?? [];
  if (generation !== 'v2' && generation !== 'classic') {
    throw new Fault('invalid_arguments', { field: 'cursor' }, 'Leave the cursor out to begin the list again.');
  }
  return { generation, marker: marker === '' ? undefined : marker };
}
