/**
 * Site-to-site tunnels. AWS answers with the pre-shared keys of every tunnel, twice: in the options of the
 * tunnel and in the configuration for the customer's device. Neither is copied: members are named one by one.
 */
import type { TunnelOption, VgwTelemetry, VpnConnection } from '@aws-sdk/client-ec2';
import type { DataOf } from '../../../../catalog/index.ts';
import { ask } from '../../access/ask.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { answerPage } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';
import { distinct, nameIn, tagsOf, timeOf, known } from '../../members.ts';

export const vpnConnectionOperations = {
  'network.listVpnConnections': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const { EC2Client: Client, DescribeVpnConnectionsCommand } = await import('@aws-sdk/client-ec2');
      return answerPage(
        { operation: 'network.listVpnConnections', args, region, what: 'VPN connections' },
        async () => {
          const command = new DescribeVpnConnectionsCommand({});
          const answer = await ask(context, { call: 'ec2:DescribeVpnConnections', region, Client, command });
          return { items: answer.VpnConnections ?? [] };
        },
        (connections) => ({ region, connections: connections.map(toVpnConnection) }),
      );
    },
  },
} satisfies AwsOperations<'network.listVpnConnections'>;

type ConnectionData = DataOf<'network.listVpnConnections'>['connections'][number];
type TunnelData = ConnectionData['tunnels'][number];

export function toVpnConnection(connection: VpnConnection): ConnectionData {
  const { Options = {}, Routes = [], Tags } = connection;
  return {
    id: need(connection.VpnConnectionId, 'VpnConnections[].VpnConnectionId'),
    state: need(connection.State, 'VpnConnections[].State'),
    routes: Routes.map(({ DestinationCidrBlock, State }) => ({
      destination: need(DestinationCidrBlock, 'VpnConnections[].Routes[].DestinationCidrBlock'),
      state: need(State, 'VpnConnections[].Routes[].State'),
    })),
    tunnels: tunnelsOf(connection),
    tags: tagsOf(Tags),
    ...known({
      name: nameIn(Tags),
      type: connection.Type,
      customerGatewayId: connection.CustomerGatewayId,
      vpnGatewayId: connection.VpnGatewayId,
      transitGatewayId: connection.TransitGatewayId,
      hasStaticRoutesOnly: Options.StaticRoutesOnly,
      localCidrBlock: Options.LocalIpv4NetworkCidr ?? Options.LocalIpv6NetworkCidr,
      remoteCidrBlock: Options.RemoteIpv4NetworkCidr ?? Options.RemoteIpv6NetworkCidr,
    }),
  };
}

/** What was agreed and how it fares are two lists, joined by the address of the tunnel at AWS. */
function tunnelsOf({ Options, VgwTelemetry = [] }: VpnConnection): TunnelData[] {
  const options = Options?.TunnelOptions ?? [];
  const addresses = distinct([...options, ...VgwTelemetry].map(({ OutsideIpAddress }) => OutsideIpAddress));
  return addresses.map((address) =>
    toTunnel(
      address,
      options.find(({ OutsideIpAddress }) => OutsideIpAddress === address),
      VgwTelemetry.find(({ OutsideIpAddress }) => OutsideIpAddress === address),
    ),
  );
}

function toTunnel(address: string, agreed: TunnelOption = {}, telemetry: VgwTelemetry = {}): TunnelData {
  return {
    ikeVersions: distinct((agreed.IkeVersions ?? []).map(({ Value }) => Value)),
    ...known({
      outsideIpAddress: address,
      insideCidrBlock: agreed.TunnelInsideCidr ?? agreed.TunnelInsideIpv6Cidr,
      state: telemetry.Status,
      stateReason: telemetry.StatusMessage,
      acceptedRoutes: telemetry.AcceptedRouteCount,
      changedAt: timeOf(telemetry.LastStatusChange),
      deadPeerTimeoutSec: agreed.DpdTimeoutSeconds,
      phase1LifetimeSec: agreed.Phase1LifetimeSeconds,
      phase2LifetimeSec: agreed.Phase2LifetimeSeconds,
    }),
  };
}
