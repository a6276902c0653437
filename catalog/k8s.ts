/** Kubernetes clusters and their nodes as the provider tells them. What runs in a cluster: `k8s-objects.ts`. */
import { z } from 'zod';
import { Cursor, limitUpTo, Region, RegionReadIfOne, State, Tags, Time } from './common.ts';
import { Zone } from './compute.ts';
import {
  ClusterName,
  k8sGetDeployment,
  k8sGetEndpoints,
  k8sGetIngress,
  k8sGetPod,
  k8sGetService,
  k8sListEndpoints,
  k8sListIngresses,
  k8sListPods,
  k8sListServices,
} from './k8s-objects.ts';
import { defineOperation } from './operation.ts';

const Location = z.string().describe('Region, or zone for a cluster that stands in only one');

/** Zone is for providers whose clusters may be in only one. */
const place = {
  region: Region.optional(),
  zone: Zone.optional().describe('Zone of the cluster, when its location is a zone'),
};

const Issue = z.strictObject({ code: z.string(), message: z.string().optional(), resourceIds: z.array(z.string()) });

export const k8sListClusters = defineOperation({
  name: 'k8s.listClusters',
  access: 'read',
  ofRegions: 'clusters',
  summary: 'Kubernetes clusters; more than name and place only where the list tells it.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      limit: limitUpTo(100),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      region: RegionReadIfOne,
      clusters: z.array(
        z.strictObject({
          name: z.string(),
          location: Location,
          state: State.optional(),
          version: z.string().optional(),
          nodeCount: z.int().optional(),
        }),
      ),
    }),
});

export const k8sDescribeCluster = defineOperation({
  name: 'k8s.describeCluster',
  access: 'read',
  summary: 'One Kubernetes cluster: version, state, health issues, network, access and logging settings.',
  arguments: () => z.strictObject({ ...place, name: ClusterName }),
  result: () =>
    z.strictObject({
      cluster: z.strictObject({
        id: z.string(),
        name: z.string(),
        location: Location,
        description: z.string().optional(),
        state: State,
        stateReason: z.string().optional(),
        issues: z.array(Issue),
        version: z.string().optional(),
        nodeVersion: z.string().optional(),
        platformVersion: z.string().optional(),
        releaseChannel: z.string().optional(),
        supportType: z.string().optional(),
        nodeCount: z.int().optional(),
        managesNodes: z.boolean().describe('True when the provider chooses and replaces the nodes'),
        endpoint: z.string().optional().describe('Address of the API server'),
        endpointAccess: z.strictObject({
          isPublic: z.boolean().optional(),
          isPrivate: z.boolean().optional(),
          publicCidrBlocks: z.array(z.string()).describe('From where a public one may be reached'),
        }),
        authenticationMode: z.string().optional(),
        vpcId: z.string().optional(),
        subnetIds: z.array(z.string()),
        securityGroupIds: z.array(z.string()),
        podCidrBlock: z.string().optional(),
        serviceCidrBlock: z.string().optional(),
        ipFamily: z.string().optional(),
        identity: z.string().optional().describe('Role or service account that the cluster acts as'),
        exportedLogs: z.array(z.string()),
        secretsEncryptionKeyId: z.string().optional().describe('Absent for a key of the provider'),
        isDeletionProtected: z.boolean().optional(),
        createdAt: Time.optional(),
        tags: Tags,
      }),
    }),
});

export const k8sListNodeGroups = defineOperation({
  name: 'k8s.listNodeGroups',
  access: 'read',
  summary: 'Groups of nodes of one cluster with sizes, machine types, versions and health issues.',
  arguments: () =>
    z.strictObject({
      ...place,
      cluster: ClusterName,
      limit: limitUpTo(100, 25),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      cluster: z.string(),
      location: Location,
      nodeGroups: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          state: State,
          issues: z.array(Issue),
          version: z.string().optional(),
          imageType: z.string().optional(),
          imageVersion: z.string().optional(),
          machineTypes: z.array(z.string()),
          isSpot: z.boolean().describe('True when the provider may take the machines back'),
          minNodes: z.int().optional(),
          maxNodes: z.int().optional(),
          desiredNodes: z.int().optional(),
          isAutoscaled: z.boolean().optional(),
          isAutoUpgraded: z.boolean().optional(),
          isAutoRepaired: z.boolean().optional(),
          zones: z.array(z.string()).optional().describe('Absent where the provider tells subnets instead'),
          subnetIds: z.array(z.string()),
          autoScalingGroups: z.array(z.string()),
          diskBytes: z.int().optional(),
          identity: z.string().optional().describe('Role or service account that the nodes act as'),
          labels: z.record(z.string(), z.string()),
          taints: z.array(z.strictObject({ key: z.string(), value: z.string().optional(), effect: z.string() })),
          createdAt: Time.optional(),
          updatedAt: Time.optional(),
          tags: Tags,
        }),
      ),
    }),
});

export const k8sOperations = [
  k8sDescribeCluster,
  k8sGetDeployment,
  k8sGetEndpoints,
  k8sGetIngress,
  k8sGetPod,
  k8sGetService,
  k8sListClusters,
  k8sListEndpoints,
  k8sListIngresses,
  k8sListNodeGroups,
  k8sListPods,
  k8sListServices,
] as const;
