/** The operations of `network.*`, put together. */
import { addressOperations } from './operations/addresses.ts';
import { firewallOperations } from './operations/firewalls.ts';
import { loadBalancerOperations } from './operations/load-balancers.ts';
import { vpcOperations } from './operations/networks.ts';

export const networkOperations = {
  ...addressOperations,
  ...firewallOperations,
  ...loadBalancerOperations,
  ...vpcOperations,
};
