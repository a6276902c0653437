import type { DataOf } from '../../../../catalog/index.ts';
import type { Cluster, StatusCondition } from '../schema.ts';
import { ask } from '../../ask.ts';
import { type GcpContext, type GcpOperations, projectOf } from '../../context.ts';
import { outcomeOf, readList } from '../../paging.ts';
import { need, noneOf, present, relativeName, timeOf } from '../../wording.ts';
import { locateCluster, readClusters } from '../locate-cluster.ts';

interface Issue {
  readonly code: string;
  readonly message?: string;
}

/** What the vendor reports as wrong with a cluster or its nodes. */
export function issuesOf(conditions: readonly StatusCondition[]): (Issue & { resourceIds: string[] })[] {
  return conditions.map(({ code, canonicalCode, message }) => ({
    code: canonicalCode ?? code ?? 'UNKNOWN',
    ...present({ message }),
    resourceIds: [],
  }));
}

type Described = DataOf<'k8s.describeCluster'>['cluster'];

export const clusterOperations: GcpOperations<'k8s.describeCluster' | 'k8s.listClusters'> = {
  'k8s.listClusters': {
    async run(args, context) {
      const { region } = args;
      const list = await readList({
        operation: 'k8s.listClusters',
        args,
        read: () => readClusters(context, '-'),
        // A zone of the region counts: a cluster may stand in only one.
        keep: ({ location }) => region === undefined || location === region || location.startsWith(`${region}-`),
        empty: noneOf('clusters', projectOf(context), region !== undefined),
      });
      const clusters = list.rows.map((one) => ({
        name: one.name,
        location: one.location,
        ...present({ state: one.status, version: one.currentMasterVersion, nodeCount: one.currentNodeCount }),
      }));
      return { data: { ...present({ region }), clusters }, ...outcomeOf(list) };
    },
  },

  'k8s.describeCluster': {
    async run(args, context) {
      const location = await locateCluster(context, args.name, args);
      const cluster = await ask(context, 'container.projects.locations.clusters.get', {
        path: { project: projectOf(context), location, cluster: args.name },
      });
      return { data: { cluster: describe(context, cluster) }, complete: true, truncated: false };
    },
  },
};

function describe(context: GcpContext, one: Cluster): Described {
  return {
    id:
      one.selfLink === undefined
        ? `projects/${projectOf(context)}/locations/${one.location}/clusters/${one.name}`
        : relativeName(one.selfLink),
    name: one.name,
    location: one.location,
    state: one.status ?? 'STATUS_UNSPECIFIED',
    issues: issuesOf(one.conditions),
    version: need(one.currentMasterVersion, '$.currentMasterVersion'),
    managesNodes: one.autopilot?.enabled === true,
    endpointAccess: accessOf(one),
    ...networkOf(one),
    securityGroupIds: [],
    exportedLogs: one.loggingConfig?.componentConfig?.enableComponents ?? [],
    tags: one.resourceLabels,
    ...present({
      description: one.description,
      stateReason: one.statusMessage,
      nodeVersion: one.currentNodeVersion,
      releaseChannel: one.releaseChannel?.channel,
      nodeCount: one.currentNodeCount,
      endpoint: one.endpoint,
      identity: one.nodeConfig?.serviceAccount,
      secretsEncryptionKeyId:
        one.databaseEncryption?.state === 'ENCRYPTED' ? one.databaseEncryption.keyName : undefined,
      createdAt: timeOf(one.createTime),
    }),
  };
}

function networkOf(one: Cluster): Pick<Described, 'subnetIds'> & Partial<Described> {
  const subnet = one.networkConfig?.subnetwork ?? one.subnetwork;
  return {
    subnetIds: subnet === undefined ? [] : [subnet],
    ...present({
      vpcId: one.networkConfig?.network ?? one.network,
      podCidrBlock: one.clusterIpv4Cidr,
      serviceCidrBlock: one.servicesIpv4Cidr,
      ipFamily: one.ipAllocationPolicy?.stackType,
    }),
  };
}

/** Newer clusters say it in one place, older ones in two others. */
function accessOf(one: Cluster): Described['endpointAccess'] {
  const endpoints = one.controlPlaneEndpointsConfig?.ipEndpointsConfig;
  const networks = endpoints?.authorizedNetworksConfig ?? one.masterAuthorizedNetworksConfig;
  const blocks = networks?.cidrBlocks.flatMap(({ cidrBlock }) => cidrBlock ?? []) ?? [];
  const isPublic = endpoints?.enablePublicEndpoint ?? one.privateClusterConfig?.enablePrivateEndpoint !== true;
  return {
    isPublic,
    isPrivate: endpoints?.privateEndpoint !== undefined || one.privateClusterConfig?.enablePrivateNodes === true,
    publicCidrBlocks: isPublic && networks?.enabled !== true ? ['0.0.0.0/0'] : blocks,
  };
}
