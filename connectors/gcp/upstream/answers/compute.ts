/** Compute Engine as it answers about a small project. */
import { project } from '../project.ts';

const base = `https://www.googleapis.com/compute/v1/projects/${project}`;
const zone = 'us-central1-a';
const empty = { warning: { code: 'NO_RESULTS_ON_PAGE', message: 'There are no results for scope on this page.' } };

export const instance = {
  id: '4785823467823476',
  name: 'web-1',
  description: 'front end',
  status: 'TERMINATED',
  statusMessage: 'Stopped by a schedule',
  machineType: `${base}/zones/${zone}/machineTypes/e2-medium`,
  cpuPlatform: 'Intel Broadwell',
  creationTimestamp: '2026-01-05T03:00:00.000-07:00',
  lastStartTimestamp: '2026-11-01T00:00:00.000-07:00',
  lastStopTimestamp: '2026-11-02T00:00:00.000-07:00',
  hostname: 'web-1.internal.example',
  labels: { team: 'web', env: 'production' },
  selfLink: `${base}/zones/${zone}/instances/web-1`,
  zone: `${base}/zones/${zone}`,
  tags: { items: ['http-server'], fingerprint: 'x' },
  metadata: { items: [{ key: 'startup-script', value: 'export PASSWORD=canary-secret' }] },
  scheduling: { preemptible: true, provisioningModel: 'SPOT' },
  serviceAccounts: [{ email: `web@${project}.iam.gserviceaccount.com` }],
  disks: [
    { source: `${base}/zones/${zone}/disks/web-1`, boot: true, architecture: 'X86_64', deviceName: 'boot' },
    { source: `${base}/zones/${zone}/disks/data-1`, boot: false, deviceName: 'data' },
  ],
  networkInterfaces: [
    {
      network: `${base}/global/networks/main`,
      subnetwork: `${base}/regions/us-central1/subnetworks/main-a`,
      networkIP: '10.0.0.2',
      ipv6Address: 'fd20::2',
      accessConfigs: [{ natIP: '203.0.113.7' }],
      ipv6AccessConfigs: [{ externalIpv6: '2600:1900::1' }],
    },
  ],
};

const disk = {
  name: 'data-1',
  status: 'READY',
  type: `${base}/zones/${zone}/diskTypes/hyperdisk-balanced`,
  sizeGb: '200',
  provisionedIops: '3000',
  provisionedThroughput: '140',
  zone: `${base}/zones/${zone}`,
  diskEncryptionKey: { kmsKeyName: 'projects/acme-prod/locations/us/keyRings/r/cryptoKeys/k', rawKey: 'canary-secret' },
  sourceSnapshot: `${base}/global/snapshots/data-0`,
  users: [`${base}/zones/${zone}/instances/web-1`],
  creationTimestamp: '2026-01-05T03:00:00.000-07:00',
  lastAttachTimestamp: '2026-01-06T03:00:00.000-07:00',
  selfLink: `${base}/zones/${zone}/disks/data-1`,
  labels: { team: 'web' },
};

const regionalDisk = {
  name: 'shared-1',
  status: 'READY',
  type: `${base}/regions/us-central1/diskTypes/pd-balanced`,
  sizeGb: '10',
  region: `${base}/regions/us-central1`,
  replicaZones: [`${base}/zones/us-central1-a`, `${base}/zones/us-central1-b`],
  selfLink: `${base}/regions/us-central1/disks/shared-1`,
};

const group = {
  name: 'web',
  selfLink: `${base}/regions/us-central1/instanceGroupManagers/web`,
  targetSize: 3,
  instanceTemplate: `${base}/global/instanceTemplates/web-7`,
  region: `${base}/regions/us-central1`,
  creationTimestamp: '2026-01-05T03:00:00.000-07:00',
  status: { isStable: false },
  currentActions: { none: 2, creating: 1, deleting: 0 },
  autoHealingPolicies: [{ healthCheck: `${base}/global/healthChecks/web`, initialDelaySec: 120 }],
  versions: [{ instanceTemplate: `${base}/global/instanceTemplates/web-7`, name: 'stable' }],
  distributionPolicy: { zones: [{ zone: `${base}/zones/us-central1-a` }, { zone: `${base}/zones/us-central1-b` }] },
  targetPools: [`${base}/regions/us-central1/targetPools/old`],
};

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

export const computeAnswers = {
  'compute.instances.aggregatedList': {
    items: { [`zones/${zone}`]: { instances: [instance] }, 'zones/us-central1-b': empty },
  },
  'compute.disks.aggregatedList': {
    items: { [`zones/${zone}`]: { disks: [disk] }, 'regions/us-central1': { disks: [regionalDisk] } },
  },
  'compute.instanceGroupManagers.aggregatedList': {
    items: { 'regions/us-central1': { instanceGroupManagers: [group] }, 'regions/europe-west1': empty },
  },
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
