/** What each operation asks, and which permissions it needs for that. */
import type { OperationName } from '../../catalog/index.ts';
import type { OperationBinding } from '../../src/connector/manifest.ts';
import { recommendersOf } from './governance/recommenders.ts';
import { callsOf, type Method, type MethodId, methods } from './methods.ts';

const daySec = 86_400;

/** Asks these methods, with the permissions that they need. */
function binding(ids: readonly MethodId[], more: Partial<OperationBinding> = {}): OperationBinding {
  const grants = ids.map((id): Method => methods[id]).flatMap(({ permission }) => permission ?? []);
  return { grants: [...new Set(grants)], upstream: callsOf(...ids), redactions: [], ...more };
}

const environment = ['values of environment variables'];

const compute = {
  'compute.listAutoScalingGroups': binding(['compute.instanceGroupManagers.aggregatedList']),
  'compute.listContainerImages': binding(['artifactregistry.projects.locations.repositories.dockerImages.list']),
  'compute.listFunctions': binding(['cloudfunctions.projects.locations.functions.list'], {
    redactions: [...environment, 'environment variables of the build'],
  }),
  'compute.listImageRepositories': binding(['artifactregistry.projects.locations.repositories.list'], {
    redactions: ['credentials of remote repositories'],
  }),
  'compute.listServerlessServices': binding(['run.projects.locations.list', 'run.projects.locations.services.list'], {
    redactions: [...environment, 'commands and their arguments'],
  }),
  'compute.listVolumes': binding(['compute.disks.aggregatedList'], { redactions: ['encryption keys of the customer'] }),
  'k8s.describeCluster': binding(
    ['container.projects.locations.clusters.list', 'container.projects.locations.clusters.get'],
    { redactions: ['passwords and certificates of the cluster'] },
  ),
  'k8s.listClusters': binding(['container.projects.locations.clusters.list'], {
    redactions: ['passwords and certificates of the cluster'],
  }),
  'k8s.listNodeGroups': binding(
    ['container.projects.locations.clusters.list', 'container.projects.locations.clusters.nodePools.list'],
    { redactions: ['metadata of the nodes'] },
  ),
} as const;

const network = {
  'network.listAddresses': binding(['compute.addresses.aggregatedList']),
  'network.listLoadBalancers': binding(
    ['compute.forwardingRules.aggregatedList', 'compute.backendServices.aggregatedList'],
    { redactions: ['request headers that back ends are sent', 'client secrets of sign-in proxies'] },
  ),
  'network.listSecurityGroups': binding(['compute.firewalls.list']),
  'network.listSubnets': binding(['compute.subnetworks.aggregatedList']),
  'network.listVpcs': binding(['compute.networks.list']),
  'dns.getZone': binding(['dns.managedZones.get']),
  'dns.listRecords': binding(['dns.resourceRecordSets.list']),
  'dns.listZones': binding(['dns.managedZones.list']),
} as const;

const databases = {
  'databases.listCaches': binding([
    'redis.projects.locations.instances.list',
    'memcache.projects.locations.instances.list',
  ]),
  'databases.listDocumentStores': binding(['firestore.projects.databases.list']),
  'databases.listInstances': binding(['sql.instances.list'], {
    redactions: ['passwords of servers and of their replicas', 'private keys of replicas'],
  }),
} as const;

const observed = {
  'logs.listSources': binding(['logging.projects.logs.list'], { windowSec: 7 * daySec }),
  'logs.search': { ...binding(['logging.entries.list'], { windowSec: 7 * daySec }), dialects: ['gcp-logging'] },
  'metrics.list': binding(['monitoring.projects.metricDescriptors.list'], { windowSec: 25 * 3600 }),
  'metrics.query': {
    ...binding(
      [
        'monitoring.projects.timeSeries.list',
        'monitoring.projects.location.prometheus.api.v1.query',
        'monitoring.projects.location.prometheus.api.v1.query_range',
      ],
      { windowSec: 31 * daySec },
    ),
    dialects: ['gcp-filter', 'promql'],
  },
  'monitors.list': binding(['monitoring.projects.alertPolicies.list', 'monitoring.projects.alerts.list']),
} as const;

const governance = {
  'assets.list': binding(['cloudasset.assets.list'], { redactions: ['what resources are configured with'] }),
  'assets.search': binding(['cloudasset.searchAllResources']),
  'identity.getIamPolicy': binding(['cloudresourcemanager.projects.getIamPolicy']),
  'identity.listServiceAccounts': binding(['iam.projects.serviceAccounts.list']),
  'security.auditAccessKeys': binding(['iam.projects.serviceAccounts.list', 'iam.projects.serviceAccounts.keys.list']),
  'security.listFindings': binding(['securitycenter.projects.sources.findings.list'], {
    redactions: ['processes, files and environment variables that a finding is about', 'properties of the source'],
    windowSec: 366 * daySec,
  }),
} as const;

const cost = {
  'cost.getCostAndUsage': binding(['bigquery.tables.get', 'bigquery.jobs.query', 'bigquery.jobs.getQueryResults'], {
    grants: ['bigquery.tables.get', 'bigquery.tables.getData', 'bigquery.jobs.create'],
    windowSec: 366 * daySec,
    totalMs: 90_000,
  }),
  'cost.getGcpComputePricing': binding(['cloudbilling.services.skus.list'], { totalMs: 60_000 }),
  'cost.listBillingAccounts': binding(['cloudbilling.billingAccounts.list']),
  'cost.listRecommendations': binding(['recommender.projects.locations.recommenders.recommendations.list'], {
    grants: Object.values(recommendersOf).flatMap((one) => one?.recommenders.map(({ permission }) => permission) ?? []),
  }),
} as const;

/** Machines first: what every answer of the vendor may be is shown on the simplest of its lists. */
export const bindings = {
  'compute.listInstances': binding(['compute.instances.aggregatedList'], {
    redactions: ['metadata of machines, start-up scripts among them'],
  }),
  ...compute,
  ...network,
  ...databases,
  ...observed,
  ...governance,
  ...cost,
} as const satisfies Readonly<Partial<Record<OperationName, OperationBinding>>>;
