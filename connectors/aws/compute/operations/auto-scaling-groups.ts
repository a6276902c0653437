/** Groups of identical machines. */
import { ask } from '../../access/ask.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { answerPage } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';
import { toAutoScalingGroup } from './to-auto-scaling-group.ts';

export const autoScalingGroupOperations = {
  'compute.listAutoScalingGroups': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const { AutoScalingClient: Client, DescribeAutoScalingGroupsCommand } =
        await import('@aws-sdk/client-auto-scaling');
      return answerPage(
        { operation: 'compute.listAutoScalingGroups', args, region, what: 'Auto Scaling groups' },
        async (NextToken) => {
          const command = new DescribeAutoScalingGroupsCommand({ NextToken, MaxRecords: args.limit });
          const call = 'autoscaling:DescribeAutoScalingGroups';
          const answer = await ask(context, { call, region, Client, command });
          return { items: answer.AutoScalingGroups ?? [], next: answer.NextToken };
        },
        (groups) => ({ region, autoScalingGroups: groups.map(toAutoScalingGroup) }),
      );
    },
  },
} satisfies AwsOperations<'compute.listAutoScalingGroups'>;
