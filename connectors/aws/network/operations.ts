/** The operations of `network.*`, put together. */
import { addressOperations } from './operations/addresses.ts';
import { gatewayOperations } from './operations/gateways.ts';
import { interfaceOperations } from './operations/interfaces.ts';
import { loadBalancerOperations } from './operations/load-balancers.ts';
import { peeringOperations } from './operations/peerings.ts';
import { prefixListOperations } from './operations/prefix-lists.ts';
import { routeTableOperations } from './operations/route-tables.ts';
import { securityGroupOperations } from './operations/security-groups.ts';
import { targetHealthOperations } from './operations/target-health.ts';
import { transitGatewayOperations } from './operations/transit-gateways.ts';
import { vpcEndpointOperations } from './operations/vpc-endpoints.ts';
import { vpcOperations } from './operations/vpcs.ts';
import { vpnConnectionOperations } from './operations/vpn-connections.ts';

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
