/** Health of the targets of one load balancer: by target group, or by machine for a classic one. */
import type { TargetGroup, TargetHealthDescription } from '@aws-sdk/client-elastic-load-balancing-v2';
import type { DataOf } from '../../../../catalog/index.ts';
import type { Answer } from '../../../../src/connector/connector.ts';
import { continueAt, decodeCursor } from '../../../../src/connector/cursor.ts';
import { Fault } from '../../../../src/core/fault.ts';
import { ask } from '../../access/ask.ts';
import type { AwsContext } from '../../access/context.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { chooseRegion } from '../../access/regions.ts';
import { type Missing, readPart, readUnlessGone, withMissing } from '../../parts.ts';
import { toMachines, toTargetGroup } from './to-target-group.ts';

export const targetHealthOperations = {
  'network.getTargetHealth': {
    async run({ region: wanted, loadBalancer, limit, cursor }, context) {
      const home = regionIn(loadBalancer);
      if (home !== undefined && wanted !== undefined && home !== wanted) {
        throw new Fault(
          'invalid_arguments',
          { field: 'region' },
          `This load balancer is in ${home}: leave region out.`,
        );
      }
      const asked = { context, region: chooseRegion(context, wanted ?? home), loadBalancer };
      if (home === undefined) return readMachines(asked);
      const about = ['network.getTargetHealth', asked.region, loadBalancer];
      const from = cursor === undefined ? undefined : decodeCursor(about, cursor);
      return readGroups(asked, { about, from, limit });
    },
  },
} satisfies AwsOperations<'network.getTargetHealth'>;

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

interface Place {
  readonly about: readonly unknown[];
  readonly from: string | undefined;
  /** One call for each group, so that the limit is low. */
  readonly limit: number;
}

async function readGroups(asked: Asked, place: Place): Promise<Health> {
  const { region, loadBalancer } = asked;
  const { groups, next } = await listGroups(asked, place);
  const missing: Missing = [];
  const healthOf = await readHealth(asked, groups, missing);
  const answer: Health = {
    data: {
      region,
      loadBalancer,
      targetGroups: groups.map((group) => toTargetGroup(group, healthOf.get(group) ?? [])),
    },
    complete: true,
    ...(groups.length === 0 && {
      because: 'The read was allowed, and this load balancer forwards to no target group.',
    }),
    ...continueAt(place.about, { from: place.from, next }),
  };
  return withMissing(answer, missing);
}

interface Groups {
  readonly groups: readonly TargetGroup[];
  readonly next: string | undefined;
}

async function listGroups({ context, region, loadBalancer: LoadBalancerArn }: Asked, place: Place): Promise<Groups> {
  const { ElasticLoadBalancingV2Client: Client, DescribeTargetGroupsCommand } =
    await import('@aws-sdk/client-elastic-load-balancing-v2');
  const { from: Marker, limit: PageSize } = place;
  const command = new DescribeTargetGroupsCommand({ LoadBalancerArn, PageSize, Marker });
  const answer = await ask(context, { call: 'elasticloadbalancing:DescribeTargetGroups', region, Client, command });
  return { groups: answer.TargetGroups ?? [], next: answer.NextMarker };
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
