/** What each operation asks, and which permissions it needs for that. */
import type { OperationName } from '../../catalog/index.ts';
import type { OperationDeclaration } from '../../src/connector/manifest.ts';
import { recommendersOf } from './recommendations/recommenders.ts';
import { callsOf, type Method, type MethodId, methods } from './methods.ts';

const daySec = 86_400;

/** Asks these methods, with the permissions that they need. */
function declare(ids: readonly MethodId[], more: Partial<OperationDeclaration> = {}): OperationDeclaration {
  const grants = ids.map((id): Method => methods[id]).flatMap(({ permission }) => permission ?? []);
  return { grants: [...new Set(grants)], upstream: callsOf(...ids), redactions: [], ...more };
}

const environment = ['values of environment variables'];

const compute = {
  'compute.listAutoScalingGroups': declare(['compute.instanceGroupManagers.aggregatedList']),
  'compute.listContainerImages': declare(['artifactregistry.projects.locations.repositories.dockerImages.list']),
  'compute.listFunctions': declare(['cloudfunctions.projects.locations.functions.list'], {
    redactions: [...environment, 'environment variables of the build'],
  }),
  'compute.listImageRepositories': declare(['artifactregistry.projects.locations.repositories.list'], {
    redactions: ['credentials of remote repositories'],
  }),
  'compute.listServerlessServices': declare(['run.projects.locations.list', 'run.projects.locations.services.list'], {
    redactions: [...environment, 'commands and their arguments'],
  }),
  'compute.listVolumes': declare(['compute.disks.aggregatedList'], { redactions: ['encryption keys of the customer'] }),
  'k8s.describeCluster': declare(
    ['container.projects.locations.clusters.list', 'container.projects.locations.clusters.get'],
    { redactions: ['passwords and certificates of the cluster'] },
  ),
  'k8s.listClusters': declare(['container.projects.locations.clusters.list'], {
    redactions: ['passwords and certificates of the cluster'],
  }),
  'k8s.listNodeGroups': declare(
    ['container.projects.locations.clusters.list', 'container.projects.locations.clusters.nodePools.list'],
    { redactions: ['metadata of the nodes'] },
  ),
} as const;

const network = {
  'network.listAddresses': declare(['compute.addresses.aggregatedList']),
  'network.listLoadBalancers': declare(
    ['compute.forwardingRules.aggregatedList', 'compute.backendServices.aggregatedList'],
    { redactions: ['request headers that back ends are sent', 'client secrets of sign-in proxies'] },
  ),
  'network.listSecurityGroups': declare(['compute.firewalls.list']),
  'network.listSubnets': declare(['compute.subnetworks.aggregatedList']),
  'network.listVpcs': declare(['compute.networks.list']),
  'dns.getZone': declare(['dns.managedZones.get']),
  'dns.listRecords': declare(['dns.resourceRecordSets.list']),
  'dns.listZones': declare(['dns.managedZones.list']),
} as const;

const databases = {
  'databases.listCaches': declare([
    'redis.projects.locations.instances.list',
    'memcache.projects.locations.instances.list',
  ]),
  'databases.listDocumentStores': declare(['firestore.projects.databases.list']),
  'databases.listInstances': declare(['sql.instances.list'], {
    redactions: ['passwords of servers and of their replicas', 'private keys of replicas'],
  }),
} as const;

const observed = {
  'logs.listSources': declare(['logging.projects.logs.list'], { windowSec: 7 * daySec }),
  'logs.search': { ...declare(['logging.entries.list'], { windowSec: 7 * daySec }), dialects: ['gcp-logging'] },
  'metrics.list': declare(['monitoring.projects.metricDescriptors.list'], { windowSec: 25 * 3600 }),
  'metrics.query': {
    ...declare(
      [
        'monitoring.projects.timeSeries.list',
        'monitoring.projects.location.prometheus.api.v1.query',
        'monitoring.projects.location.prometheus.api.v1.query_range',
      ],
      { windowSec: 31 * daySec },
    ),
    dialects: ['gcp-filter', 'promql'],
  },
  'monitors.list': declare(['monitoring.projects.alertPolicies.list', 'monitoring.projects.alerts.list']),
} as const;

const governance = {
  'assets.list': declare(['cloudasset.assets.list'], { redactions: ['what resources are configured with'] }),
  'assets.search': declare(['cloudasset.searchAllResources']),
  'identity.getIamPolicy': declare(['cloudresourcemanager.projects.getIamPolicy']),
  'identity.listServiceAccounts': declare(['iam.projects.serviceAccounts.list']),
  'security.auditAccessKeys': declare(['iam.projects.serviceAccounts.list', 'iam.projects.serviceAccounts.keys.list']),
  'security.listFindings': declare(['securitycenter.projects.sources.findings.list'], {
    redactions: ['processes, files and environment variables that a finding is about', 'properties of the source'],
    windowSec: 366 * daySec,
  }),
} as const;

const cost = {
  'cost.getCostAndUsage': declare(['bigquery.tables.get', 'bigquery.jobs.query', 'bigquery.jobs.getQueryResults'], {
    grants: ['bigquery.tables.get', 'bigquery.tables.getData', 'bigquery.jobs.create'],
    windowSec: 366 * daySec,
    totalMs: 90_000,
  }),
  'cost.getGcpComputePricing': declare(['cloudbilling.services.skus.list'], { totalMs: 60_000 }),
  'cost.listBillingAccounts': declare(['cloudbilling.billingAccounts.list']),
  'cost.listRecommendations': declare(['recommender.projects.locations.recommenders.recommendations.list'], {
    grants: Object.values(recommendersOf).flatMap((one) => one?.recommenders.map(({ permission }) => permission) ?? []),
  }),
} as const;

/** Machines first: what every answer of the vendor may be is shown on the simplest of its lists. */
export const declarations = {
  'compute.listInstances': declare(['compute.instances.aggregatedList'], {
    redactions: ['metadata of machines, start-up scripts among them'],
  }),
  ...compute,
  ...network,
  ...databases,
  ...observed,
  ...governance,
  ...cost,
} as const satisfies Readonly<Partial<Record<OperationName, OperationDeclaration>>>;
