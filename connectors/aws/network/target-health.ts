/** Health of what stands behind one load balancer: by its target groups, or by its machines for a classic one. */
import type { TargetGroup, TargetHealthDescription } from '@aws-sdk/client-elastic-load-balancing-v2';
import type { DataOf } from '../../../catalog/index.ts';
import type { Answer } from '../../../src/connector/connector.ts';
import { Fault } from '../../../src/core/fault.ts';
import { ask, type AwsContext } from '../access/ask.ts';
import { type AwsHandlers, need } from '../aws-handlers.ts';
import { chooseRegion } from '../access/regions.ts';
import { type Missing, readPart, readUnlessGone, withMissing } from '../parts.ts';
import { toMachines, toTargetGroup } from './to-target-group.ts';

/** One call each, and room for tries that are repeated. */
const mostGroups = 15;

export const targetHealthHandlers = {
  'network.getTargetHealth': {
    async run({ region: wanted, loadBalancer }, context) {
      const home = regionIn(loadBalancer);
      if (home !== undefined && wanted !== undefined && home !== wanted) {
        throw new Fault(
          'invalid_arguments',
          { field: 'region' },
          `This load balancer is in ${home}: leave region out.`,
        );
      }
      const asked = { context, region: chooseRegion(context, wanted ?? home), loadBalancer };
      return home === undefined ? readMachines(asked) : readGroups(asked);
    },
  },
} satisfies AwsHandlers<'network.getTargetHealth'>;

interface Asked {
  readonly context: AwsContext;
  readonly region: string;
  readonly loadBalancer: string;
}

type Health = Answer<DataOf<'network.getTargetHealth'>>;

/** Those of the newer generation are identified by an ARN; undefined for the name of a classic one. */
function regionIn(loadBalancer: string): string | undefined {
  return /^arn:[^:]+:elasticloadbalancing:([^:]+):/u.exec(loadBalancer)?.[1];
}

async function readGroups(asked: Asked): Promise<Health> {
  const { region, loadBalancer } = asked;
  const { groups, hasMore } = await listGroups(asked);
  const missing = describeRest(groups, hasMore);
  const healthOf = await readHealth(asked, groups.slice(0, mostGroups), missing);
  const answer: Health = {
    data: {
      region,
      loadBalancer,
      targetGroups: groups.slice(0, mostGroups).map((group) => toTargetGroup(group, healthOf.get(group) ?? [])),
    },
    complete: true,
    ...(groups.length === 0 && {
      because: 'The read was allowed, and this load balancer forwards to no target group.',
    }),
    truncated: false,
  };
  return withMissing(answer, missing);
}

interface Groups {
  readonly groups: readonly TargetGroup[];
  readonly hasMore: boolean;
}

async function listGroups({ context, region, loadBalancer: LoadBalancerArn }: Asked): Promise<Groups> {
  const { ElasticLoadBalancingV2Client: Client, DescribeTargetGroupsCommand } =
    await import('@aws-sdk/client-elastic-load-balancing-v2');
  const command = new DescribeTargetGroupsCommand({ LoadBalancerArn });
  const answer = await ask(context, { call: 'elasticloadbalancing:DescribeTargetGroups', region, Client, command });
  const { NextMarker, TargetGroups = [] } = answer;
  return { groups: TargetGroups, hasMore: NextMarker !== undefined && NextMarker !== '' };
}

type HealthOf = ReadonlyMap<TargetGroup, readonly TargetHealthDescription[]>;

async function readHealth(
  { context, region }: Asked,
  groups: readonly TargetGroup[],
  missing: Missing,
): Promise<HealthOf> {
  const healthOf = new Map<TargetGroup, readonly TargetHealthDescription[]>();
  const { ElasticLoadBalancingV2Client: Client, DescribeTargetHealthCommand } =
    await import('@aws-sdk/client-elastic-load-balancing-v2');
  await readPart(missing, 'Health of the targets', async () => {
    for (const group of groups) {
      const TargetGroupArn = need(group.TargetGroupArn, 'TargetGroups[].TargetGroupArn');
      const command = new DescribeTargetHealthCommand({ TargetGroupArn });
      const health = await readUnlessGone(missing, `Health of target group ${TargetGroupArn}`, () =>
        ask(context, { call: 'elasticloadbalancing:DescribeTargetHealth', region, Client, command }),
      );
      healthOf.set(group, health?.TargetHealthDescriptions ?? []);
    }
  });
  return healthOf;
}

function describeRest(groups: readonly TargetGroup[], hasMore: boolean): Missing {
  const names = groups.slice(mostGroups).map(({ TargetGroupName: name }) => name ?? '(without a name)');
  if (names.length === 0 && !hasMore) return [];
  const others = `${names.join(', ')}${hasMore ? ' and others' : ''}`;
  return [`Only ${Math.min(groups.length, mostGroups)} target groups are read in one question. Not read: ${others}.`];
}

async function readMachines({ context, region, loadBalancer }: Asked): Promise<Health> {
  const { ElasticLoadBalancingClient: Client, DescribeInstanceHealthCommand } =
    await import('@aws-sdk/client-elastic-load-balancing');
  const command = new DescribeInstanceHealthCommand({ LoadBalancerName: loadBalancer });
  const answer = await ask(context, { call: 'elasticloadbalancing:DescribeInstanceHealth', region, Client, command });
  const states = answer.InstanceStates ?? [];
  return {
    data: { region, loadBalancer, targetGroups: states.length === 0 ? [] : [toMachines(states)] },
    complete: true,
    ...(states.length === 0 && {
      because: 'The read was allowed, and no machine is registered with this load balancer.',
    }),
    truncated: false,
  };
}
