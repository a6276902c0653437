/** The operations of `network.*`, `dns.*` and `queues.*`, put together. */
import { addressOperations } from './operations/addresses.ts';
import { recordOperations } from './operations/dns/records.ts';
import { zoneOperations } from './operations/dns/zones.ts';
import { gatewayOperations } from './operations/gateways.ts';
import { interfaceOperations } from './operations/interfaces.ts';
import { loadBalancerOperations } from './operations/load-balancers.ts';
import { peeringOperations } from './operations/peerings.ts';
import { prefixListOperations } from './operations/prefix-lists.ts';
import { queueOperations } from './operations/queues/queues.ts';
import { routeTableOperations } from './operations/route-tables.ts';
import { securityGroupOperations } from './operations/security-groups.ts';
import { targetHealthOperations } from './operations/target-health.ts';
import { transitGatewayOperations } from './operations/transit-gateways.ts';
import { vpcEndpointOperations } from './operations/vpc-endpoints.ts';
import { vpcOperations } from './operations/vpcs.ts';
import { vpnConnectionOperations } from './operations/vpn-connections.ts';

export const networkOperations = {
  ...addressOperations,
  ...recordOperations,
  ...zoneOperations,
  ...gatewayOperations,
  ...interfaceOperations,
  ...loadBalancerOperations,
  ...peeringOperations,
  ...prefixListOperations,
  ...queueOperations,
  ...routeTableOperations,
  ...securityGroupOperations,
  ...targetHealthOperations,
  ...transitGatewayOperations,
  ...vpcEndpointOperations,
  ...vpcOperations,
  ...vpnConnectionOperations,
};
