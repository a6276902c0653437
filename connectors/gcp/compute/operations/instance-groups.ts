import type { DataOf } from '../../../../catalog/index.ts';
import type { InstanceGroupManager } from '../schema.ts';
import { type GcpContext, type GcpOperations, projectOf } from '../../context.ts';
import { outcomeOf, readList } from '../../paging.ts';
import { lastPart, noneOf, present, relativeName, timeOf } from '../../wording.ts';
import { idOf, isIn, type Placed, readScopes, zoneOf } from '../../aggregated-lists.ts';

type Told = DataOf<'compute.listAutoScalingGroups'>['autoScalingGroups'][number];

export const instanceGroupOperations: GcpOperations<'compute.listAutoScalingGroups'> = {
  'compute.listAutoScalingGroups': {
    async run(args, context) {
      const { region } = args;
      const list = await readList({
        operation: 'compute.listAutoScalingGroups',
        args,
        read: ({ pageToken }) => readScopes(context, 'compute.instanceGroupManagers.aggregatedList', pageToken),
        keep: ({ scope }) => isIn(scope, { region }),
        empty: noneOf('managed instance groups', projectOf(context), region !== undefined),
      });
      return {
        data: { ...present({ region }), autoScalingGroups: list.rows.map((one) => tell(context, one)) },
        ...outcomeOf(list),
      };
    },
  },
};

/** Sizes between which a group scales belong to its autoscaler, which the list does not tell. */
function tell(context: GcpContext, placed: Placed<InstanceGroupManager>): Told {
  const { row, scope } = placed;
  const zone = zoneOf(scope);
  const spread =
    row.distributionPolicy?.zones.flatMap((one) => (one.zone === undefined ? [] : [lastPart(one.zone)])) ?? [];
  const template = row.instanceTemplate ?? row.versions[0]?.instanceTemplate;
  return {
    id: idOf(context, placed, 'instanceGroupManagers'),
    name: row.name,
    desiredSize: row.targetSize ?? 0,
    instancesByState: countsOf(row.currentActions),
    zones: zone === undefined ? spread : [zone],
    subnetIds: [],
    targetGroupIds: row.targetPools.map(relativeName),
    suspendedProcesses: [],
    tags: {},
    ...present({
      isStable: row.status?.isStable,
      launchTemplate: template === undefined ? undefined : { id: relativeName(template), name: lastPart(template) },
      healthCheckType:
        row.autoHealingPolicies[0]?.healthCheck === undefined
          ? undefined
          : lastPart(row.autoHealingPolicies[0].healthCheck),
      healthCheckGraceSec: row.autoHealingPolicies[0]?.initialDelaySec,
      createdAt: timeOf(row.creationTimestamp),
    }),
  };
}

/** What the group is doing with its members; `none` counts those it leaves alone. */
function countsOf(actions: InstanceGroupManager['currentActions']): Record<string, number> {
  return Object.fromEntries(
    Object.entries(actions ?? {}).flatMap(([action, count = 0]) => (count > 0 ? [[action, count]] : [])),
  );
}
