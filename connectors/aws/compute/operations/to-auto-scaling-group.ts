/** From the shape of `DescribeAutoScalingGroups` to ours. */
import type { AutoScalingGroup, Instance } from '@aws-sdk/client-auto-scaling';
import type { DataOf } from '../../../../catalog/index.ts';
import { need } from '../../access/need.ts';
import { distinct, known, tagsOf, timeOf } from '../../members.ts';

type Told = DataOf<'compute.listAutoScalingGroups'>['autoScalingGroups'][number];

export function toAutoScalingGroup(group: AutoScalingGroup): Told {
  const { Instances = [], SuspendedProcesses = [], Tags } = group;
  return {
    id: need(group.AutoScalingGroupARN, 'AutoScalingGroups[].AutoScalingGroupARN'),
    name: need(group.AutoScalingGroupName, 'AutoScalingGroups[].AutoScalingGroupName'),
    desiredSize: need(group.DesiredCapacity, 'AutoScalingGroups[].DesiredCapacity'),
    instancesByState: countByState(Instances),
    instances: Instances.map(toMember),
    zones: distinct(group.AvailabilityZones ?? []),
    subnetIds: distinct((group.VPCZoneIdentifier ?? '').split(',').map((id) => id.trim())),
    targetGroupIds: targetGroupsOf(group),
    suspendedProcesses: SuspendedProcesses.map(({ ProcessName, SuspensionReason }) => ({
      name: need(ProcessName, 'AutoScalingGroups[].SuspendedProcesses[].ProcessName'),
      ...known({ reason: SuspensionReason }),
    })),
    tags: tagsOf(Tags),
    ...known({
      state: group.Status,
      isStable: isStable(group),
      minSize: group.MinSize,
      maxSize: group.MaxSize,
      launchTemplate: templateOf(group),
      healthCheckType: group.HealthCheckType,
      healthCheckGraceSec: group.HealthCheckGracePeriod,
      createdAt: timeOf(group.CreatedTime),
    }),
  };
}

function toMember(instance: Instance): NonNullable<Told['instances']>[number] {
  return {
    id: need(instance.InstanceId, 'AutoScalingGroups[].Instances[].InstanceId'),
    state: need(instance.LifecycleState, 'AutoScalingGroups[].Instances[].LifecycleState'),
    health: need(instance.HealthStatus, 'AutoScalingGroups[].Instances[].HealthStatus'),
    ...known({ type: instance.InstanceType, zone: instance.AvailabilityZone }),
  };
}

function countByState(instances: readonly Instance[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { LifecycleState } of instances) {
    const state = need(LifecycleState, 'AutoScalingGroups[].Instances[].LifecycleState');
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}

/** The states in which a member stays until somebody asks for something else. */
const atRest = new Set(['InService', 'Standby', 'Warmed:Stopped', 'Warmed:Running', 'Warmed:Hibernated']);

/** Undefined where capacity is counted in processors or memory, which the list does not return for its members. */
function isStable(group: AutoScalingGroup): boolean | undefined {
  const { Instances = [], Status, DesiredCapacityType = 'units' } = group;
  if (Status !== undefined || Instances.some(({ LifecycleState = '' }) => !atRest.has(LifecycleState))) return false;
  if (DesiredCapacityType !== 'units') return undefined;
  let capacity = 0;
  for (const { LifecycleState, WeightedCapacity = '1' } of Instances) {
    if (LifecycleState === 'InService') capacity += Number(WeightedCapacity);
  }
  // The last machine of a weighted group may carry it above what was wanted.
  return Instances.some(({ WeightedCapacity }) => WeightedCapacity !== undefined)
    ? capacity >= (group.DesiredCapacity ?? 0)
    : capacity === group.DesiredCapacity;
}

/** A group of several machine types holds its template one level below. */
function templateOf(group: AutoScalingGroup): Told['launchTemplate'] {
  const template = group.LaunchTemplate ?? group.MixedInstancesPolicy?.LaunchTemplate?.LaunchTemplateSpecification;
  if (template === undefined) return undefined;
  return known({ id: template.LaunchTemplateId, name: template.LaunchTemplateName, version: template.Version });
}

function targetGroupsOf({ TargetGroupARNs = [], TrafficSources = [] }: AutoScalingGroup): string[] {
  const others = TrafficSources.filter(({ Type }) => Type === 'elbv2' || Type === 'vpc-lattice');
  return distinct([...TargetGroupARNs, ...others.map(({ Identifier }) => Identifier)]);
}
