/** Functions, serverless services, image repositories and Kubernetes clusters. */
import { z } from 'zod';
import { flag, labels, namesOnly, number, text, texts } from '../schema-parts.ts';

export const CloudFunction = z.object({
  name: z.string(),
  description: text,
  environment: text,
  state: text,
  stateMessages: z.array(z.object({ severity: text, type: text, message: text })).default([]),
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
      secretEnvironmentVariables: z.array(z.object({ key: text })).default([]),
      revision: text,
      uri: text,
      vpcConnector: text,
      directVpcNetworkInterface: z.array(z.object({ network: text, subnetwork: text })).default([]),
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
  ports: z.array(z.object({ containerPort: number })).default([]),
  resources: z.object({ limits: labels }).optional(),
  env: z.array(z.object({ name: z.string() })).default([]),
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
  conditions: z.array(Condition).default([]),
  terminalCondition: Condition.optional(),
  traffic: z.array(z.object({ revision: text, percent: number, tag: text })).default([]),
  scaling: z.object({ minInstanceCount: number, maxInstanceCount: number }).optional(),
  template: z
    .object({
      containers: z.array(Container).default([]),
      scaling: z.object({ minInstanceCount: number, maxInstanceCount: number }).optional(),
      maxInstanceRequestConcurrency: number,
      timeout: text,
      serviceAccount: text,
      vpcAccess: z
        .object({ connector: text, networkInterfaces: z.array(z.object({ subnetwork: text })).default([]) })
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
  imageManifests: z.array(z.object({ os: text, architecture: text })).default([]),
});
export type DockerImage = z.infer<typeof DockerImage>;

const StatusCondition = z.object({ code: text, canonicalCode: text, message: text });
export type StatusCondition = z.infer<typeof StatusCondition>;

export const NodePool = z.object({
  name: z.string(),
  selfLink: text,
  status: text,
  conditions: z.array(StatusCondition).default([]),
  version: text,
  initialNodeCount: number,
  locations: texts,
  instanceGroupUrls: texts,
  autoscaling: z
    .object({
      enabled: flag,
      minNodeCount: number,
      maxNodeCount: number,
      totalMinNodeCount: number,
      totalMaxNodeCount: number,
    })
    .optional(),
  management: z.object({ autoRepair: flag, autoUpgrade: flag }).optional(),
  networkConfig: z.object({ subnetwork: text }).optional(),
  config: z
    .object({
      machineType: text,
      imageType: text,
      diskSizeGb: number,
      serviceAccount: text,
      spot: flag,
      preemptible: flag,
      labels,
      resourceLabels: labels,
      taints: z.array(z.object({ key: text, value: text, effect: text })).default([]),
    })
    .optional(),
});
export type NodePool = z.infer<typeof NodePool>;

export const Cluster = z.object({
  id: text,
  name: z.string(),
  selfLink: text,
  location: z.string(),
  description: text,
  status: text,
  statusMessage: text,
  conditions: z.array(StatusCondition).default([]),
  currentMasterVersion: text,
  currentNodeVersion: text,
  currentNodeCount: number,
  releaseChannel: z.object({ channel: text }).optional(),
  autopilot: z.object({ enabled: flag }).optional(),
  endpoint: text,
  network: text,
  networkConfig: z.object({ network: text, subnetwork: text }).optional(),
  subnetwork: text,
  clusterIpv4Cidr: text,
  servicesIpv4Cidr: text,
  ipAllocationPolicy: z.object({ stackType: text }).optional(),
  privateClusterConfig: z.object({ enablePrivateEndpoint: flag, enablePrivateNodes: flag }).optional(),
  controlPlaneEndpointsConfig: z
    .object({
      ipEndpointsConfig: z
        .object({
          enablePublicEndpoint: flag,
          privateEndpoint: text,
          publicEndpoint: text,
          authorizedNetworksConfig: z
            .object({ enabled: flag, cidrBlocks: z.array(z.object({ cidrBlock: text })).default([]) })
            .optional(),
        })
        .optional(),
    })
    .optional(),
  masterAuthorizedNetworksConfig: z
    .object({ enabled: flag, cidrBlocks: z.array(z.object({ cidrBlock: text })).default([]) })
    .optional(),
  loggingConfig: z.object({ componentConfig: z.object({ enableComponents: texts }).optional() }).optional(),
  databaseEncryption: z.object({ state: text, keyName: text }).optional(),
  nodeConfig: z.object({ serviceAccount: text }).optional(),
  createTime: text,
  resourceLabels: labels,
});
export type Cluster = z.infer<typeof Cluster>;

export const workloadAnswers = {
  'cloudfunctions.projects.locations.functions.list': z.object({
    functions: z.array(CloudFunction).default([]),
    unreachable: texts,
    nextPageToken: text,
  }),
  'run.projects.locations.list': z.object({
    locations: z.array(z.object({ locationId: z.string() })).default([]),
    nextPageToken: text,
  }),
  'run.projects.locations.services.list': z.object({
    services: z.array(RunService).default([]),
    unreachable: texts,
    nextPageToken: text,
  }),
  'artifactregistry.projects.locations.repositories.list': z.object({
    repositories: z.array(Repository).default([]),
    nextPageToken: text,
  }),
  'artifactregistry.projects.locations.repositories.dockerImages.list': z.object({
    dockerImages: z.array(DockerImage).default([]),
    nextPageToken: text,
  }),
  'container.projects.locations.clusters.list': z.object({
    clusters: z.array(Cluster).default([]),
    missingZones: texts,
  }),
  'container.projects.locations.clusters.get': Cluster,
  'container.projects.locations.clusters.nodePools.list': z.object({ nodePools: z.array(NodePool).default([]) }),
};
