/** Networks, subnets, firewall rules, addresses and load balancers. All are of Compute Engine, whose area compute declares. */
import { api, asksOf, type Slice } from '../slice.ts';

const engine = api('compute.googleapis.com/compute/v1/projects/{project}', {
  scope: 'compute.readonly',
  area: 'compute_engine',
});

const methods = {
  'compute.addresses.aggregatedList': engine.get('/aggregated/addresses', 'compute.addresses.list'),
  'compute.forwardingRules.aggregatedList': engine.get('/aggregated/forwardingRules', 'compute.forwardingRules.list'),
  'compute.backendServices.aggregatedList': engine.get('/aggregated/backendServices', 'compute.backendServices.list'),
  'compute.firewalls.list': engine.get('/global/firewalls', 'compute.firewalls.list'),
  'compute.subnetworks.aggregatedList': engine.get('/aggregated/subnetworks', 'compute.subnetworks.list'),
  'compute.networks.list': engine.get('/global/networks', 'compute.networks.list'),
} as const;

const asks = asksOf(methods);

export const network = {
  permissions: {
    'roles/viewer': {
      'compute.addresses.list': 'Lists reserved addresses.',
      'compute.backendServices.list': 'Tells what stands behind load balancers.',
      'compute.firewalls.list': 'Lists firewall rules.',
      'compute.forwardingRules.list': 'Lists load balancers.',
      'compute.networks.list': 'Lists networks and their peerings.',
      'compute.subnetworks.list': 'Lists subnets.',
    },
  },
  methods,
  operations: {
    'network.listAddresses': asks('compute.addresses.aggregatedList'),
    'network.listLoadBalancers': {
      ...asks('compute.forwardingRules.aggregatedList', 'compute.backendServices.aggregatedList'),
      redactions: ['request headers that back ends are sent', 'client secrets of sign-in proxies'],
    },
    'network.listSecurityGroups': asks('compute.firewalls.list'),
    'network.listSubnets': asks('compute.subnetworks.aggregatedList'),
    'network.listVpcs': asks('compute.networks.list'),
  },
} as const satisfies Slice;
