/**
 * The roles of the table, and of each the permissions that are used: what the served custom role holds.
 * A predefined role holds more than that, `roles/viewer` thousands of permissions more.
 */
export interface Role {
  /** Where it must be granted. */
  readonly on: 'project' | 'billing account';
  readonly enables: string;
  /** What each permission is used for. */
  readonly uses: Readonly<Record<string, string>>;
}

export const roles = {
  'roles/viewer': {
    on: 'project',
    enables: 'Machines, Kubernetes, managed databases, serverless, DNS, image registries, document stores and caches.',
    uses: {
      'artifactregistry.dockerimages.list': 'Lists the container images of a repository.',
      'artifactregistry.repositories.list': 'Lists image repositories.',
      'cloudfunctions.functions.list': 'Lists functions; values of their environment variables are not read.',
      'cloudsql.instances.list': 'Lists database servers; their data is not read.',
      'compute.addresses.list': 'Lists reserved addresses.',
      'compute.backendServices.list': 'Tells what stands behind load balancers.',
      'compute.disks.list': 'Lists disks; their contents are not read.',
      'compute.firewalls.list': 'Lists firewall rules.',
      'compute.forwardingRules.list': 'Lists load balancers.',
      'compute.instanceGroupManagers.list': 'Lists managed instance groups.',
      'compute.instances.list': 'Lists machines.',
      'compute.networks.list': 'Lists networks and their peerings.',
      'compute.subnetworks.list': 'Lists subnets.',
      'container.clusters.get':
        'Describes a Kubernetes cluster and its node pools; credentials in the answer are not read.',
      'container.clusters.list': 'Lists Kubernetes clusters.',
      'datastore.databases.list': 'Lists document databases; their documents are not read.',
      'dns.managedZones.get': 'Describes a DNS zone.',
      'dns.managedZones.list': 'Lists DNS zones.',
      'dns.resourceRecordSets.list': 'Lists the records of a zone.',
      'memcache.instances.list': 'Lists Memcached instances.',
      'redis.instances.list': 'Lists Redis instances; their passwords are not read.',
      'run.locations.list': 'Tells which regions to look for serverless services in.',
      'run.services.list': 'Lists serverless services; values of their environment variables are not read.',
    },
  },
  'roles/monitoring.viewer': {
    on: 'project',
    enables: 'Metrics and alerting policies.',
    uses: {
      'monitoring.alertPolicies.list': 'Lists alerting policies.',
      'monitoring.alerts.list': 'Tells which alerting policies have open alerts.',
      'monitoring.metricDescriptors.list': 'Lists metrics.',
      'monitoring.timeSeries.list': 'Queries metrics, with a filter or with PromQL.',
    },
  },
  'roles/logging.viewer': {
    on: 'project',
    enables: 'Log entries, without those of the Data Access logs.',
    uses: {
      'logging.logEntries.list': 'Searches log entries.',
      'logging.logs.list': 'Lists logs.',
    },
  },
  'roles/cloudasset.viewer': {
    on: 'project',
    enables: 'The inventory of everything that exists.',
    uses: {
      'cloudasset.assets.listResource': 'Lists resources with their place; what they are configured with is not read.',
      'cloudasset.assets.searchAllResources': 'Searches resources.',
    },
  },
  'roles/recommender.viewer': {
    on: 'project',
    enables: 'Recommendations.',
    uses: {
      'recommender.cloudsqlIdleInstanceRecommendations.list': 'Finds database servers that nobody uses.',
      'recommender.cloudsqlOverprovisionedInstanceRecommendations.list': 'Finds database servers that are too large.',
      'recommender.computeAddressIdleResourceRecommendations.list': 'Finds addresses that nobody uses.',
      'recommender.computeDiskIdleResourceRecommendations.list': 'Finds disks that nobody uses.',
      'recommender.computeImageIdleResourceRecommendations.list': 'Finds machine images that nobody uses.',
      'recommender.computeInstanceGroupManagerMachineTypeRecommendations.list':
        'Finds instance groups of the wrong size.',
      'recommender.computeInstanceIdleResourceRecommendations.list': 'Finds machines that nobody uses.',
      'recommender.computeInstanceMachineTypeRecommendations.list': 'Finds machines of the wrong size.',
      'recommender.runServiceCostRecommendations.list': 'Finds serverless services that could cost less.',
    },
  },
  'roles/securitycenter.findingsViewer': {
    on: 'project',
    enables: 'Findings of the security scanners.',
    uses: { 'securitycenter.findings.list': 'Lists findings.' },
  },
  'roles/iam.securityReviewer': {
    on: 'project',
    enables: 'Who may do what.',
    uses: {
      'iam.serviceAccountKeys.list':
        'Tells the age of service account keys; the keys themselves are never in the answer.',
      'iam.serviceAccounts.list': 'Lists service accounts.',
      'resourcemanager.projects.getIamPolicy': 'Tells who holds which role on the project.',
    },
  },
  'roles/billing.viewer': {
    on: 'billing account',
    enables: 'Billing accounts. On a project it has no effect.',
    uses: { 'billing.accounts.list': 'Lists billing accounts.' },
  },
  'roles/bigquery.dataViewer': {
    on: 'project',
    enables: 'Reading the table of GCP_BILLING_EXPORT_TABLE; granting it on that dataset alone is enough.',
    uses: {
      'bigquery.tables.get': 'Reads the description of the export table, which tells its partitions.',
      'bigquery.tables.getData': 'Reads what was charged from the export table.',
    },
  },
  'roles/bigquery.jobUser': {
    on: 'project',
    enables: 'Running the query of the billing export.',
    uses: {
      'bigquery.jobs.create': 'Runs the one fixed query of the billing export, in GCP_PROJECT, which is billed for it.',
    },
  },
} as const satisfies Readonly<Record<string, Role>>;

export type RoleName = keyof typeof roles;
type UsesOf<R> = R extends RoleName ? keyof (typeof roles)[R]['uses'] : never;
export type Permission = UsesOf<RoleName>;
