/** Networks, subnets, firewall rules, addresses and load balancers: Compute Engine, version 1. */
import { z } from 'zod';
import { aggregated, flag, labels, number, text, texts, Warning } from '../schema-parts.ts';
import { rowsOf } from '../../../src/core/rows.ts';

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
  secondaryIpRanges: rowsOf(z.object({ rangeName: z.string(), ipCidrRange: z.string() })).default([]),
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
  timeoutSec: z.int().optional(),
  healthChecks: texts,
  backends: rowsOf(z.object({ group: text, balancingMode: text, capacityScaler: number, failover: flag })).default([]),
  usedBy: rowsOf(z.object({ reference: text })).default([]),
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
  peerings: rowsOf(z.object({ name: z.string(), network: text, state: text, stateDetails: text })).default([]),
  creationTimestamp: text,
});
export type Network = z.infer<typeof Network>;

const Allowed = rowsOf(z.object({ IPProtocol: z.string(), ports: texts })).default([]);

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

export const networkAnswers = {
  'compute.addresses.aggregatedList': aggregated('addresses', Address),
  'compute.subnetworks.aggregatedList': aggregated('subnetworks', Subnetwork),
  'compute.forwardingRules.aggregatedList': aggregated('forwardingRules', ForwardingRule),
  'compute.backendServices.aggregatedList': aggregated('backendServices', BackendService),
  'compute.networks.list': z.object({ items: rowsOf(Network).default([]), nextPageToken: text, warning: Warning }),
  'compute.firewalls.list': z.object({ items: rowsOf(Firewall).default([]), nextPageToken: text, warning: Warning }),
};
