/**
 * Every method of the vendor that this connector calls, under the vendor's own id: verb, host and path,
 * the narrowest OAuth scope that the vendor's description takes for it, and the permission it needs.
 * Nothing else can be called: a request is made by filling the braces of one of these.
 */
import type { UpstreamCall } from '../../src/connector/manifest.ts';

export interface Method<Call extends UpstreamCall = UpstreamCall> {
  /** The first part of the path is the host. */
  readonly call: Call;
  /** Below https://www.googleapis.com/auth/. */
  readonly scope: string;
  /** Undefined for a method that every authenticated caller may use. */
  readonly permission?: string;
}

function method<const Call extends UpstreamCall>(call: Call, scope: string, permission?: string): Method<Call> {
  return { call, scope, ...(permission !== undefined && { permission }) };
}

/** Accepted by methods that publish no narrower scope. What may be done is decided by the roles. */
const whole = 'cloud-platform';
const readOnly = 'cloud-platform.read-only';
const computeRead = 'compute.readonly';

const compute = {
  'compute.instances.aggregatedList': method(
    'GET /compute.googleapis.com/compute/v1/projects/{project}/aggregated/instances',
    computeRead,
    'compute.instances.list',
  ),
  'compute.disks.aggregatedList': method(
    'GET /compute.googleapis.com/compute/v1/projects/{project}/aggregated/disks',
    computeRead,
    'compute.disks.list',
  ),
  'compute.instanceGroupManagers.aggregatedList': method(
    'GET /compute.googleapis.com/compute/v1/projects/{project}/aggregated/instanceGroupManagers',
    computeRead,
    'compute.instanceGroupManagers.list',
  ),
  'compute.addresses.aggregatedList': method(
    'GET /compute.googleapis.com/compute/v1/projects/{project}/aggregated/addresses',
    computeRead,
    'compute.addresses.list',
  ),
  'compute.subnetworks.aggregatedList': method(
    'GET /compute.googleapis.com/compute/v1/projects/{project}/aggregated/subnetworks',
    computeRead,
    'compute.subnetworks.list',
  ),
  'compute.forwardingRules.aggregatedList': method(
    'GET /compute.googleapis.com/compute/v1/projects/{project}/aggregated/forwardingRules',
    computeRead,
    'compute.forwardingRules.list',
  ),
  'compute.backendServices.aggregatedList': method(
    'GET /compute.googleapis.com/compute/v1/projects/{project}/aggregated/backendServices',
    computeRead,
    'compute.backendServices.list',
  ),
  'compute.networks.list': method(
    'GET /compute.googleapis.com/compute/v1/projects/{project}/global/networks',
    computeRead,
    'compute.networks.list',
  ),
  'compute.firewalls.list': method(
    'GET /compute.googleapis.com/compute/v1/projects/{project}/global/firewalls',
    computeRead,
    'compute.firewalls.list',
  ),
} as const;

const workloads = {
  'cloudfunctions.projects.locations.functions.list': method(
    'GET /cloudfunctions.googleapis.com/v2/projects/{project}/locations/{location}/functions',
    whole,
    'cloudfunctions.functions.list',
  ),
  'run.projects.locations.list': method(
    'GET /run.googleapis.com/v1/projects/{project}/locations',
    'run.readonly',
    'run.locations.list',
  ),
  'run.projects.locations.services.list': method(
    'GET /run.googleapis.com/v2/projects/{project}/locations/{location}/services',
    'run.readonly',
    'run.services.list',
  ),
  'artifactregistry.projects.locations.repositories.list': method(
    'GET /artifactregistry.googleapis.com/v1/projects/{project}/locations/{location}/repositories',
    readOnly,
    'artifactregistry.repositories.list',
  ),
  'artifactregistry.projects.locations.repositories.dockerImages.list': method(
    'GET /artifactregistry.googleapis.com/v1/projects/{project}/locations/{location}/repositories/{repository}/dockerImages',
    readOnly,
    'artifactregistry.dockerimages.list',
  ),
  'container.projects.locations.clusters.list': method(
    'GET /container.googleapis.com/v1/projects/{project}/locations/{location}/clusters',
    'container.read-only',
    'container.clusters.list',
  ),
  'container.projects.locations.clusters.get': method(
    'GET /container.googleapis.com/v1/projects/{project}/locations/{location}/clusters/{cluster}',
    'container.read-only',
    'container.clusters.get',
  ),
  'container.projects.locations.clusters.nodePools.list': method(
    'GET /container.googleapis.com/v1/projects/{project}/locations/{location}/clusters/{cluster}/nodePools',
    'container.read-only',
    'container.clusters.get',
  ),
} as const;

const data = {
  'sql.instances.list': method(
    'GET /sqladmin.googleapis.com/v1/projects/{project}/instances',
    whole,
    'cloudsql.instances.list',
  ),
  'redis.projects.locations.instances.list': method(
    'GET /redis.googleapis.com/v1/projects/{project}/locations/{location}/instances',
    'redis.read-only',
    'redis.instances.list',
  ),
  'memcache.projects.locations.instances.list': method(
    'GET /memcache.googleapis.com/v1/projects/{project}/locations/{location}/instances',
    whole,
    'memcache.instances.list',
  ),
  'firestore.projects.databases.list': method(
    'GET /firestore.googleapis.com/v1/projects/{project}/databases',
    whole,
    'datastore.databases.list',
  ),
  'dns.managedZones.list': method(
    'GET /dns.googleapis.com/dns/v1/projects/{project}/managedZones',
    'ndev.clouddns.readonly',
    'dns.managedZones.list',
  ),
  'dns.managedZones.get': method(
    'GET /dns.googleapis.com/dns/v1/projects/{project}/managedZones/{managedZone}',
    'ndev.clouddns.readonly',
    'dns.managedZones.get',
  ),
  'dns.resourceRecordSets.list': method(
    'GET /dns.googleapis.com/dns/v1/projects/{project}/managedZones/{managedZone}/rrsets',
    'ndev.clouddns.readonly',
    'dns.resourceRecordSets.list',
  ),
} as const;

