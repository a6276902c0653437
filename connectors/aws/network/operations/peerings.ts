/** Peerings between two networks, of one account or of two. */
import type { VpcPeeringConnection, VpcPeeringConnectionVpcInfo } from '@aws-sdk/client-ec2';
import type { DataOf } from '../../../../catalog/index.ts';
import { ask } from '../../access/ask.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { answerPage, pageSizeFor } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';
import { filtersOf } from '../../filters.ts';
import { readKept } from '../../cached-page.ts';
import { distinct, known, nameIn, tagsOf, timeOf } from '../../members.ts';

export const peeringOperations = {
  'network.listPeerings': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const { ids, requesterVpcIds, accepterVpcIds, tags } = args.filters ?? {};
      const Filters = filtersOf(
        {
          'vpc-peering-connection-id': ids,
          'requester-vpc-info.vpc-id': requesterVpcIds,
          'accepter-vpc-info.vpc-id': accepterVpcIds,
        },
        tags,
      );
      const { EC2Client: Client, DescribeVpcPeeringConnectionsCommand } = await import('@aws-sdk/client-ec2');
      return answerPage(
        { operation: 'network.listPeerings', args, region, what: 'peerings' },
        (after) =>
          readKept(after, {
            limit: args.limit,
            size: pageSizeFor(args.limit),
            async read(NextToken, MaxResults) {
              const command = new DescribeVpcPeeringConnectionsCommand({ Filters, NextToken, MaxResults });
              const answer = await ask(context, { call: 'ec2:DescribeVpcPeeringConnections', region, Client, command });
              return { items: answer.VpcPeeringConnections ?? [], next: answer.NextToken };
            },
          }),
        (peerings) => ({ region, peerings: peerings.map(toPeering) }),
      );
    },
  },
} satisfies AwsOperations<'network.listPeerings'>;

type PeeringData = DataOf<'network.listPeerings'>['peerings'][number];

export function toPeering(peering: VpcPeeringConnection): PeeringData {
  const { Status, Tags } = peering;
  return {
    id: need(peering.VpcPeeringConnectionId, 'VpcPeeringConnections[].VpcPeeringConnectionId'),
    state: need(Status?.Code, 'VpcPeeringConnections[].Status.Code'),
    requester: toSide(peering.RequesterVpcInfo),
    accepter: toSide(peering.AccepterVpcInfo),
    tags: tagsOf(Tags),
    ...known({ name: nameIn(Tags), stateReason: Status?.Message, expiresAt: timeOf(peering.ExpirationTime) }),
  };
}

/** Until a request is accepted, AWS returns little about the other side to the requester. */
function toSide(side: VpcPeeringConnectionVpcInfo = {}): PeeringData['requester'] {
  const { CidrBlock, CidrBlockSet = [], Ipv6CidrBlockSet = [] } = side;
  return {
    cidrBlocks: distinct([CidrBlock, ...CidrBlockSet.map((one) => one.CidrBlock)]),
    ipv6CidrBlocks: distinct(Ipv6CidrBlockSet.map((one) => one.Ipv6CidrBlock)),
    ...known({
      vpcId: side.VpcId,
      ownerId: side.OwnerId,
      region: side.Region,
      resolvesPeerNames: side.PeeringOptions?.AllowDnsResolutionFromRemoteVpc,
    }),
  };
}
