/** Networks and their subnets. */
import { ask } from '../../access/ask.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { answerPage, pageSizeFor } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';
import { filtersOf } from '../../filters.ts';
import { readKept } from '../../cached-page.ts';
import { toSubnet, toVpc } from './to-vpc.ts';

export const vpcOperations = {
  'network.listVpcs': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const { ids, names, tags } = args.filters ?? {};
      const Filters = filtersOf({ 'vpc-id': ids, 'tag:Name': names }, tags);
      const { EC2Client: Client, DescribeVpcsCommand } = await import('@aws-sdk/client-ec2');
      return answerPage(
        { operation: 'network.listVpcs', args, region, what: 'networks' },
        (after) =>
          readKept(after, {
            limit: args.limit,
            size: pageSizeFor(args.limit),
            async read(NextToken, MaxResults) {
              const command = new DescribeVpcsCommand({ Filters, NextToken, MaxResults });
              const answer = await ask(context, { call: 'ec2:DescribeVpcs', region, Client, command });
              return { items: answer.Vpcs ?? [], next: answer.NextToken };
            },
          }),
        (vpcs) => ({ region, vpcs: vpcs.map(toVpc) }),
      );
    },
  },

  'network.listSubnets': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const { ids, names, vpcIds, zones, tags } = args.filters ?? {};
      const Filters = filtersOf(
        { 'subnet-id': ids, 'tag:Name': names, 'vpc-id': vpcIds, 'availability-zone': zones },
        tags,
      );
      const { EC2Client: Client, DescribeSubnetsCommand } = await import('@aws-sdk/client-ec2');
      return answerPage(
        { operation: 'network.listSubnets', args, region, what: 'subnets' },
        (after) =>
          readKept(after, {
            limit: args.limit,
            size: pageSizeFor(args.limit),
            async read(NextToken, MaxResults) {
              const command = new DescribeSubnetsCommand({ Filters, NextToken, MaxResults });
              const answer = await ask(context, { call: 'ec2:DescribeSubnets', region, Client, command });
              return { items: answer.Subnets ?? [], next: answer.NextToken };
            },
          }),
        (subnets) => ({ region, subnets: subnets.map((subnet) => toSubnet(subnet, region)) }),
      );
    },
  },
} satisfies AwsOperations<'network.listVpcs' | 'network.listSubnets'>;