const observed = {
  'monitoring.projects.timeSeries.list': method(
    'GET /monitoring.googleapis.com/v3/projects/{project}/timeSeries',
    'monitoring.read',
    'monitoring.timeSeries.list',
  ),
  'monitoring.projects.metricDescriptors.list': method(
    'GET /monitoring.googleapis.com/v3/projects/{project}/metricDescriptors',
    'monitoring.read',
    'monitoring.metricDescriptors.list',
  ),
  'monitoring.projects.alertPolicies.list': method(
    'GET /monitoring.googleapis.com/v3/projects/{project}/alertPolicies',
    'monitoring.read',
    'monitoring.alertPolicies.list',
  ),
  'monitoring.projects.alerts.list': method(
    'GET /monitoring.googleapis.com/v3/projects/{project}/alerts',
    'monitoring.read',
    'monitoring.alerts.list',
  ),
  'monitoring.projects.location.prometheus.api.v1.query': method(
    'POST /monitoring.googleapis.com/v1/projects/{project}/location/{location}/prometheus/api/v1/query',
    'monitoring.read',
    'monitoring.timeSeries.list',
  ),
  'monitoring.projects.location.prometheus.api.v1.query_range': method(
    'POST /monitoring.googleapis.com/v1/projects/{project}/location/{location}/prometheus/api/v1/query_range',
    'monitoring.read',
    'monitoring.timeSeries.list',
  ),
  'logging.entries.list': method(
    'POST /logging.googleapis.com/v2/entries:list',
    'logging.read',
    'logging.logEntries.list',
  ),
  'logging.projects.logs.list': method(
    'GET /logging.googleapis.com/v2/projects/{project}/logs',
    'logging.read',
    'logging.logs.list',
  ),
} as const;

const governance = {
  'cloudasset.searchAllResources': method(
    'GET /cloudasset.googleapis.com/v1/projects/{project}:searchAllResources',
    whole,
    'cloudasset.assets.searchAllResources',
  ),
  'cloudasset.assets.list': method(
    'GET /cloudasset.googleapis.com/v1/projects/{project}/assets',
    whole,
    'cloudasset.assets.listResource',
  ),
  'recommender.projects.locations.recommenders.recommendations.list': method(
    'GET /recommender.googleapis.com/v1/projects/{project}/locations/{location}/recommenders/{recommender}/recommendations',
    whole,
  ),
  'securitycenter.projects.sources.findings.list': method(
    'GET /securitycenter.googleapis.com/v1/projects/{project}/sources/{source}/findings',
    whole,
    'securitycenter.findings.list',
  ),
  'iam.projects.serviceAccounts.list': method(
    'GET /iam.googleapis.com/v1/projects/{project}/serviceAccounts',
    whole,
    'iam.serviceAccounts.list',
  ),
  'iam.projects.serviceAccounts.keys.list': method(
    'GET /iam.googleapis.com/v1/projects/{project}/serviceAccounts/{serviceAccount}/keys',
    whole,
    'iam.serviceAccountKeys.list',
  ),
  'cloudresourcemanager.projects.getIamPolicy': method(
    'POST /cloudresourcemanager.googleapis.com/v3/projects/{project}:getIamPolicy',
    readOnly,
    'resourcemanager.projects.getIamPolicy',
  ),
  'cloudresourcemanager.projects.testIamPermissions': method(
    'POST /cloudresourcemanager.googleapis.com/v3/projects/{project}:testIamPermissions',
    readOnly,
  ),
} as const;

const cost = {
  'cloudbilling.billingAccounts.list': method(
    'GET /cloudbilling.googleapis.com/v1/billingAccounts',
    'cloud-billing.readonly',
    'billing.accounts.list',
  ),
  'cloudbilling.services.skus.list': method(
    'GET /cloudbilling.googleapis.com/v1/services/{service}/skus',
    'cloud-billing.readonly',
  ),
  'bigquery.tables.get': method(
    'GET /bigquery.googleapis.com/bigquery/v2/projects/{project}/datasets/{dataset}/tables/{table}',
    readOnly,
    'bigquery.tables.get',
  ),
  'bigquery.jobs.query': method(
    'POST /bigquery.googleapis.com/bigquery/v2/projects/{project}/queries',
    readOnly,
    'bigquery.jobs.create',
  ),
  'bigquery.jobs.getQueryResults': method(
    'GET /bigquery.googleapis.com/bigquery/v2/projects/{project}/queries/{job}',
    readOnly,
    'bigquery.jobs.create',
  ),
} as const;

export const methods = { ...compute, ...workloads, ...data, ...observed, ...governance, ...cost };

export type MethodId = keyof typeof methods;
export type CallOf<Id extends MethodId> = (typeof methods)[Id]['call'];

/** The calls of these methods, as a manifest declares them. */
export function callsOf(...ids: readonly MethodId[]): readonly UpstreamCall[] {
  return ids.map((id) => methods[id].call);
}

const methodsByCall: ReadonlyMap<string, Method> = new Map(
  Object.values<Method>(methods).map((one) => [one.call, one]),
);

/** The method behind a declared call. */
export function methodOf(call: string): Method | undefined {
  return methodsByCall.get(call);
}
