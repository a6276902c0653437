/** The handlers of `network.*`, put together. */
import { addressHandlers } from './addresses.ts';
import { gatewayHandlers } from './gateways.ts';
import { interfaceHandlers } from './interfaces.ts';
import { loadBalancerHandlers } from './load-balancers.ts';
import { peeringHandlers } from './peerings.ts';
import { prefixListHandlers } from './prefix-lists.ts';
import { routeTableHandlers } from './route-tables.ts';
import { securityGroupHandlers } from './security-groups.ts';
import { targetHealthHandlers } from './target-health.ts';
import { transitGatewayHandlers } from './transit-gateways.ts';
import { vpcEndpointHandlers } from './vpc-endpoints.ts';
import { vpcHandlers } from './vpcs.ts';
import { vpnConnectionHandlers } from './vpn-connections.ts';

export const networkHandlers = {
  ...addressHandlers,
  ...gatewayHandlers,
  ...interfaceHandlers,
  ...loadBalancerHandlers,
  ...peeringHandlers,
  ...prefixListHandlers,
  ...routeTableHandlers,
  ...securityGroupHandlers,
  ...targetHealthHandlers,
  ...transitGatewayHandlers,
  ...vpcEndpointHandlers,
  ...vpcHandlers,
  ...vpnConnectionHandlers,
};
