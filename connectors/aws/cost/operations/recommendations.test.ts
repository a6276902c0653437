import { describe, expect, test } from 'vitest';
import { AwsError } from '../../upstream/aws-fake.ts';
import { denialOf, useAws } from '../../upstream/use-aws.ts';

const operation = 'cost.listRecommendations';
const enrolment = 'compute-optimizer:GetEnrollmentStatus';
const functions = 'compute-optimizer:GetLambdaFunctionRecommendations';
const dependent = 'lambda:ListProvisionedConcurrencyConfigs';

const agent = useAws();

const usd = (amount: string) => ({ amount, currency: 'USD' });
const common = {
  accountId: '123456789012',
  lookbackSec: 1_209_600,
  refreshedAt: '2026-11-20T00:00:00.000Z',
  tags: { team: 'checkout' },
};
const saved = (amount: string) => ({ monthlySavings: usd(amount), savingsPercent: 25 });

test('a virtual machine is returned with alternatives, the best first, and with what could not be assessed', async () => {
  const result = await agent.result(operation, { resourceType: 'instance' });
  const resource = 'arn:aws:ec2:eu-west-1:123456789012:instance/i-0a1b2c3d4e5f60718';
  expect(result.data).toEqual({
    location: 'eu-west-1',
    recommendations: [
      {
        ...common,
        id: resource,
        resource,
        name: 'web-1',
        finding: 'Overprovisioned',
        reasons: ['CPUOverprovisioned', 'Idle'],
        state: 'running',
        performanceRisk: 'VeryLow',
        current: 'm5.xlarge',
        options: [
          { rank: 1, proposed: 'm6g.large', ...saved('40.5'), performanceRisk: '1 of 4' },
          { rank: 2, proposed: 'm7g.large', ...saved('70'), performanceRisk: '2 of 4' },
        ],
      },
    ],
    failures: [{ resource: 'arn:aws:ec2:eu-west-1:123456789012:instance/i-gone', code: 'NOT_FOUND', message: 'Gone' }],
  });
  expect(agent.actions).toEqual([enrolment, 'compute-optimizer:GetEC2InstanceRecommendations']);
});

test.each([
  [
    'autoScalingGroup',
    {
      ...common,
      tags: {},
      resource: 'arn:aws:autoscaling:eu-west-1:123456789012:autoScalingGroup:0a1b2c3d:autoScalingGroupName/web',
      name: 'web',
      finding: 'NotOptimized',
      reasons: [],
      performanceRisk: 'Low',
      current: '2 to 6 of m5.large',
      options: [{ rank: 1, proposed: '3 of m6g.large or m7g.large', ...saved('30'), performanceRisk: '1 of 4' }],
    },
  ],
  [
    'function',
    {
      ...common,
      resource: 'arn:aws:lambda:eu-west-1:123456789012:function:checkout:$LATEST',
      name: 'checkout',
      finding: 'NotOptimized',
      reasons: ['MemoryOverprovisioned'],
      performanceRisk: 'Low',
      current: '1024 MB of memory',
      options: [{ rank: 1, proposed: '512 MB of memory', ...saved('0.0000001') }],
    },
  ],
  [
    'volume',
    {
      ...common,
      resource: 'arn:aws:ec2:eu-west-1:123456789012:volume/vol-0a1b2c3d4e5f60718',
      name: 'vol-0a1b2c3d4e5f60718',
      finding: 'NotOptimized',
      reasons: [],
      performanceRisk: 'Medium',
      current: 'gp2, 100 GiB, 300 IOPS, 128 MiB/s',
      options: [{ rank: 1, proposed: 'gp3, 100 GiB, 3000 IOPS, 125 MiB/s', ...saved('2'), performanceRisk: '1 of 4' }],
    },
  ],
  [
    'database',
    {
      ...common,
      resource: 'arn:aws:rds:eu-west-1:123456789012:db:checkout',
      name: 'checkout',
      finding: 'instance Overprovisioned, storage Optimized',
      reasons: ['CPUOverprovisioned', 'NewGenerationStorageTypeAvailable'],
      performanceRisk: 'VeryLow',
      current: 'db.r5.xlarge, gp2, 100 GiB',
      options: [
        { rank: 1, proposed: 'db.r6g.large', ...saved('90'), performanceRisk: '1 of 4' },
        { rank: 1, proposed: 'gp3, 100 GiB, 3000 IOPS, 125 MiB/s', ...saved('3') },
      ],
    },
  ],
])('one of the kind %s is returned in its own words', async (resourceType, told) => {
  expect(await agent.data(operation, { resourceType })).toEqual({
    location: 'eu-west-1',
    recommendations: [{ id: told.resource, ...told }],
    failures: [],
  });
});

test('the cursor leads to the next page, without asking for the enrolment again', async () => {
  const args = { resourceType: 'instance', limit: 1, region: 'us-east-1' };
  const first = await agent.result(operation, args);
  expect(first).toMatchObject({ truncated: true, data: { location: 'us-east-1' } });
  agent.answerWith({});
  const second = await agent.result(operation, { ...args, cursor: first.nextCursor });
  expect(second).toMatchObject({ truncated: false, data: { failures: [] } });
  expect(agent.requests).toMatchObject([{ region: 'us-east-1', input: { maxResults: 1, nextToken: 'page-2' } }]);
});

