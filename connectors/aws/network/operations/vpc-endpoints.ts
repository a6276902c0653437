/** Private endpoints of services. */
import type { VpcEndpoint } from '@aws-sdk/client-ec2';
import type { DataOf } from '../../../../catalog/index.ts';
import { ask } from '../../access/ask.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { answerPage, pageSizeFor } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';
import { filtersOf } from '../../filters.ts';
import { readKept } from '../../cached-page.ts';
import { distinct, known, nameIn, tagsOf, timeOf } from '../../members.ts';

export const vpcEndpointOperations = {
  'network.listVpcEndpoints': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const { ids, vpcIds, serviceNames, tags } = args.filters ?? {};
      const Filters = filtersOf({ 'vpc-endpoint-id': ids, 'vpc-id': vpcIds, 'service-name': serviceNames }, tags);
      const { EC2Client: Client, DescribeVpcEndpointsCommand } = await import('@aws-sdk/client-ec2');
      return answerPage(
        { operation: 'network.listVpcEndpoints', args, region, what: 'private endpoints' },
        (after) =>
          readKept(after, {
            limit: args.limit,
            size: pageSizeFor(args.limit),
            async read(NextToken, MaxResults) {
              const command = new DescribeVpcEndpointsCommand({ Filters, NextToken, MaxResults });
              const answer = await ask(context, { call: 'ec2:DescribeVpcEndpoints', region, Client, command });
              return { items: answer.VpcEndpoints ?? [], next: answer.NextToken };
            },
          }),
        (endpoints) => ({ region, endpoints: endpoints.map(toVpcEndpoint) }),
      );
    },
  },
} satisfies AwsOperations<'network.listVpcEndpoints'>;

export function toVpcEndpoint(endpoint: VpcEndpoint): DataOf<'network.listVpcEndpoints'>['endpoints'][number] {
  const { DnsEntries = [], Groups = [], LastError, Tags } = endpoint;
  return {
    id: need(endpoint.VpcEndpointId, 'VpcEndpoints[].VpcEndpointId'),
    ...known({ type: endpoint.VpcEndpointType }),
    ...known({ vpcId: endpoint.VpcId }),
    state: need(endpoint.State, 'VpcEndpoints[].State'),
    subnetIds: distinct(endpoint.SubnetIds ?? []),
    routeTableIds: distinct(endpoint.RouteTableIds ?? []),
    securityGroupIds: distinct(Groups.map(({ GroupId }) => GroupId)),
    interfaceIds: distinct(endpoint.NetworkInterfaceIds ?? []),
    dnsNames: distinct(DnsEntries.map(({ DnsName }) => DnsName)),
    hasPrivateDns: endpoint.PrivateDnsEnabled ?? false,
    tags: tagsOf(Tags),
    ...known({
      name: nameIn(Tags),
      serviceName: endpoint.ServiceName,
      serviceRegion: endpoint.ServiceRegion,
      stateReason: LastError?.Message ?? LastError?.Code ?? endpoint.FailureReason,
      policy: endpoint.PolicyDocument,
      createdAt: timeOf(endpoint.CreationTimestamp),
    }),
  };
}
