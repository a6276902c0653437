/** The operations of `network.*`, put together. */
import { addressOperations } from './addresses.ts';
import { gatewayOperations } from './gateways.ts';
import { interfaceOperations } from './interfaces.ts';
import { loadBalancerOperations } from './load-balancers.ts';
import { peeringOperations } from './peerings.ts';
import { prefixListOperations } from './prefix-lists.ts';
import { routeTableOperations } from './route-tables.ts';
import { securityGroupOperations } from './security-groups.ts';
import { targetHealthOperations } from './target-health.ts';
import { transitGatewayOperations } from './transit-gateways.ts';
import { vpcEndpointOperations } from './vpc-endpoints.ts';
import { vpcOperations } from './vpcs.ts';
import { vpnConnectionOperations } from './vpn-connections.ts';

export const networkOperations = {
  ...addressOperations,
  ...gatewayOperations,
  ...interfaceOperations,
  ...loadBalancerOperations,
  ...peeringOperations,
  ...prefixListOperations,
  ...routeTableOperations,
  ...securityGroupOperations,
  ...targetHealthOperations,
  ...transitGatewayOperations,
  ...vpcEndpointOperations,
  ...vpcOperations,
  ...vpnConnectionOperations,
};