describe('an account that', () => {
  test.each([
    ['is not enrolled', { status: 'Inactive' }, /^Enrol the account/u],
    ['failed to enrol', { status: 'Failed', statusReason: 'no role' }, /enrolling failed \(no role\)/u],
  ])('%s lacks a feature and no permission', async (_why, status, remedy) => {
    agent.answerWith({ [enrolment]: () => status });
    const fault = await agent.fault(operation, { resourceType: 'volume' });
    expect(fault).toMatchObject({ code: 'feature_disabled', data: { feature: 'Compute Optimizer' } });
    expect(fault.remedy).toMatch(remedy);
    expect(fault.remedy).toContain('No permission is missing');
    expect(agent.actions).toEqual([enrolment]);
  });

  test('is being enrolled gets what there is, and reads that others come', async () => {
    agent.answerWith({
      [enrolment]: () => ({ status: 'Pending' }),
      'compute-optimizer:GetEBSVolumeRecommendations': () => ({ volumeRecommendations: [], errors: [] }),
    });
    expect(await agent.result(operation, { resourceType: 'volume' })).toMatchObject({
      complete: false,
      because: 'The account is still being enrolled in Compute Optimizer: recommendations come within a day.',
    });
  });

  test('may not read its enrolment gets its recommendations, and the missing grant', async () => {
    agent.answerWith({ [enrolment]: () => denialOf(enrolment) });
    const result = await agent.result(operation, { resourceType: 'volume' });
    expect(result).toMatchObject({ complete: false, data: { recommendations: [{ name: 'vol-0a1b2c3d4e5f60718' }] } });
    expect(result.because).toContain(`${enrolment} is missing`);
  });

  test('opts out between the two calls lacks the feature', async () => {
    const error = new AwsError(403, 'OptInRequiredException: The account is not registered for Compute Optimizer.');
    agent.answerWith({ 'compute-optimizer:GetEBSVolumeRecommendations': () => error });
    expect(await agent.fault(operation, { resourceType: 'volume' })).toMatchObject({ code: 'feature_disabled' });
  });
});

describe('functions need a right that the served policy leaves out:', () => {
  test('a denial that names it is reported with it, and the other kinds work', async () => {
    agent.answerWith({ [functions]: () => denialOf(dependent) });
    const fault = await agent.fault(operation, { resourceType: 'function' });
    expect(fault).toMatchObject({ code: 'permission_missing', data: { grant: dependent, layer: 'identity policy' } });
    expect(fault.remedy).toContain('those for every other kind work without it');
    expect(await agent.result(operation, { resourceType: 'volume' })).toMatchObject({ complete: true });
  });

  test('a denial that names nothing is treated as it', async () => {
    agent.answerWith({ [functions]: () => new AwsError(400, 'AccessDeniedException: Access denied') });
    expect(await agent.fault(operation, { resourceType: 'function' })).toMatchObject({
      data: { grant: dependent, layer: 'unknown' },
      remedy: expect.stringMatching(new RegExp(`^Add ${dependent} to the policy`, 'u')) as string,
    });
  });

  test('a denial of the call itself is reported as that', async () => {
    agent.answerWith({ [functions]: () => denialOf(functions) });
    const fault = await agent.fault(operation, { resourceType: 'function' });
    expect(fault).toMatchObject({ data: { grant: functions } });
    expect(fault.remedy).not.toContain(dependent);
  });

  test('what is not a denial is reported as it is', async () => {
    agent.answerWith({ [functions]: () => new AwsError(400, 'ThrottlingException: Rate exceeded') });
    expect(await agent.fault(operation, { resourceType: 'function' })).toMatchObject({ code: 'rate_limited' });
  });
});

test.each([
  ['address', 'resourceType'],
  ['image', 'resourceType'],
  ['serverlessService', 'resourceType'],
])('the kind %s is refused before anything is asked', async (resourceType, field) => {
  expect(await agent.fault(operation, { resourceType })).toMatchObject({
    code: 'invalid_arguments',
    data: { field },
    remedy: expect.stringContaining('autoScalingGroup, database, function, instance, volume') as string,
  });
  expect(agent.actions).toEqual([]);
});

test('a zone is refused', async () => {
  expect(await agent.fault(operation, { resourceType: 'volume', zone: 'us-central1-a' })).toMatchObject({
    data: { field: 'zone' },
  });
  expect(agent.actions).toEqual([]);
});

test('a proposal that says nothing is reported', async () => {
  agent.answerWith({
    'compute-optimizer:GetEBSVolumeRecommendations': () => ({
      volumeRecommendations: [{ volumeArn: 'arn:v', finding: 'Optimized', volumeRecommendationOptions: [{ rank: 1 }] }],
    }),
  });
  expect(await agent.fault(operation, { resourceType: 'volume' })).toMatchObject({ code: 'upstream_changed' });
});
