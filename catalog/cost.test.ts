import { describe, expect, test } from 'vitest';
import {
  costGetReservationCoverage,
  costGetReservationRecommendations,
  costGetSavingsPlansCoverage,
} from './cost-commitments.ts';
import { costGetAwsPricing, costGetGcpComputePricing } from './cost-prices.ts';
import { costGetCostAndUsage, costListRecommendations } from './cost.ts';

const window = { from: 'now-30d' };
const byService = { by: 'dimension', dimension: 'service' };
const byTeam = { by: 'tag', key: 'team' };

describe('costs', () => {
  test('are net, by day and not split unless asked otherwise', () => {
    expect(costGetCostAndUsage.arguments.parse({ window })).toMatchObject({
      granularity: 'daily',
      groupBy: [],
      filter: [],
      measures: ['net'],
    });
  });

  test.each([
    [{ groupBy: [byService, byTeam] }, true],
    [{ groupBy: [byTeam, { by: 'tag', key: 'service' }] }, true],
    [{ groupBy: [byService, byService] }, false],
    [{ groupBy: [byTeam, byTeam] }, false],
    [{ groupBy: [byService, byTeam, { by: 'dimension', dimension: 'region' }] }, false],
    [{ groupBy: [{ by: 'dimension', dimension: 'team' }] }, false],
    [{ groupBy: [{ by: 'tag', dimension: 'service' }] }, false],
    [{ filter: [{ ...byService, values: ['Amazon Simple Queue Service'] }] }, true],
    [{ filter: [{ ...byTeam, values: [''], isExcluded: true }] }, true],
    [{ filter: [{ ...byService, values: [] }] }, false],
    [{ measures: ['net', 'usage'] }, true],
    [{ measures: ['net', 'net'] }, false],
    [{ measures: [] }, false],
  ])('with %j: accepted is %s', (args, isAccepted) => {
    expect(costGetCostAndUsage.arguments.safeParse({ window, ...args }).success).toBe(isAccepted);
  });
});

describe.each([
  ['reservations', costGetReservationCoverage.arguments],
  ['savings plans', costGetSavingsPlansCoverage.arguments],
])('coverage by %s', (_what, schema) => {
  test('is returned by period or by group', () => {
    expect(schema.safeParse({ window }).success).toBe(true);
    expect(schema.safeParse({ window, granularity: 'daily' }).success).toBe(true);
    expect(schema.safeParse({ window, groupBy: ['region'] }).success).toBe(true);
    const { error } = schema.safeParse({ window, granularity: 'daily', groupBy: ['region'] });
    expect(error?.issues).toMatchObject([{ path: ['granularity'] }]);
  });

  test('names each dimension once', () => {
    expect(schema.safeParse({ window, groupBy: ['region', 'region'] }).success).toBe(false);
  });
});

test.each([
  [{}, true],
  [{ lookbackDays: 60, termYears: 3, payment: 'all_upfront' }, true],
  [{ lookbackDays: 14 }, false],
  [{ termYears: 2 }, false],
  [{ payment: 'heavy_utilization' }, false],
])('reservations worked out from %j: accepted is %s', (terms, isAccepted) => {
  const args = { service: 'Amazon Relational Database Service', ...terms };
  expect(costGetReservationRecommendations.arguments.safeParse(args).success).toBe(isAccepted);
});

test.each([
  [{ resourceType: 'instance' }, []],
  [{ resourceType: 'instance', region: 'eu-west-1' }, []],
  [{ resourceType: 'instance', zone: 'us-central1-a' }, []],
  [{ resourceType: 'instance', zone: 'us-central1' }, ['zone']],
  [{ resourceType: 'instance', region: 'us-central1', zone: 'us-central1-a' }, ['zone']],
  [{ resourceType: 'queue' }, ['resourceType']],
])('recommendations for %j are refused at %j', (args, fields) => {
  const issues = costListRecommendations.arguments.safeParse(args).error?.issues ?? [];
  expect(issues.map(({ path }) => path.join('.'))).toEqual(fields);
});

test.each([
  ['AmazonEC2', true],
  ['', false],
  ['Amazon EC2', false],
  ['x'.repeat(101), false],
])('prices of the service %j: accepted is %s', (serviceCode, isAccepted) => {
  expect(costGetAwsPricing.arguments.safeParse({ serviceCode }).success).toBe(isAccepted);
});

test.each([
  ['us-central1', true],
  ['global', true],
  ['northamerica-northeast1', true],
  ['us-central1-a', false],
  ['eu-west-1', false],
])('prices in the region %j: accepted is %s', (region, isAccepted) => {
  expect(costGetGcpComputePricing.arguments.safeParse({ region }).success).toBe(isAccepted);
});

test('an amount is a decimal with its currency', () => {
  const row = { from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z', group: [] };
  const rows = (net: unknown): object => ({ rows: [{ ...row, amounts: { net } }] });
  expect(costGetCostAndUsage.result.safeParse(rows({ amount: '0.0000000448', currency: 'USD' })).success).toBe(true);
  expect(costGetCostAndUsage.result.safeParse(rows({ amount: 0.1, currency: 'USD' })).success).toBe(false);
  expect(costGetCostAndUsage.result.safeParse(rows({ amount: '4.48E-8', currency: 'USD' })).success).toBe(false);
  expect(costGetCostAndUsage.result.safeParse(rows({ amount: '1' })).success).toBe(false);
});
