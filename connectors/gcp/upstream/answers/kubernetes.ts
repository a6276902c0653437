/** Functions, serverless services, image registry and Kubernetes as they answer about a small project. */
import { project, serviceAccount } from '../project.ts';

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

const nodePool = {
  name: 'default-pool',
  selfLink: `https://container.googleapis.com/v1/${at('us-central1')}/clusters/main/nodePools/default-pool`,
  status: 'RUNNING_WITH_ERROR',
  conditions: [{ canonicalCode: 'RESOURCE_EXHAUSTED', code: 'GCE_QUOTA_EXCEEDED', message: 'CPU quota.' }],
  version: '1.36.1-gke.100',
  initialNodeCount: 1,
  locations: ['us-central1-a', 'us-central1-b'],
  instanceGroupUrls: [
    `https://www.googleapis.com/compute/v1/projects/${project}/zones/us-central1-a/instanceGroupManagers/gke-main`,
  ],
  autoscaling: { enabled: true, minNodeCount: 1, maxNodeCount: 4 },
  management: { autoRepair: true, autoUpgrade: true },
  networkConfig: { subnetwork: `projects/${project}/regions/us-central1/subnetworks/main-a` },
  config: {
    machineType: 'e2-standard-4',
    imageType: 'COS_CONTAINERD',
    diskSizeGb: 100,
    serviceAccount,
    spot: true,
    labels: { pool: 'default' },
    resourceLabels: { team: 'platform' },
    metadata: { 'kube-env': 'canary-secret' },
    taints: [{ key: 'spot', value: 'true', effect: 'NO_SCHEDULE' }],
  },
};

export const cluster = {
  id: 'c0ffee',
  name: 'main',
  selfLink: `https://container.googleapis.com/v1/${at('us-central1')}/clusters/main`,
  location: 'us-central1',
  description: 'everything',
  status: 'RUNNING',
  conditions: [{ canonicalCode: 'UNKNOWN', message: 'Upgrade postponed.' }],
  currentMasterVersion: '1.36.1-gke.100',
  currentNodeVersion: '1.35.2-gke.10',
  currentNodeCount: 6,
  releaseChannel: { channel: 'REGULAR' },
  autopilot: { enabled: false },
  endpoint: '203.0.113.20',
  masterAuth: { clusterCaCertificate: 'canary-secret' },
  networkConfig: {
    network: `projects/${project}/global/networks/main`,
    subnetwork: `projects/${project}/regions/us-central1/subnetworks/main-a`,
  },
  clusterIpv4Cidr: '10.8.0.0/14',
  servicesIpv4Cidr: '10.12.0.0/20',
  ipAllocationPolicy: { stackType: 'IPV4' },
  controlPlaneEndpointsConfig: {
    ipEndpointsConfig: {
      enablePublicEndpoint: true,
      privateEndpoint: '10.0.0.20',
      publicEndpoint: '203.0.113.20',
      authorizedNetworksConfig: { enabled: true, cidrBlocks: [{ cidrBlock: '198.51.100.0/24' }] },
    },
  },
  loggingConfig: { componentConfig: { enableComponents: ['SYSTEM_COMPONENTS', 'WORKLOADS'] } },
  databaseEncryption: { state: 'ENCRYPTED', keyName: `${at('us-central1')}/keyRings/r/cryptoKeys/k` },
  nodeConfig: { serviceAccount },
  createTime: '2026-01-05T10:00:00+00:00',
  resourceLabels: { team: 'platform' },
};

export const workloadAnswers = {
  'cloudfunctions.projects.locations.functions.list': { functions: [cloudFunction] },
  'run.projects.locations.list': { locations: [{ locationId: 'us-central1' }, { locationId: 'europe-west1' }] },
  'run.projects.locations.services.list': { services: [service] },
  'artifactregistry.projects.locations.repositories.list': { repositories: [repository] },
  'artifactregistry.projects.locations.repositories.dockerImages.list': { dockerImages: [image] },
  'container.projects.locations.clusters.list': { clusters: [cluster] },
  'container.projects.locations.clusters.get': cluster,
  'container.projects.locations.clusters.nodePools.list': { nodePools: [nodePool] },
};
