import { describe, expect, test } from 'vitest';
import { firstDays } from '../../upstream/cost/answers.ts';
import { useAws } from '../../upstream/use-aws.ts';

const agent = useAws();

const usd = (amount: string) => ({ amount, currency: 'USD' });
const november = { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' };

test('unusual spending is returned with its size and causes', async () => {
  const monitorId = 'arn:aws:ce::123456789012:anomalymonitor/0a1b2c3d-0000-4000-8000-000000000001';
  const args = { window: firstDays, monitorId, minImpact: 100, limit: 5 };
  const first = await agent.result('cost.listAnomalies', args);
  expect(first.data).toEqual({
    anomalies: [
      {
        id: 'anomaly-1',
        monitorId,
        from: '2026-11-10T00:00:00Z',
        to: '2026-11-12T00:00:00Z',
        subject: 'Amazon Simple Storage Service',
        impact: usd('120.5'),
        impactPercent: 150.625,
        maxDailyImpact: usd('60.25'),
        spent: usd('200.5'),
        expected: usd('80'),
        score: { max: 0.9, current: 0.4 },
        feedback: 'YES',
        causes: [
          {
            service: 'Amazon Simple Storage Service',
            region: 'eu-west-1',
            accountId: '123456789012',
            accountName: 'production',
            usageType: 'EU-TimedStorage-ByteHrs',
            impact: usd('99.5'),
          },
        ],
      },
    ],
  });
  expect(agent.inputs[0]).toEqual({
    DateInterval: { StartDate: '2026-11-01', EndDate: '2026-11-03' },
    MonitorArn: monitorId,
    TotalImpact: { NumericOperator: 'GREATER_THAN_OR_EQUAL', StartValue: 100 },
    MaxResults: 5,
  });
  const second = await agent.data('cost.listAnomalies', { ...args, cursor: first.nextCursor });
  expect(second).toEqual({
    anomalies: [{ id: 'anomaly-2', monitorId, maxDailyImpact: usd('0'), score: { max: 0, current: 0 }, causes: [] }],
  });
});

describe('coverage by reservations', () => {
  const operation = 'cost.getReservationCoverage';
  const coverage = {
    onDemandHours: 25.5,
    reservedHours: 74.5,
    totalHours: 100,
    coveredHoursPercent: 74.5,
    onDemandUnits: 102,
    reservedUnits: 298,
    totalUnits: 400,
    coveredUnitsPercent: 74.5,
    onDemandCost: usd('12.345678901235'),
  };

  test('is returned for each period and in all', async () => {
    const service = 'Amazon Relational Database Service';
    const result = await agent.result(operation, { window: firstDays, granularity: 'monthly', service });
    expect(result.data).toEqual({ rows: [{ ...november, group: {}, coverage }], total: coverage });
    expect(agent.inputs[0]).toEqual({
      TimePeriod: { Start: '2026-11-01', End: '2026-12-01' },
      Granularity: 'MONTHLY',
      Filter: { Dimensions: { Key: 'SERVICE', Values: [service] } },
      Metrics: ['Hour', 'Unit', 'Cost'],
      MaxResults: 100,
    });
  });

  test('is returned for each group, in the words of the catalog', async () => {
    const result = await agent.result(operation, { window: firstDays, groupBy: ['instanceType', 'zone'] });
    expect(result.data).toMatchObject({
      rows: [{ group: { instanceType: 'm7g.large', zone: 'eu-west-1a' }, coverage }],
    });
    expect(agent.inputs[0]).toMatchObject({
      TimePeriod: { Start: '2026-11-01', End: '2026-11-03' },
      GroupBy: [
        { Type: 'DIMENSION', Key: 'INSTANCE_TYPE' },
        { Type: 'DIMENSION', Key: 'AZ' },
      ],
    });
    expect(agent.inputs[0]).not.toHaveProperty('Granularity');
  });
});

test('coverage by savings plans is returned for each group', async () => {
  const args = { window: firstDays, groupBy: ['instanceFamily'], limit: 7 };
  expect(await agent.data('cost.getSavingsPlansCoverage', args)).toEqual({
    rows: [
      {
        ...november,
        group: { instanceFamily: 'm7g' },
        covered: usd('70.1'),
        onDemandCost: usd('29.9'),
        totalCost: usd('100'),
        coveredPercent: 70.1,
      },
    ],
  });
  expect(agent.inputs[0]).toEqual({
    TimePeriod: { Start: '2026-11-01', End: '2026-11-03' },
    GroupBy: [{ Type: 'DIMENSION', Key: 'INSTANCE_FAMILY' }],
    Metrics: ['SpendCoveredBySavingsPlans'],
    MaxResults: 7,
  });
});

describe('reservations that would have paid off', () => {
  const operation = 'cost.getReservationRecommendations';
  const service = 'Amazon Relational Database Service';

  test('are returned with what they are bound to and what they save', async () => {
    expect(await agent.data(operation, { service })).toEqual({
      generatedAt: '2026-11-20T06:00:00.000Z',
      monthlySavings: usd('120.5'),
      savingsPercent: 31.2,
      recommendations: [
        {
          accountId: '123456789012',
          region: 'eu-west-1',
          family: 'db.r6g',
          type: 'db.r6g.large',
          attributes: {
            databaseEngine: 'PostgreSQL',
            deploymentOption: 'Multi-AZ',
            licenseModel: 'No License Required',
            currentGeneration: 'true',
            sizeFlexEligible: 'true',
          },
          count: 3,
          normalizedUnits: 12,
          usedPerHour: { min: 2, average: 3.2, max: 5 },
          averageUtilizationPercent: 97.5,
          breakEvenMonths: 7.2,
          upfrontCost: usd('0'),
          monthlyCost: usd('265.9'),
          onDemandMonthlyCost: usd('386.4'),
          monthlySavings: usd('120.5'),
          savingsPercent: 31.2,
        },
      ],
    });
  });

  test('are worked out from the terms that were asked for', async () => {
    await agent.result(operation, {
      service: 'Amazon Elastic Compute Cloud - Compute',
      lookbackDays: 7,
      termYears: 3,
      payment: 'partial_upfront',
      scope: 'account',
      offeringClass: 'convertible',
      limit: 9,
    });
    expect(agent.inputs[0]).toEqual({
      Service: 'Amazon Elastic Compute Cloud - Compute',
      ServiceSpecification: { EC2Specification: { OfferingClass: 'CONVERTIBLE' } },
      LookbackPeriodInDays: 'SEVEN_DAYS',
      TermInYears: 'THREE_YEARS',
      PaymentOption: 'PARTIAL_UPFRONT',
      AccountScope: 'LINKED',
      PageSize: 9,
    });
  });

  test.each([
    [
      'nodes',
      { InstanceDetails: { ElastiCacheInstanceDetails: { Family: 'r7g', NodeType: 'cache.r7g.large' } } },
      { family: 'r7g', type: 'cache.r7g.large', attributes: {} },
    ],
    [
      'search engines',
      { InstanceDetails: { ESInstanceDetails: { InstanceClass: 'r6g', InstanceSize: 'large', Region: 'eu-west-1' } } },
      { family: 'r6g', type: 'r6g.large.search', region: 'eu-west-1' },
    ],
    [
      'capacity',
      {
        ReservedCapacityDetails: {
          DynamoDBCapacityDetails: { CapacityUnits: 'WriteCapacityUnit-Hrs', Region: 'eu-west-1' },
        },
        RecommendedNumberOfCapacityUnitsToPurchase: '100',
        AverageNumberOfCapacityUnitsUsedPerHour: '80',
      },
      { type: 'WriteCapacityUnit-Hrs', count: 100, usedPerHour: { average: 80 } },
    ],
    ['no value', {}, { attributes: {} }],
  ])('of %s are returned with what is present', async (_what, detail, told) => {
    agent.answerWith({
      'ce:GetReservationPurchaseRecommendation': () => ({
        Recommendations: [{ RecommendationDetails: [detail] }, { RecommendationDetails: [] }],
      }),
    });
    const data = await agent.data(operation, { service });
    expect(data).toMatchObject({ recommendations: [told] });
    expect(data).not.toHaveProperty('monthlySavings');
  });
});

test('savings plans that would have paid off are returned with commitment and savings', async () => {
  const args = { type: 'ec2_instance', lookbackDays: 60, payment: 'all_upfront' };
  expect(await agent.data('cost.getSavingsPlansRecommendations', args)).toEqual({
    generatedAt: '2026-11-20T06:00:00.000Z',
    hourlyCommitment: usd('0.972'),
    monthlySavings: usd('304.1'),
    savingsPercent: 30,
    returnPercent: 41.5,
    recommendations: [
      {
        id: '12345678-1234-1234-1234-123456789012',
        accountId: '123456789012',
        region: 'eu-west-1',
        instanceFamily: 'm7g',
        hourlyCommitment: usd('0.972'),
        upfrontCost: usd('0'),
        planCost: usd('700'),
        onDemandCost: usd('1000'),
        monthlySavings: usd('304.1'),
        savingsPercent: 30,
        returnPercent: 41.5,
        averageUtilizationPercent: 99.1,
        hourlyOnDemandSpend: { min: usd('0.8'), average: usd('1.4'), max: usd('2.5') },
      },
    ],
  });
  expect(agent.inputs[0]).toEqual({
    SavingsPlansType: 'EC2_INSTANCE_SP',
    LookbackPeriodInDays: 'SIXTY_DAYS',
    TermInYears: 'ONE_YEAR',
    PaymentOption: 'ALL_UPFRONT',
    AccountScope: 'PAYER',
    PageSize: 100,
  });
});

describe.each([
  ['cost.listAnomalies', 'ce:GetAnomalies', { window: firstDays }, { Anomalies: [] }],
  ['cost.getReservationCoverage', 'ce:GetReservationCoverage', { window: firstDays }, { CoveragesByTime: [] }],
  ['cost.getSavingsPlansCoverage', 'ce:GetSavingsPlansCoverage', { window: firstDays }, { SavingsPlansCoverages: [] }],
  [
    'cost.getReservationRecommendations',
    'ce:GetReservationPurchaseRecommendation',
    { service: 'Amazon Relational Database Service' },
    {},
  ],
  ['cost.getSavingsPlansRecommendations', 'ce:GetSavingsPlansPurchaseRecommendation', { type: 'compute' }, {}],
])('%s', (operation, action, args, none) => {
  test('is asked at the home of the service, says what it cost, and goes on by cursor', async () => {
    const first = await agent.result(operation, args);
    expect(first).toMatchObject({ truncated: true, cost: { billedRequests: 1, usd: 0.01 }, upstreamCalls: 1 });
    expect(agent.requests[0]).toMatchObject({ action, region: 'us-east-1' });
    const second = await agent.result(operation, { ...args, cursor: first.nextCursor });
    expect(second).toMatchObject({ truncated: false, cost: { billedRequests: 1 } });
    expect(Object.values(agent.inputs[1] ?? {})).toContain('page-2');
  });

  test('says that there is nothing, and what saying so cost', async () => {
    agent.answerWith({ [action]: () => none });
    const result = await agent.result(operation, args);
    expect(result).toMatchObject({ complete: true, truncated: false, cost: { usd: 0.01 } });
    expect(result.because).toMatch(/^The read was allowed, and this account has no such .* in any region\.$/u);
  });
});
