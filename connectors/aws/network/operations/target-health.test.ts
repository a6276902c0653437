import { describe, expect, test } from 'vitest';
import { AwsError } from '../../upstream/aws-fake.ts';
import { balancerArn, groupArn, targetGroup } from '../../upstream/network/load-balancers.ts';
import { denialOf, useAws } from '../../upstream/use-aws.ts';

const agent = useAws();

const ask = 'network.getTargetHealth';
const groupList = 'elasticloadbalancing:DescribeTargetGroups';
const health = 'elasticloadbalancing:DescribeTargetHealth';
const machineHealth = 'elasticloadbalancing:DescribeInstanceHealth';

const groupsOf = (count: number): object[] =>
  Array.from({ length: count }, (_, at) => ({
    ...targetGroup,
    TargetGroupArn: `${groupArn}${at}`,
    TargetGroupName: `g${at}`,
  }));

describe('of target groups', () => {
  test('is returned target by target, with the check that decides', async () => {
    expect(await agent.result(ask, { loadBalancer: balancerArn })).toEqual({
      data: {
        region: 'eu-west-1',
        loadBalancer: balancerArn,
        targetGroups: [
          {
            id: groupArn,
            name: 'checkout',
            protocol: 'HTTP',
            port: 8080,
            targetType: 'instance',
            healthCheck: {
              isEnabled: true,
              protocol: 'HTTP',
              port: 'traffic-port',
              path: '/health',
              intervalSec: 30,
              timeoutSec: 5,
              healthyAfter: 5,
              unhealthyAfter: 2,
              expects: '200-299',
            },
            targets: [
              { id: 'i-0a1b2c3d4e5f60718', port: 8080, zone: 'eu-west-1a', isHealthy: true, state: 'healthy' },
              {
                id: 'i-1a1b2c3d4e5f60718',
                port: 8080,
                isHealthy: false,
                state: 'unhealthy',
                reason: 'Target.ResponseCodeMismatch',
                description: 'Health checks failed with these codes: [502]',
              },
            ],
          },
        ],
      },
      complete: true,
      truncated: false,
      source: 'aws',
      upstreamCalls: 2,
    });
    expect(agent.inputs).toEqual([{ LoadBalancerArn: balancerArn, PageSize: 15 }, { TargetGroupArn: groupArn }]);
  });

  test('none is reported as allowed and empty', async () => {
    agent.answerWith({ [groupList]: () => ({ TargetGroups: [] }) });
    expect(await agent.result(ask, { loadBalancer: balancerArn })).toMatchObject({
      data: { targetGroups: [] },
      complete: true,
      because: 'The read was allowed, and this load balancer forwards to no target group.',
    });
  });

  test('are read page by page, with the size that was asked for', async () => {
    agent.answerWith({
      [groupList]: ({ PageSize, Marker }) =>
        Marker === undefined
          ? { TargetGroups: groupsOf(Number(PageSize)), NextMarker: 'second' }
          : { TargetGroups: groupsOf(1) },
    });
    const question = { loadBalancer: balancerArn, limit: 4 };
    const { nextCursor, ...first } = await agent.result(ask, question);
    expect(first).toMatchObject({ complete: true, truncated: true, upstreamCalls: 5 });
    expect((first.data as { targetGroups: unknown[] }).targetGroups).toHaveLength(4);
    const second = await agent.result(ask, { ...question, cursor: nextCursor });
    expect(second).toMatchObject({ data: { targetGroups: [{ name: 'g0' }] }, truncated: false, upstreamCalls: 2 });
    expect(agent.inputs).toContainEqual({ LoadBalancerArn: balancerArn, PageSize: 4, Marker: 'second' });
  });

  test('denied health leaves the groups with their checks, and is not asked for again', async () => {
    agent.answerWith({ [groupList]: () => ({ TargetGroups: groupsOf(3) }), [health]: () => denialOf(health) });
    expect(await agent.result(ask, { loadBalancer: balancerArn })).toMatchObject({
      data: { targetGroups: [{ name: 'g0', targets: [] }, { name: 'g1' }, { name: 'g2', targets: [] }] },
      complete: false,
      because: expect.stringMatching(
        /^Health of the targets could not be read: elasticloadbalancing:DescribeTargetHealth is missing/u,
      ) as string,
      upstreamCalls: 2,
    });
  });

  test('a group deleted meanwhile leaves the others', async () => {
    agent.answerWith({
      [groupList]: () => ({ TargetGroups: groupsOf(2) }),
      [health]: ({ TargetGroupArn }) =>
        TargetGroupArn === `${groupArn}0`
          ? new AwsError(400, 'TargetGroupNotFound: One or more target groups not found')
          : { TargetHealthDescriptions: [{ Target: { Id: '10.0.0.7' }, TargetHealth: { State: 'initial' } }] },
    });
    expect(await agent.result(ask, { loadBalancer: balancerArn })).toMatchObject({
      data: {
        targetGroups: [
          { name: 'g0', targets: [] },
          { name: 'g1', targets: [{ id: '10.0.0.7', isHealthy: false }] },
        ],
      },
      complete: false,
      because: `Health of target group ${groupArn}0 could not be read, because something was deleted meanwhile: retry.`,
    });
  });
});

describe('of the machines of a classic load balancer', () => {
  test('is returned without a group', async () => {
    expect(await agent.result(ask, { loadBalancer: 'legacy' })).toMatchObject({ complete: true, upstreamCalls: 1 });
    expect(await agent.data(ask, { loadBalancer: 'legacy' })).toEqual({
      region: 'eu-west-1',
      loadBalancer: 'legacy',
      targetGroups: [
        {
          targetType: 'instance',
          targets: [
            { id: 'i-0a1b2c3d4e5f60718', isHealthy: true, state: 'InService' },
            {
              id: 'i-1a1b2c3d4e5f60718',
              isHealthy: false,
              state: 'OutOfService',
              reason: 'Instance',
              description: 'Instance has failed at least the UnhealthyThreshold number of health checks consecutively.',
            },
          ],
        },
      ],
    });
  });

  test('none is reported as allowed and empty', async () => {
    agent.answerWith({ [machineHealth]: () => ({ InstanceStates: [] }) });
    expect(await agent.result(ask, { loadBalancer: 'legacy' })).toMatchObject({
      data: { targetGroups: [] },
      complete: true,
      because: 'The read was allowed, and no machine is registered with this load balancer.',
    });
  });
});

describe('its region', () => {
  const elsewhere = balancerArn.replace('eu-west-1', 'us-east-1');

  test('is returned by the identifier itself', async () => {
    expect(await agent.data(ask, { loadBalancer: elsewhere })).toMatchObject({ region: 'us-east-1' });
    expect(agent.requests.map(({ region }) => region)).toEqual(['us-east-1', 'us-east-1']);
  });

  test.each([
    [{ loadBalancer: elsewhere, region: 'eu-west-1' }, 'This load balancer is in us-east-1: leave region out.'],
    [{ loadBalancer: balancerArn.replace('eu-west-1', 'ap-south-1') }, 'Name one of the configured regions'],
    [{ loadBalancer: 'legacy', region: 'ap-south-1' }, 'Name one of the configured regions'],
  ])('%j is refused before anything is asked', async (args, remedy) => {
    expect(await agent.fault(ask, args)).toMatchObject({
      code: 'invalid_arguments',
      data: { field: 'region' },
      remedy: expect.stringContaining(remedy) as string,
    });
    expect(agent.actions).toEqual([]);
  });
});
