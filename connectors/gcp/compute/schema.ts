/** Machines, disks and instance groups (Compute Engine, version 1), functions, serverless services and images. */
import { z } from 'zod';
import { aggregated, flag, labels, namesOnly, number, text, texts } from '../schema-parts.ts';
import { rowsOf } from '../../../src/core/rows.ts';

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
  serviceAccounts: rowsOf(z.object({ email: text })).default([]),
  disks: rowsOf(z.object({ source: text, architecture: text, boot: flag, deviceName: text })).default([]),
  networkInterfaces: rowsOf(
    z.object({
      network: text,
      subnetwork: text,
      networkIP: text,
      ipv6Address: text,
      accessConfigs: rowsOf(z.object({ natIP: text })).default([]),
      ipv6AccessConfigs: rowsOf(z.object({ externalIpv6: text })).default([]),
    }),
  ).default([]),
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
  autoHealingPolicies: rowsOf(z.object({ healthCheck: text, initialDelaySec: number })).default([]),
  versions: rowsOf(z.object({ instanceTemplate: text, name: text })).default([]),
  distributionPolicy: z.object({ zones: rowsOf(z.object({ zone: text })).default([]) }).optional(),
  targetPools: texts,
});
export type InstanceGroupManager = z.infer<typeof InstanceGroupManager>;

export const CloudFunction = z.object({
  name: z.string(),
  description: text,
  environment: text,
  state: text,
  stateMessages: rowsOf(z.object({ severity: text, type: text, message: text })).default([]),
  url: text,
  createTime: text,
  updateTime: text,
  labels,
  buildConfig: z.object({ runtime: text, entryPoint: text }).optional(),
  serviceConfig: z
    .object({
      availableMemory: text,
      timeoutSeconds: number,
      minInstanceCount: number,
      maxInstanceCount: number,
      maxInstanceRequestConcurrency: number,
      serviceAccountEmail: text,
      environmentVariables: namesOnly.optional(),
      secretEnvironmentVariables: rowsOf(z.object({ key: text })).default([]),
      revision: text,
      uri: text,
      vpcConnector: text,
      directVpcNetworkInterface: rowsOf(z.object({ network: text, subnetwork: text })).default([]),
    })
    .optional(),
  eventTrigger: z.object({ eventType: text, pubsubTopic: text, retryPolicy: text }).optional(),
});
export type CloudFunction = z.infer<typeof CloudFunction>;

const Condition = z.object({
  type: text,
  state: text,
  reason: text,
  revisionReason: text,
  executionReason: text,
  message: text,
  lastTransitionTime: text,
});
export type RunCondition = z.infer<typeof Condition>;

const Container = z.object({
  name: text,
  image: z.string(),
  ports: rowsOf(z.object({ containerPort: number })).default([]),
  resources: z.object({ limits: labels }).optional(),
  env: rowsOf(z.object({ name: z.string() })).default([]),
});

export const RunService = z.object({
  name: z.string(),
  description: text,
  uri: text,
  ingress: text,
  createTime: text,
  updateTime: text,
  lastModifier: text,
  labels,
  latestReadyRevision: text,
  latestCreatedRevision: text,
  conditions: rowsOf(Condition).default([]),
  terminalCondition: Condition.optional(),
  traffic: rowsOf(z.object({ revision: text, percent: number, tag: text })).default([]),
  scaling: z.object({ minInstanceCount: number, maxInstanceCount: number }).optional(),
  template: z
    .object({
      containers: rowsOf(Container).default([]),
      scaling: z.object({ minInstanceCount: number, maxInstanceCount: number }).optional(),
      maxInstanceRequestConcurrency: number,
      timeout: text,
      serviceAccount: text,
      vpcAccess: z
        .object({ connector: text, networkInterfaces: rowsOf(z.object({ subnetwork: text })).default([]) })
        .optional(),
    })
    .optional(),
});
export type RunService = z.infer<typeof RunService>;

export const Repository = z.object({
  name: z.string(),
  description: text,
  format: text,
  registryUri: text,
  kmsKeyName: text,
  sizeBytes: text,
  createTime: text,
  updateTime: text,
  labels,
  dockerConfig: z.object({ immutableTags: flag }).optional(),
  vulnerabilityScanningConfig: z.object({ enablementState: text }).optional(),
});
export type Repository = z.infer<typeof Repository>;

export const DockerImage = z.object({
  name: z.string(),
  uri: text,
  tags: texts,
  imageSizeBytes: text,
  mediaType: text,
  uploadTime: text,
  buildTime: text,
  imageManifests: rowsOf(z.object({ os: text, architecture: text })).default([]),
});
export type DockerImage = z.infer<typeof DockerImage>;

export const computeAnswers = {
  'compute.instances.aggregatedList': aggregated('instances', Instance),
  'compute.disks.aggregatedList': aggregated('disks', Disk),
  'compute.instanceGroupManagers.aggregatedList': aggregated('instanceGroupManagers', InstanceGroupManager),
  'cloudfunctions.projects.locations.functions.list': z.object({
    functions: rowsOf(CloudFunction).default([]),
    unreachable: texts,
    nextPageToken: text,
  }),
  'run.projects.locations.list': z.object({
    locations: rowsOf(z.object({ locationId: z.string() })).default([]),
    nextPageToken: text,
  }),
  'run.projects.locations.services.list': z.object({
    services: rowsOf(RunService).default([]),
    unreachable: texts,
    nextPageToken: text,
  }),
  'artifactregistry.projects.locations.repositories.list': z.object({
    repositories: rowsOf(Repository).default([]),
    nextPageToken: text,
  }),
  'artifactregistry.projects.locations.repositories.dockerImages.list': z.object({
    dockerImages: rowsOf(DockerImage).default([]),
    nextPageToken: text,
  }),
};
