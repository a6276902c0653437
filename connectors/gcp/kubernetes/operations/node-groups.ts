import type { DataOf } from '../../../../catalog/index.ts';
import type { NodePool } from '../schema.ts';
import { ask } from '../../ask.ts';
import { type GcpOperations, projectOf } from '../../context.ts';
import { outcomeOf, readList } from '../../paging.ts';
import { gibibyte, present, relativeName } from '../../wording.ts';
import { issuesOf } from './clusters.ts';
import { locateCluster } from '../locate-cluster.ts';

type Told = DataOf<'k8s.listNodeGroups'>['nodeGroups'][number];

export const nodeGroupOperations: GcpOperations<'k8s.listNodeGroups'> = {
  'k8s.listNodeGroups': {
    async run(args, context) {
      const location = await locateCluster(context, args.cluster, args);
      const list = await readList({
        operation: 'k8s.listNodeGroups',
        args,
        read: async () => {
          const answer = await ask(context, 'container.projects.locations.clusters.nodePools.list', {
            path: { project: projectOf(context), location, cluster: args.cluster },
          });
          return { rows: answer.nodePools };
        },
        empty: `The read was allowed: ${args.cluster} has no node pools.`,
      });
      return {
        data: { cluster: args.cluster, location, nodeGroups: list.rows.map((one) => tell(one, args.cluster)) },
        ...outcomeOf(list),
      };
    },
  },
};

function tell(one: NodePool, cluster: string): Told {
  const subnet = one.networkConfig?.subnetwork;
  return {
    id: one.selfLink === undefined ? `${cluster}/${one.name}` : relativeName(one.selfLink),
    name: one.name,
    state: one.status ?? 'STATUS_UNSPECIFIED',
    issues: issuesOf(one.conditions),
    zones: one.locations,
    subnetIds: subnet === undefined ? [] : [subnet],
    autoScalingGroups: one.instanceGroupUrls.map(relativeName),
    ...machinesOf(one.config),
    ...scaleOf(one),
    ...present({
      version: one.version,
      isAutoUpgraded: one.management?.autoUpgrade,
      isAutoRepaired: one.management?.autoRepair,
    }),
  };
}

type Machines = Pick<Told, 'isSpot' | 'labels' | 'machineTypes' | 'tags' | 'taints'> & Partial<Told>;

function machinesOf(config: NodePool['config']): Machines {
  if (config === undefined) return { machineTypes: [], isSpot: false, labels: {}, taints: [], tags: {} };
  const { machineType, diskSizeGb, taints } = config;
  return {
    machineTypes: machineType === undefined ? [] : [machineType],
    isSpot: config.spot === true || config.preemptible === true,
    labels: config.labels,
    taints: taints.flatMap(({ key, value, effect = 'EFFECT_UNSPECIFIED' }) =>
      key === undefined ? [] : [{ key, effect, ...present({ value }) }],
    ),
    tags: config.resourceLabels,
    ...present({
      imageType: config.imageType,
      diskBytes: diskSizeGb === undefined ? undefined : diskSizeGb * gibibyte,
      identity: config.serviceAccount,
    }),
  };
}

/** Bounds for each zone, or for all of them together. */
function scaleOf({ autoscaling, locations }: NodePool): Pick<Told, 'isAutoscaled' | 'maxNodes' | 'minNodes'> {
  if (autoscaling === undefined) return {};
  const zones = Math.max(1, locations.length);
  return present({
    isAutoscaled: autoscaling.enabled,
    minNodes: autoscaling.totalMinNodeCount ?? timesZones(autoscaling.minNodeCount, zones),
    maxNodes: autoscaling.totalMaxNodeCount ?? timesZones(autoscaling.maxNodeCount, zones),
  });
}

function timesZones(count: number | undefined, zones: number): number | undefined {
  return count === undefined ? undefined : count * zones;
}
