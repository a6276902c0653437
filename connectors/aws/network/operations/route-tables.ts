/** Route tables: where traffic of a subnet goes. */
import type { Route, RouteTable } from '@aws-sdk/client-ec2';
import type { DataOf } from '../../../../catalog/index.ts';
import { ask } from '../../access/ask.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { answerPage, pageSizeFor } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';
import { filtersOf } from '../../filters.ts';
import { readKept } from '../../cached-page.ts';
import { distinct, known, nameIn, tagsOf } from '../../members.ts';

export const routeTableOperations = {
  'network.listRouteTables': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const { ids, vpcIds, subnetIds, tags } = args.filters ?? {};
      const Filters = filtersOf({ 'route-table-id': ids, 'vpc-id': vpcIds, 'association.subnet-id': subnetIds }, tags);
      const { EC2Client: Client, DescribeRouteTablesCommand } = await import('@aws-sdk/client-ec2');
      return answerPage(
        { operation: 'network.listRouteTables', args, region, what: 'route tables' },
        (after) =>
          readKept(after, {
            limit: args.limit,
            size: pageSizeFor(args.limit, 100),
            async read(NextToken, MaxResults) {
              const command = new DescribeRouteTablesCommand({ Filters, NextToken, MaxResults });
              const answer = await ask(context, { call: 'ec2:DescribeRouteTables', region, Client, command });
              return { items: answer.RouteTables ?? [], next: answer.NextToken };
            },
          }),
        (tables) => ({ region, routeTables: tables.map(toRouteTable) }),
      );
    },
  },
} satisfies AwsOperations<'network.listRouteTables'>;

type TableData = DataOf<'network.listRouteTables'>['routeTables'][number];
type RouteData = TableData['routes'][number];

export function toRouteTable(table: RouteTable): TableData {
  const { Associations = [], PropagatingVgws = [], Routes = [], Tags } = table;
  return {
    id: need(table.RouteTableId, 'RouteTables[].RouteTableId'),
    ...known({ vpcId: table.VpcId }),
    isMain: Associations.some(({ Main }) => Main === true), // The main association names nothing: it means every subnet that no other one names.
    associations: Associations.filter(({ Main }) => Main !== true).map(({ SubnetId, GatewayId, AssociationState }) =>
      known({ subnetId: SubnetId, gatewayId: GatewayId, state: AssociationState?.State }),
    ),
    propagatingGatewayIds: distinct(PropagatingVgws.map(({ GatewayId }) => GatewayId)),
    routes: Routes.map(toRoute),
    tags: tagsOf(Tags),
    ...known({ name: nameIn(Tags) }),
  };
}

function toRoute(route: Route): RouteData {
  const destination = route.DestinationCidrBlock ?? route.DestinationIpv6CidrBlock ?? route.DestinationPrefixListId;
  return {
    destination: need(destination, 'RouteTables[].Routes[].DestinationCidrBlock'),
    state: need(route.State, 'RouteTables[].Routes[].State'),
    ...known({ target: targetOf(route), origin: route.Origin }),
  };
}

/** Members that can name the target, most telling first: a route to a machine names its interface too. */
const targets = [
  ['NatGatewayId', 'natGateway'],
  ['TransitGatewayId', 'transitGateway'],
  ['VpcPeeringConnectionId', 'peering'],
  ['EgressOnlyInternetGatewayId', 'egressOnlyGateway'],
  ['LocalGatewayId', 'localGateway'],
  ['CarrierGatewayId', 'carrierGateway'],
  ['CoreNetworkArn', 'coreNetwork'],
  ['InstanceId', 'instance'],
  ['NetworkInterfaceId', 'networkInterface'],
  ['OdbNetworkArn', 'other'],
  ['IpAddress', 'other'],
] as const satisfies readonly (readonly [keyof Route, NonNullable<RouteData['target']>['kind']])[];

function targetOf(route: Route): RouteData['target'] {
  const { GatewayId } = route;
  if (GatewayId !== undefined && GatewayId !== '') {
    return { kind: GatewayId === 'local' ? 'local' : 'gateway', id: GatewayId };
  }
  for (const [member, kind] of targets) {
    const id = route[member];
    if (id !== undefined && id !== '') return { kind, id };
  }
  return undefined;
}
