/** From the shape of `DescribeNodegroup` to ours. */
import type { Nodegroup, Taint } from '@aws-sdk/client-eks';
import type { DataOf } from '../../../../../catalog/index.ts';
import { need } from '../../../access/need.ts';
import { bytesOfGib } from '../../../units.ts';
import { distinct, known, timeOf } from '../../../members.ts';
import { issuesOf } from './to-cluster.ts';

type Told = DataOf<'k8s.listNodeGroups'>['nodeGroups'][number];

export function toNodeGroup(group: Nodegroup): Told {
  const { scalingConfig, resources, taints = [] } = group;
  return {
    id: need(group.nodegroupArn, 'nodegroup.nodegroupArn'),
    name: need(group.nodegroupName, 'nodegroup.nodegroupName'),
    state: need(group.status, 'nodegroup.status'),
    issues: issuesOf(group.health?.issues),
    machineTypes: distinct(group.instanceTypes ?? []),
    isSpot: group.capacityType === 'SPOT',
    subnetIds: distinct(group.subnets ?? []),
    autoScalingGroups: distinct((resources?.autoScalingGroups ?? []).map(({ name }) => name)),
    labels: group.labels ?? {},
    taints: taints.map(toTaint),
    tags: group.tags ?? {},
    ...known({
      version: group.version,
      imageType: group.amiType,
      imageVersion: group.releaseVersion,
      minNodes: scalingConfig?.minSize,
      maxNodes: scalingConfig?.maxSize,
      desiredNodes: scalingConfig?.desiredSize,
      isAutoRepaired: group.nodeRepairConfig?.enabled,
      diskBytes: bytesOfGib(group.diskSize),
      identity: group.nodeRole,
      createdAt: timeOf(group.createdAt),
      updatedAt: timeOf(group.modifiedAt),
    }),
  };
}

/** As a taint is written in the cluster itself. */
const effects: ReadonlyMap<string, string> = new Map([
  ['NO_SCHEDULE', 'NoSchedule'],
  ['NO_EXECUTE', 'NoExecute'],
  ['PREFER_NO_SCHEDULE', 'PreferNoSchedule'],
]);

function toTaint({ key, value, effect: told }: Taint): Told['taints'][number] {
  const effect = need(told, 'nodegroup.taints[].effect');
  return { key: need(key, 'nodegroup.taints[].key'), effect: effects.get(effect) ?? effect, ...known({ value }) };
}
