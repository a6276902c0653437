/** Security groups: what is let in and out. */
import { ask } from '../../access/ask.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { answerPage, pageSizeFor } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';
import { filtersOf } from '../../filters.ts';
import { readKept } from '../../cached-page.ts';
import { toSecurityGroup } from './to-security-group.ts';

export const securityGroupOperations = {
  'network.listSecurityGroups': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const { ids, names, vpcIds, tags } = args.filters ?? {};
      const Filters = filtersOf({ 'group-id': ids, 'group-name': names, 'vpc-id': vpcIds }, tags);
      const { EC2Client: Client, DescribeSecurityGroupsCommand } = await import('@aws-sdk/client-ec2');
      return answerPage(
        { operation: 'network.listSecurityGroups', args, region, what: 'security groups' },
        (after) =>
          readKept(after, {
            limit: args.limit,
            size: pageSizeFor(args.limit),
            async read(NextToken, MaxResults) {
              const command = new DescribeSecurityGroupsCommand({ Filters, NextToken, MaxResults });
              const answer = await ask(context, { call: 'ec2:DescribeSecurityGroups', region, Client, command });
              return { items: answer.SecurityGroups ?? [], next: answer.NextToken };
            },
          }),
        (groups) => ({ region, securityGroups: groups.map(toSecurityGroup) }),
      );
    },
  },
} satisfies AwsOperations<'network.listSecurityGroups'>;
