/** Good answers of Compute Engine, Cloud Functions, Cloud Run and Artifact Registry. */
import type { Exemplar } from '../../../../test/contract/exemplar.ts';
import { project, serviceAccount } from '../project.ts';

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

const at = (location: string): string => `projects/${project}/locations/${location}`;

const cloudFunction = {
  name: `${at('us-central1')}/functions/resize`,
  description: 'makes thumbnails',
  environment: 'GEN_2',
  state: 'FAILED',
  stateMessages: [{ severity: 'ERROR', type: 'BuildFailed', message: 'Build failed: see the log.' }],
  url: 'https://resize.example.run.app',
  createTime: '2026-01-05T10:00:00Z',
  updateTime: '2026-11-01T10:00:00.123456Z',
  labels: { team: 'web' },
  buildConfig: { runtime: 'nodejs24', entryPoint: 'resize', environmentVariables: { NPM_TOKEN: 'canary-secret' } },
  serviceConfig: {
    availableMemory: '256Mi',
    timeoutSeconds: 60,
    minInstanceCount: 1,
    maxInstanceCount: 20,
    maxInstanceRequestConcurrency: 80,
    serviceAccountEmail: serviceAccount,
    environmentVariables: { DATABASE_PASSWORD: 'canary-secret', LOG_LEVEL: 'info' },
    secretEnvironmentVariables: [{ key: 'API_KEY', secret: 'api-key', projectId: project, version: 'latest' }],
    revision: 'resize-00007',
    uri: 'https://resize.example.run.app',
    vpcConnector: `${at('us-central1')}/connectors/main`,
  },
  eventTrigger: {
    eventType: 'google.cloud.pubsub.topic.v1.messagePublished',
    pubsubTopic: `projects/${project}/topics/uploads`,
    retryPolicy: 'RETRY_POLICY_RETRY',
  },
};

const service = {
  name: `${at('us-central1')}/services/checkout`,
  uri: 'https://checkout.example.run.app',
  ingress: 'INGRESS_TRAFFIC_ALL',
  createTime: '2026-01-05T10:00:00Z',
  updateTime: '2026-11-01T10:00:00.123456Z',
  lastModifier: 'dev@example.com',
  labels: { team: 'shop' },
  latestReadyRevision: `${at('us-central1')}/services/checkout/revisions/checkout-00041`,
  latestCreatedRevision: `${at('us-central1')}/services/checkout/revisions/checkout-00042`,
  terminalCondition: {
    type: 'Ready',
    state: 'CONDITION_FAILED',
    revisionReason: 'CONTAINER_MISSING',
    message: 'Image not found.',
    lastTransitionTime: '2026-11-01T10:00:00Z',
  },
  conditions: [{ type: 'RoutesReady', state: 'CONDITION_SUCCEEDED', lastTransitionTime: '2026-11-01T10:00:00Z' }],
  traffic: [
    { type: 'TRAFFIC_TARGET_ALLOCATION_TYPE_LATEST', percent: 90 },
    { type: 'TRAFFIC_TARGET_ALLOCATION_TYPE_REVISION', revision: 'checkout-00041', percent: 10, tag: 'old' },
  ],
  template: {
    containers: [
      {
        name: 'main',
        image: `us-docker.pkg.dev/${project}/images/checkout:1.42.0`,
        args: ['--token=canary-secret'],
        ports: [{ containerPort: 8080 }],
        resources: { limits: { cpu: '1', memory: '512Mi' } },
        env: [
          { name: 'STRIPE_KEY', value: 'canary-secret' },
          { name: 'LOG_LEVEL', value: 'info' },
        ],
      },
    ],
    scaling: { minInstanceCount: 1, maxInstanceCount: 10 },
    maxInstanceRequestConcurrency: 80,
    timeout: '300s',
    serviceAccount,
    vpcAccess: { networkInterfaces: [{ subnetwork: 'main-a' }] },
  },
};

const repository = {
  name: `${at('us-central1')}/repositories/images`,
  description: 'what we build',
  format: 'DOCKER',
  registryUri: `us-central1-docker.pkg.dev/${project}/images`,
  kmsKeyName: `${at('us-central1')}/keyRings/r/cryptoKeys/k`,
  sizeBytes: '123456789',
  createTime: '2026-01-05T10:00:00Z',
  updateTime: '2026-11-01T10:00:00Z',
  labels: { team: 'shop' },
  dockerConfig: { immutableTags: true },
  vulnerabilityScanningConfig: { enablementState: 'SCANNING_ACTIVE' },
};

const image = {
  name: `${at('us-central1')}/repositories/images/dockerImages/checkout@sha256:e9954c1fc875017be1c3e36eca16be2d9e9bccc4bf072163515467d6a823c7cf`,
  uri: `us-central1-docker.pkg.dev/${project}/images/checkout@sha256:e9954c1fc875017be1c3e36eca16be2d9e9bccc4bf072163515467d6a823c7cf`,
  tags: ['1.42.0'],
  imageSizeBytes: '45000000',
  mediaType: 'application/vnd.oci.image.index.v1+json',
  uploadTime: '2026-11-01T10:00:00Z',
  buildTime: '2026-11-01T09:59:00Z',
  imageManifests: [{ os: 'linux', architecture: 'arm64' }],
};

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
  'cloudfunctions.projects.locations.functions.list': { functions: [cloudFunction] },
  'run.projects.locations.list': { locations: [{ locationId: 'us-central1' }, { locationId: 'europe-west1' }] },
  'run.projects.locations.services.list': { services: [service] },
  'artifactregistry.projects.locations.repositories.list': { repositories: [repository] },
  'artifactregistry.projects.locations.repositories.dockerImages.list': { dockerImages: [image] },
};

export const computeQuestions: Exemplar['questions'] = {
  'compute.listAutoScalingGroups': [{}],
  'compute.listContainerImages': [{ region: 'us-central1', repository: 'images' }],
  'compute.listFunctions': [{}],
  'compute.listImageRepositories': [{ region: 'us-central1' }],
  'compute.listInstances': [{}, { region: 'europe-west1' }],
  'compute.listServerlessServices': [{}, { region: 'us-central1' }],
  'compute.listVolumes': [{}],
};

export const computeRedacted: NonNullable<Exemplar['redacted']> = {
  'metadata of machines, start-up scripts among them': ['items.*.instances.*.metadata.items.*.value'],
  'values of environment variables': [
    'functions.*.serviceConfig.environmentVariables.*',
    'services.*.template.containers.*.env.*.value',
  ],
  'environment variables of the build': ['functions.*.buildConfig.environmentVariables.*'],
  'credentials of remote repositories': [
    [
      'repositories.*.remoteRepositoryConfig',
      (secret) => ({
        description: 'upstream',
        upstreamCredentials: { usernamePasswordCredentials: { username: 'ada', passwordSecretVersion: secret } },
      }),
    ],
  ],
  'commands and their arguments': ['command', 'args'].map(
    (list) => [`services.*.template.containers.*.${list}`, (secret: string) => [secret]] as const,
  ),
  'encryption keys of the customer': ['diskEncryptionKey', 'sourceImageEncryptionKey'].map(
    (key) => [`items.*.disks.*.${key}`, (secret: string) => ({ rawKey: secret, rsaEncryptedKey: secret })] as const,
  ),
};
