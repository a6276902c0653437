/** From the health answers of both generations of load balancers to ours. */
import type { InstanceState } from '@aws-sdk/client-elastic-load-balancing';
import type { TargetGroup, TargetHealthDescription } from '@aws-sdk/client-elastic-load-balancing-v2';
import type { DataOf } from '../../../../catalog/index.ts';
import { need } from '../../access/need.ts';
import { known } from '../../members.ts';

type GroupData = DataOf<'network.getTargetHealth'>['targetGroups'][number];

export function toTargetGroup(group: TargetGroup, targets: readonly TargetHealthDescription[]): GroupData {
  return {
    id: need(group.TargetGroupArn, 'TargetGroups[].TargetGroupArn'),
    ...known({ targetType: group.TargetType }),
    healthCheck: {
      ...known({ isEnabled: group.HealthCheckEnabled }),
      ...known({
        protocol: group.HealthCheckProtocol,
        port: group.HealthCheckPort,
        path: group.HealthCheckPath,
        intervalSec: group.HealthCheckIntervalSeconds,
        timeoutSec: group.HealthCheckTimeoutSeconds,
        healthyAfter: group.HealthyThresholdCount,
        unhealthyAfter: group.UnhealthyThresholdCount,
        expects: group.Matcher?.HttpCode ?? group.Matcher?.GrpcCode,
      }),
    },
    targets: targets.map(toTarget),
    ...known({ name: group.TargetGroupName, protocol: group.Protocol, port: group.Port }),
  };
}

function toTarget({ Target, TargetHealth }: TargetHealthDescription): GroupData['targets'][number] {
  const state = need(TargetHealth?.State, 'TargetHealthDescriptions[].TargetHealth.State');
  return {
    id: need(Target?.Id, 'TargetHealthDescriptions[].Target.Id'),
    isHealthy: state === 'healthy',
    state,
    ...known({
      port: Target?.Port,
      zone: Target?.AvailabilityZone,
      reason: TargetHealth?.Reason,
      description: TargetHealth?.Description,
    }),
  };
}

/** Machines of a classic load balancer, which are registered without a group between. */
export function toMachines(states: readonly InstanceState[]): GroupData {
  return {
    targetType: 'instance',
    targets: states.map(({ InstanceId, State, ReasonCode, Description }) => ({
      id: need(InstanceId, 'InstanceStates[].InstanceId'),
      isHealthy: State === 'InService',
      state: need(State, 'InstanceStates[].State'),
      ...known({ reason: unlessNone(ReasonCode), description: unlessNone(Description) }),
    })),
  };
}

/** What a healthy machine has in place of a reason. */
function unlessNone(text: string | undefined): string | undefined {
  return text === 'N/A' ? undefined : text;
}
