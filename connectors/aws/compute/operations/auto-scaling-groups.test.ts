import { describe, expect, test } from 'vitest';
import type { Answers } from '../../upstream/aws-fake.ts';
import { useAws } from '../../upstream/use-aws.ts';

const agent = useAws();

const operation = 'compute.listAutoScalingGroups';
const action = 'autoscaling:DescribeAutoScalingGroups';
const targetGroup = 'arn:aws:elasticloadbalancing:eu-west-1:123456789012:targetgroup/web/0123456789abcdef';

const first = {
  id: 'arn:aws:autoscaling:eu-west-1:123456789012:autoScalingGroup:1234abcd:autoScalingGroupName/web',
  name: 'web',
  isStable: true,
  minSize: 1,
  maxSize: 6,
  desiredSize: 2,
  instancesByState: { InService: 2 },
  instances: [
    { id: 'i-0a1b2c3d4e5f60718', type: 'm7g.large', zone: 'eu-west-1a', state: 'InService', health: 'Healthy' },
    { id: 'i-0a1b2c3d4e5f6071a', type: 'm7g.large', zone: 'eu-west-1b', state: 'InService', health: 'Healthy' },
  ],
  launchTemplate: { id: 'lt-0a1b2c3d4e5f60718', name: 'web', version: '$Latest' },
  zones: ['eu-west-1a', 'eu-west-1b'],
  subnetIds: ['subnet-0a1b2c3d4e5f60718', 'subnet-0a1b2c3d4e5f60719'],
  targetGroupIds: [targetGroup],
  healthCheckType: 'ELB',
  healthCheckGraceSec: 90,
  suspendedProcesses: [
    { name: 'ReplaceUnhealthy', reason: 'User suspended at 2026-11-20T10:00:00Z' },
    { name: 'AZRebalance' },
  ],
  createdAt: '2026-01-02T03:04:05.000Z',
  tags: { team: 'checkout' },
};

/** A group with what is changed, and as few other members as AWS tells at least. */
function groupWith(changed: object): Answers {
  const group = {
    AutoScalingGroupName: 'web',
    AutoScalingGroupARN:
      'arn:aws:autoscaling:eu-west-1:123456789012:autoScalingGroup:1234abcd:autoScalingGroupName/web',
    MinSize: 0,
    MaxSize: 9,
    DesiredCapacity: 2,
    ...changed,
  };
  return { [action]: () => ({ AutoScalingGroups: [group] }) };
}

function member(LifecycleState: string, WeightedCapacity?: string): object {
  return { InstanceId: 'i-1', LifecycleState, HealthStatus: 'Healthy', WeightedCapacity };
}

describe('compute.listAutoScalingGroups', () => {
  test('returns a group member by member', async () => {
    const result = await agent.resultOf(operation);
    expect(result).toMatchObject({ complete: true, truncated: true });
    expect(result.data).toEqual({ region: 'eu-west-1', autoScalingGroups: [first] });
  });

  test('continues where the previous page ended; one that is being deleted says so', async () => {
    const { nextCursor: cursor } = await agent.resultOf(operation, { limit: 1 });
    const rest = await agent.resultOf(operation, { limit: 1, cursor });
    expect(agent.inputs).toEqual([{ MaxRecords: 1, NextToken: 'page-2' }]);
    expect(rest.truncated).toBe(false);
    expect(rest.data).toEqual({
      region: 'eu-west-1',
      autoScalingGroups: [{ ...first, name: 'web-next', state: 'Delete in progress', isStable: false }],
    });
  });

  test.each([
    ['all are in service', {}, ['InService', 'InService'], true],
    ['others wait in the warm pool or stand by', {}, ['InService', 'InService', 'Warmed:Stopped', 'Standby'], true],
    ['one is being made', {}, ['InService', 'Pending:Wait'], false],
    ['one is being deleted', {}, ['InService', 'InService', 'Terminating'], false],
    ['one is missing', {}, ['InService'], false],
    ['the list tells capacity in processors', { DesiredCapacityType: 'vcpu' }, ['InService'], undefined],
  ])('whether it is stable, when %s', async (_when, changed, states, isStable) => {
    const Instances = states.map((state) => member(state));
    const result = await agent.resultOf(operation, {}, groupWith({ ...changed, Instances }));
    const { autoScalingGroups } = result.data as { autoScalingGroups: { isStable?: boolean }[] };
    expect(autoScalingGroups.map((group) => group.isStable)).toEqual([isStable]);
  });

  test.each([
    ['reach what is wanted', ['4', '2'], true],
    ['carry the group above it', ['4', '4'], true],
    ['stay below it', ['4'], false],
  ])('members with weights that %s', async (_when, weights, isStable) => {
    const Instances = weights.map((weight) => member('InService', weight));
    const result = await agent.resultOf(operation, {}, groupWith({ DesiredCapacity: 6, Instances }));
    expect(result.data).toMatchObject({ autoScalingGroups: [{ isStable }] });
  });

  test('a group of several machine types has its template one level below', async () => {
    const LaunchTemplateSpecification = { LaunchTemplateId: 'lt-1', Version: '3' };
    const changed = { MixedInstancesPolicy: { LaunchTemplate: { LaunchTemplateSpecification } } };
    const result = await agent.resultOf(operation, {}, groupWith(changed));
    expect(result.data).toMatchObject({ autoScalingGroups: [{ launchTemplate: { id: 'lt-1', version: '3' } }] });
  });
});
