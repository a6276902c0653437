/** Compute Engine, version 1. */
import { z } from 'zod';
import { omitsEmpty } from '../../../src/connector/omits-empty.ts';
import { flag, labels, number, text, texts } from '../schema-parts.ts';

const Warning = z.object({ code: text, message: text }).optional();

/** A list over all zones and regions: each has its share, or a warning in place of it. */
function aggregated<Item extends z.ZodType>(name: string, item: Item) {
  const rows = z.array(item).default([]);
  const share = z.object({ warning: Warning, [name]: rows });
  return z.object({
    items: z
      .record(
        z.string(),
        omitsEmpty(share, [name]).transform((one) => ({
          warning: Warning.parse(one['warning']),
          rows: one[name] as z.infer<typeof rows>,
        })),
      )
      .default({}),
    unreachables: texts,
    warning: Warning,
    nextPageToken: text,
  });
}

const EncryptionKey = z.object({ kmsKeyName: text }).optional();

export const Instance = z.object({
  id: text,
  name: z.string(),
  status: z.string(),
  statusMessage: text,
  machineType: text,
  cpuPlatform: text,
  creationTimestamp: text,
  lastStartTimestamp: text,
  lastStopTimestamp: text,
  hostname: text,
  labels,
  selfLink: text,
  zone: text,
  tags: z.object({ items: texts }).optional(),
  scheduling: z.object({ preemptible: flag, provisioningModel: text }).optional(),
  serviceAccounts: z.array(z.object({ email: text })).default([]),
  disks: z.array(z.object({ source: text, architecture: text, boot: flag, deviceName: text })).default([]),
  networkInterfaces: z
    .array(
      z.object({
        network: text,
        subnetwork: text,
        networkIP: text,
        ipv6Address: text,
        accessConfigs: z.array(z.object({ natIP: text })).default([]),
        ipv6AccessConfigs: z.array(z.object({ externalIpv6: text })).default([]),
      }),
    )
    .default([]),
});
export type Instance = z.infer<typeof Instance>;

export const Disk = z.object({
  name: z.string(),
  status: text,
  type: text,
  sizeGb: text,
  provisionedIops: text,
  provisionedThroughput: text,
  zone: text,
  region: text,
  replicaZones: texts,
  diskEncryptionKey: EncryptionKey,
  sourceSnapshot: text,
  sourceImage: text,
  users: texts,
  creationTimestamp: text,
  lastAttachTimestamp: text,
  lastDetachTimestamp: text,
  selfLink: text,
  labels,
});
export type Disk = z.infer<typeof Disk>;

const Actions = z.object({
  abandoning: number,
  creating: number,
  creatingWithoutRetries: number,
  deleting: number,
  none: number,
  recreating: number,
  refreshing: number,
  restarting: number,
  resuming: number,
  starting: number,
  stopping: number,
  suspending: number,
  verifying: number,
});

export const InstanceGroupManager = z.object({
  name: z.string(),
  selfLink: text,
  targetSize: number,
  instanceTemplate: text,
  zone: text,
  region: text,
  creationTimestamp: text,
  status: z.object({ isStable: flag }).optional(),
  currentActions: Actions.optional(),
  autoHealingPolicies: z.array(z.object({ healthCheck: text, initialDelaySec: number })).default([]),
  versions: z.array(z.object({ instanceTemplate: text, name: text })).default([]),
  distributionPolicy: z.object({ zones: z.array(z.object({ zone: text })).default([]) }).optional(),
  targetPools: texts,
});
export type InstanceGroupManager = z.infer<typeof InstanceGroupManager>;

export const Address = z.object({
  name: z.string(),
  description: text,
  address: text,
  prefixLength: number,
  addressType: text,
  status: text,
  purpose: text,
  users: texts,
  region: text,
  network: text,
  subnetwork: text,
  creationTimestamp: text,
  selfLink: text,
  labels,
});
export type Address = z.infer<typeof Address>;

export const Subnetwork = z.object({
  name: z.string(),
  selfLink: text,
  network: z.string(),
  region: z.string(),
  state: text,
  purpose: text,
  ipCidrRange: text,
  ipv6CidrRange: text,
  externalIpv6Prefix: text,
  internalIpv6Prefix: text,
  secondaryIpRanges: z.array(z.object({ rangeName: z.string(), ipCidrRange: z.string() })).default([]),
  gatewayAddress: text,
  enableFlowLogs: flag,
  logConfig: z.object({ enable: flag }).optional(),
  privateIpGoogleAccess: flag,
  creationTimestamp: text,
});
export type Subnetwork = z.infer<typeof Subnetwork>;

export const ForwardingRule = z.object({
  name: z.string(),
  description: text,
  selfLink: text,
  IPAddress: text,
  IPProtocol: text,
  allPorts: flag,
  ports: texts,
  portRange: text,
  loadBalancingScheme: text,
  target: text,
  backendService: text,
  region: text,
  network: text,
  subnetwork: text,
  pscConnectionStatus: text,
  creationTimestamp: text,
  labels,
});
export type ForwardingRule = z.infer<typeof ForwardingRule>;

export const BackendService = z.object({
  name: z.string(),
  selfLink: text,
  protocol: text,
  timeoutSec: number,
  healthChecks: texts,
  backends: z.array(z.object({ group: text, balancingMode: text, capacityScaler: number, failover: flag })).default([]),
  usedBy: z.array(z.object({ reference: text })).default([]),
});
export type BackendService = z.infer<typeof BackendService>;

export const Network = z.object({
  name: z.string(),
  description: text,
  selfLink: text,
  IPv4Range: text,
  internalIpv6Range: text,
  mtu: number,
  routingConfig: z.object({ routingMode: text }).optional(),
  peerings: z.array(z.object({ name: z.string(), network: text, state: text, stateDetails: text })).default([]),
  creationTimestamp: text,
});
export type Network = z.infer<typeof Network>;

const Allowed = z.array(z.object({ IPProtocol: z.string(), ports: texts })).default([]);

export const Firewall = z.object({
  name: z.string(),
  description: text,
  selfLink: text,
  network: text,
  priority: number,
  direction: text,
  disabled: flag,
  allowed: Allowed,
  denied: Allowed,
  sourceRanges: texts,
  destinationRanges: texts,
  sourceTags: texts,
  sourceServiceAccounts: texts,
  targetTags: texts,
  targetServiceAccounts: texts,
  logConfig: z.object({ enable: flag }).optional(),
  creationTimestamp: text,
});
export type Firewall = z.infer<typeof Firewall>;

export const computeAnswers = {
  'compute.instances.aggregatedList': aggregated('instances', Instance),
  'compute.disks.aggregatedList': aggregated('disks', Disk),
  'compute.instanceGroupManagers.aggregatedList': aggregated('instanceGroupManagers', InstanceGroupManager),
  'compute.addresses.aggregatedList': aggregated('addresses', Address),
  'compute.subnetworks.aggregatedList': aggregated('subnetworks', Subnetwork),
  'compute.forwardingRules.aggregatedList': aggregated('forwardingRules', ForwardingRule),
  'compute.backendServices.aggregatedList': aggregated('backendServices', BackendService),
  'compute.networks.list': z.object({ items: z.array(Network).default([]), nextPageToken: text, warning: Warning }),
  'compute.firewalls.list': z.object({ items: z.array(Firewall).default([]), nextPageToken: text, warning: Warning }),
};
