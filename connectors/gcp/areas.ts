/**
 * One area for each of the vendor's interfaces: enabled or not on its own, with permissions of its own.
 * What each check asks is the smallest read that the operations of the area make.
 */
import type { OperationName } from '../../catalog/index.ts';
import { declarations } from './declarations.ts';
import { type MethodId, methods } from './methods.ts';

export interface AreaProbe {
  readonly method: MethodId;
  readonly path: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

export interface Area {
  readonly title: string;
  readonly operations: readonly (keyof typeof declarations & OperationName)[];
  readonly probes: readonly AreaProbe[];
}

const one = { pageSize: '1' };

/** Places that the vendor always has, for interfaces that take one at a time. */
const anyRegion = 'us-central1';
const anyZone = 'us-central1-a';

export const areas = {
  compute_engine: {
    title: 'Compute Engine',
    operations: [
      'compute.listInstances',
      'compute.listVolumes',
      'compute.listAutoScalingGroups',
      'network.listAddresses',
      'network.listLoadBalancers',
      'network.listSecurityGroups',
      'network.listSubnets',
      'network.listVpcs',
    ],
    probes: [{ method: 'compute.networks.list', path: {}, query: { maxResults: '1' } }],
  },
  functions: {
    title: 'Cloud Functions',
    operations: ['compute.listFunctions'],
    probes: [{ method: 'cloudfunctions.projects.locations.functions.list', path: { location: '-' }, query: one }],
  },
  serverless: {
    title: 'Cloud Run',
    operations: ['compute.listServerlessServices'],
    probes: [{ method: 'run.projects.locations.services.list', path: { location: anyRegion }, query: one }],
  },
  image_registry: {
    title: 'Artifact Registry',
    operations: ['compute.listContainerImages', 'compute.listImageRepositories'],
    probes: [{ method: 'artifactregistry.projects.locations.repositories.list', path: { location: 'us' }, query: one }],
  },
  kubernetes: {
    title: 'Kubernetes Engine',
    operations: ['k8s.describeCluster', 'k8s.listClusters', 'k8s.listNodeGroups'],
    probes: [{ method: 'container.projects.locations.clusters.list', path: { location: '-' } }],
  },
  sql: {
    title: 'Cloud SQL',
    operations: ['databases.listInstances'],
    probes: [{ method: 'sql.instances.list', path: {}, query: { maxResults: '1' } }],
  },
  caches: {
    title: 'Memorystore',
    operations: ['databases.listCaches'],
    probes: [
      { method: 'redis.projects.locations.instances.list', path: { location: '-' }, query: one },
      { method: 'memcache.projects.locations.instances.list', path: { location: '-' }, query: one },
    ],
  },
  document_stores: {
    title: 'Firestore',
    operations: ['databases.listDocumentStores'],
    probes: [{ method: 'firestore.projects.databases.list', path: {} }],
  },
  dns: {
    title: 'Cloud DNS',
    operations: ['dns.getZone', 'dns.listRecords', 'dns.listZones'],
    probes: [{ method: 'dns.managedZones.list', path: {}, query: { maxResults: '1' } }],
  },
  monitoring: {
    title: 'Cloud Monitoring',
    operations: ['metrics.list', 'metrics.query', 'monitors.list'],
    probes: [{ method: 'monitoring.projects.metricDescriptors.list', path: {}, query: one }],
  },
  logging: {
    title: 'Cloud Logging',
    operations: ['logs.listSources', 'logs.search'],
    probes: [{ method: 'logging.projects.logs.list', path: {}, query: one }],
  },
  assets: {
    title: 'Cloud Asset Inventory',
    operations: ['assets.list', 'assets.search'],
    probes: [{ method: 'cloudasset.searchAllResources', path: {}, query: one }],
  },
  recommendations: {
    title: 'Recommender',
    operations: ['cost.listRecommendations'],
    probes: [
      {
        method: 'recommender.projects.locations.recommenders.recommendations.list',
        path: { location: anyZone, recommender: 'google.compute.instance.MachineTypeRecommender' },
        query: one,
      },
    ],
  },
  findings: {
    title: 'Security Command Center',
    operations: ['security.listFindings'],
    probes: [{ method: 'securitycenter.projects.sources.findings.list', path: { source: '-' }, query: one }],
  },
  identity: {
    title: 'Identity and Access Management',
    operations: ['identity.getIamPolicy', 'identity.listServiceAccounts', 'security.auditAccessKeys'],
    probes: [{ method: 'iam.projects.serviceAccounts.list', path: {}, query: one }],
  },
  prices: {
    title: 'Price list (Cloud Billing)',
    operations: ['cost.getGcpComputePricing'],
    probes: [{ method: 'cloudbilling.services.skus.list', path: { service: '6F81-5844-456A' }, query: one }],
  },
} as const satisfies Readonly<Record<string, Area>>;

export type AreaName = keyof typeof areas;

/** Permissions that the operations of an area need, each once. */
export function permissionsOf({ operations }: Area): readonly string[] {
  return [...new Set(operations.flatMap((name): readonly string[] => declarations[name].grants))];
}

/** Operations of the area that do not work without one of these. */
export function affectedBy({ operations }: Area, missing: readonly string[]): readonly OperationName[] {
  return operations.filter((name) => declarations[name].grants.some((grant) => missing.includes(grant)));
}

export function callOf({ method }: AreaProbe): (typeof methods)[MethodId]['call'] {
  return methods[method].call;
}
