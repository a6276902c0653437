/** Clusters and node pools. */
import { z } from 'zod';
import { flag, labels, number, text, texts } from '../schema-parts.ts';
import { rowsOf } from '../../../src/core/rows.ts';

const StatusCondition = z.object({ code: text, canonicalCode: text, message: text });
export type StatusCondition = z.infer<typeof StatusCondition>;

export const NodePool = z.object({
  name: z.string(),
  selfLink: text,
  status: text,
  conditions: rowsOf(StatusCondition).default([]),
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
      taints: rowsOf(z.object({ key: text, value: text, effect: text })).default([]),
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
  conditions: rowsOf(StatusCondition).default([]),
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
            .object({ enabled: flag, cidrBlocks: rowsOf(z.object({ cidrBlock: text })).default([]) })
            .optional(),
        })
        .optional(),
    })
    .optional(),
  masterAuthorizedNetworksConfig: z
    .object({ enabled: flag, cidrBlocks: rowsOf(z.object({ cidrBlock: text })).default([]) })
    .optional(),
  loggingConfig: z.object({ componentConfig: z.object({ enableComponents: texts }).optional() }).optional(),
  databaseEncryption: z.object({ state: text, keyName: text }).optional(),
  nodeConfig: z.object({ serviceAccount: text }).optional(),
  createTime: text,
  resourceLabels: labels,
});
export type Cluster = z.infer<typeof Cluster>;

export const kubernetesAnswers = {
  'container.projects.locations.clusters.list': z.object({
    clusters: rowsOf(Cluster).default([]),
    missingZones: texts,
  }),
  'container.projects.locations.clusters.get': Cluster,
  'container.projects.locations.clusters.nodePools.list': z.object({ nodePools: rowsOf(NodePool).default([]) }),
};
