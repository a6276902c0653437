/** Good answers of the networks of Compute Engine. */
import type { Exemplar } from '../../../../test/contract/exemplar.ts';
import { project } from '../project.ts';

const base = `https://www.googleapis.com/compute/v1/projects/${project}`;
const zone = 'us-central1-a';

const address = {
  name: 'web-ip',
  description: 'of the web site',
  address: '203.0.113.9',
  addressType: 'EXTERNAL',
  status: 'IN_USE',
  users: [`${base}/global/forwardingRules/web-https`],
  creationTimestamp: '2026-01-05T03:00:00.000-07:00',
  selfLink: `${base}/global/addresses/web-ip`,
  labels: { team: 'web' },
};

const reservedRange = {
  name: 'peering',
  address: '10.64.0.0',
  prefixLength: 16,
  addressType: 'INTERNAL',
  status: 'RESERVED',
  purpose: 'VPC_PEERING',
  network: `${base}/global/networks/main`,
  selfLink: `${base}/global/addresses/peering`,
};

const subnet = {
  name: 'main-a',
  selfLink: `${base}/regions/us-central1/subnetworks/main-a`,
  network: `${base}/global/networks/main`,
  region: `${base}/regions/us-central1`,
  purpose: 'PRIVATE',
  ipCidrRange: '10.0.0.0/20',
  ipv6CidrRange: 'fd20::/64',
  internalIpv6Prefix: 'fd20::/64',
  secondaryIpRanges: [{ rangeName: 'pods', ipCidrRange: '10.8.0.0/14' }],
  gatewayAddress: '10.0.0.1',
  enableFlowLogs: true,
  logConfig: { enable: true },
  privateIpGoogleAccess: true,
  creationTimestamp: '2026-01-05T03:00:00.000-07:00',
};

const forwardingRule = {
  name: 'web-https',
  selfLink: `${base}/global/forwardingRules/web-https`,
  IPAddress: '203.0.113.9',
  IPProtocol: 'TCP',
  portRange: '443-443',
  loadBalancingScheme: 'EXTERNAL_MANAGED',
  target: `${base}/global/targetHttpsProxies/web`,
  creationTimestamp: '2026-01-05T03:00:00.000-07:00',
  labels: { team: 'web' },
};

const innerRule = {
  name: 'db',
  selfLink: `${base}/regions/us-central1/forwardingRules/db`,
  IPAddress: '10.0.0.9',
  IPProtocol: 'TCP',
  ports: ['5432', '6432'],
  loadBalancingScheme: 'INTERNAL',
  backendService: `${base}/regions/us-central1/backendServices/db`,
  network: `${base}/global/networks/main`,
  subnetwork: `${base}/regions/us-central1/subnetworks/main-a`,
  region: `${base}/regions/us-central1`,
};

const backendService = {
  name: 'web',
  selfLink: `${base}/global/backendServices/web`,
  protocol: 'HTTP',
  timeoutSec: 30,
  healthChecks: [`${base}/global/healthChecks/web`],
  customRequestHeaders: ['authorization: canary-secret'],
  backends: [
    { group: `${base}/regions/us-central1/instanceGroups/web`, balancingMode: 'UTILIZATION', capacityScaler: 0.8 },
  ],
  usedBy: [{ reference: `${base}/global/forwardingRules/web-https` }],
};

const innerService = {
  name: 'db',
  selfLink: `${base}/regions/us-central1/backendServices/db`,
  protocol: 'TCP',
  backends: [{ group: `${base}/zones/${zone}/instanceGroups/db`, failover: true }],
};

const network = {
  name: 'main',
  description: 'everything',
  selfLink: `${base}/global/networks/main`,
  internalIpv6Range: 'fd20::/48',
  mtu: 1460,
  routingConfig: { routingMode: 'GLOBAL' },
  peerings: [
    {
      name: 'databases',
      network: 'https://www.googleapis.com/compute/v1/projects/google-sql/global/networks/servicenetworking',
      state: 'ACTIVE',
      stateDetails: '[2026-01-05T03:00:00.000-07:00]: Connected.',
    },
  ],
  creationTimestamp: '2026-01-05T03:00:00.000-07:00',
};

const firewalls = [
  {
    name: 'allow-web',
    description: 'web from anywhere',
    selfLink: `${base}/global/firewalls/allow-web`,
    network: `${base}/global/networks/main`,
    priority: 1000,
    direction: 'INGRESS',
    disabled: false,
    allowed: [{ IPProtocol: 'tcp', ports: ['443', '8000-8999'] }, { IPProtocol: 'icmp' }],
    sourceRanges: ['0.0.0.0/0'],
    sourceTags: ['probe'],
    targetTags: ['http-server'],
    logConfig: { enable: true },
    creationTimestamp: '2026-01-05T03:00:00.000-07:00',
  },
  {
    name: 'deny-out',
    selfLink: `${base}/global/firewalls/deny-out`,
    network: `${base}/global/networks/main`,
    priority: 65534,
    direction: 'EGRESS',
    disabled: true,
    denied: [{ IPProtocol: 'all' }],
    destinationRanges: ['198.51.100.0/24'],
    targetServiceAccounts: [`web@${project}.iam.gserviceaccount.com`],
  },
];

export const networkAnswers = {
  'compute.addresses.aggregatedList': { items: { global: { addresses: [address, reservedRange] } } },
  'compute.subnetworks.aggregatedList': { items: { 'regions/us-central1': { subnetworks: [subnet] } } },
  'compute.forwardingRules.aggregatedList': {
    items: { global: { forwardingRules: [forwardingRule] }, 'regions/us-central1': { forwardingRules: [innerRule] } },
  },
  'compute.backendServices.aggregatedList': {
    items: {
      global: { backendServices: [backendService] },
      'regions/us-central1': { backendServices: [innerService] },
    },
  },
  'compute.networks.list': { items: [network] },
  'compute.firewalls.list': { items: firewalls },
};

export const networkQuestions: Exemplar['questions'] = {
  'network.listAddresses': [{}],
  'network.listLoadBalancers': [{}],
  'network.listSecurityGroups': [{}],
  'network.listSubnets': [{}],
  'network.listVpcs': [{}],
};

export const networkRedacted: NonNullable<Exemplar['redacted']> = {
  'request headers that back ends are sent': [
    ['items.*.backendServices.*.customRequestHeaders', (secret) => [`authorization: ${secret}`]],
  ],
  'client secrets of sign-in proxies': [
    [
      'items.*.backendServices.*.iap',
      (secret) => ({ enabled: true, oauth2ClientId: 'id', oauth2ClientSecret: secret }),
    ],
  ],
};
