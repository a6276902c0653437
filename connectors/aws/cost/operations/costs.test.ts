import { describe, expect, test } from 'vitest';
import { AwsError } from '../../upstream/aws-fake.ts';
import { firstDays } from '../../upstream/cost/answers.ts';
import { useAws } from '../../upstream/use-aws.ts';

const operation = 'cost.getCostAndUsage';
const action = 'ce:GetCostAndUsage';
const byService = { by: 'dimension', dimension: 'service' };
const firstDay = { from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z' };

const agent = useAws();

const usd = (amount: string) => ({ amount, currency: 'USD' });

interface Page {
  readonly rows: readonly { readonly group: readonly string[]; readonly amounts: Record<string, { amount: string }> }[];
}

describe('what a measure means', () => {
  test('net is the bill with credits and refunds deducted, gross is without credits, and gross and credits make net', async () => {
    const result = await agent.result(operation, { window: firstDay, measures: ['net', 'gross', 'credits'] });
    expect(result.data).toEqual({
      rows: [
        {
          from: '2026-11-01T00:00:00Z',
          to: '2026-11-02T00:00:00Z',
          group: [],
          amounts: { net: usd('70.5'), gross: usd('96'), credits: usd('-25.5') },
          isEstimated: false,
        },
      ],
    });
  });

  test('discounted is what AWS calls net: a discount is spread over the lines that it is for', async () => {
    const measures = ['net', 'discounted'];
    expect(await agent.data(operation, { window: firstDay, measures })).toMatchObject({
      rows: [{ amounts: { net: usd('70.5'), discounted: usd('70.5') } }],
    });
    const filter = [{ by: 'dimension', dimension: 'chargeType', values: ['Usage'] }];
    expect(await agent.data(operation, { window: firstDay, measures, filter })).toMatchObject({
      rows: [{ amounts: { net: usd('107'), discounted: usd('97') } }],
    });
  });

  test('gross and credits make the net of every group, and a group without credits has none', async () => {
    const measures = ['net', 'gross', 'credits'];
    const { rows } = (await agent.data(operation, { window: firstDay, measures, groupBy: [byService] })) as Page;
    expect(rows.map(({ group, amounts }) => [...group, amounts])).toEqual([
      ['Amazon Elastic Compute Cloud - Compute', { net: usd('63.5'), gross: usd('89'), credits: usd('-25.5') }],
      ['Amazon Simple Storage Service', { net: usd('7'), gross: usd('7'), credits: usd('0') }],
    ]);
  });

  test('every other one is a metric of its own', async () => {
    const measures = ['amortized', 'blended', 'discounted', 'discountedAmortized', 'usage'];
    const { rows } = (await agent.data(operation, { window: firstDay, measures })) as Page;
    expect(agent.inputs[0]).toMatchObject({
      Metrics: ['AmortizedCost', 'BlendedCost', 'NetUnblendedCost', 'NetAmortizedCost', 'UsageQuantity'],
    });
    expect(rows[0]?.amounts).toEqual({
      amortized: usd('70.5'),
      blended: usd('70.5'),
      discounted: usd('70.5'),
      discountedAmortized: usd('70.5'),
      usage: { quantity: 744 },
    });
  });

  test('use has a unit where only one is left', async () => {
    const results = {
      ResultsByTime: [
        {
          TimePeriod: { Start: '2026-11-01', End: '2026-11-02' },
          Total: { UsageQuantity: { Amount: '24', Unit: 'Hrs' } },
        },
      ],
    };
    agent.answerWith({ [action]: () => results });
    expect(await agent.data(operation, { window: firstDay, measures: ['usage'] })).toMatchObject({
      rows: [{ amounts: { usage: { quantity: 24, unit: 'Hrs' } } }],
    });
  });
});

describe('each request is billed, so that', () => {
  test('an answer says what it cost: one request, or two with credits', async () => {
    expect(await agent.result(operation, { window: firstDay })).toMatchObject({
      cost: { billedRequests: 1, usd: 0.01 },
      upstreamCalls: 1,
    });
    expect(await agent.result(operation, { window: firstDay, measures: ['credits'] })).toMatchObject({
      cost: { billedRequests: 2, usd: 0.02 },
      upstreamCalls: 2,
    });
  });

  test('none is tried again by itself', async () => {
    agent.answerWith({ [action]: () => new AwsError(500, 'InternalFailure: try again') });
    expect(await agent.fault(operation, { window: firstDay })).toMatchObject({ code: 'upstream_down' });
    expect(agent.actions).toEqual([action]);
  });

  test('credits are asked for the periods of the page only, and not where there are none', async () => {
    await agent.result(operation, { window: firstDays, measures: ['credits'] });
    expect(agent.inputs[1]).toMatchObject({
      TimePeriod: { Start: '2026-11-01', End: '2026-11-02' },
      Metrics: ['UnblendedCost'],
      Filter: { Dimensions: { Key: 'RECORD_TYPE', Values: ['Credit'] } },
    });
    agent.answerWith({ [action]: () => ({ ResultsByTime: [] }) });
    expect(await agent.result(operation, { window: firstDay, measures: ['credits'] })).toMatchObject({
      cost: { billedRequests: 1 },
      because: 'The read was allowed, and this account has no such costs in any region.',
    });
  });
});

test('credits over several pages are all counted, and too many refuse the question', async () => {
  const period = { TimePeriod: { Start: '2026-11-01', End: '2026-11-02' } };
  const groupOf = (service: string, Amount: string) => ({
    Keys: [service],
    Metrics: { UnblendedCost: { Amount, Unit: 'USD' } },
  });
  const costs = { ...period, Groups: [groupOf('a', '10'), groupOf('b', '20')] };
  const pagesOf = (pages: number) => ({
    [action]: ({ Filter, NextPageToken }: Readonly<Record<string, unknown>>) => {
      if (Filter === undefined) return { ResultsByTime: [costs] };
      const at = Number(NextPageToken ?? 0);
      const Groups = [groupOf(at === 0 ? 'a' : 'b', '-1')];
      return { ResultsByTime: [{ ...period, Groups }], ...(at + 1 < pages && { NextPageToken: String(at + 1) }) };
    },
  });
  const question = { window: firstDay, groupBy: [byService], measures: ['gross'] };
  agent.answerWith(pagesOf(2));
  expect(await agent.result(operation, question)).toMatchObject({
    data: { rows: [{ amounts: { gross: usd('11') } }, { amounts: { gross: usd('21') } }] },
    cost: { billedRequests: 3 },
  });
  agent.answerWith(pagesOf(99));
  expect(await agent.fault(operation, question)).toMatchObject({
    code: 'cap_exceeded',
    data: { limit: '8 pages of credits' },
  });
});

describe('a split', () => {
  test('is returned by its values, in the order that was asked for, and the untagged as the empty text', async () => {
    const groupBy = [byService, { by: 'tag', key: 'team' }];
    const { rows } = (await agent.data(operation, { window: firstDay, groupBy })) as Page;
    expect(rows.map(({ group }) => group)).toEqual([
      ['Amazon Elastic Compute Cloud - Compute', 'checkout'],
      ['Amazon Simple Storage Service', ''],
    ]);
    expect(agent.inputs[0]).toMatchObject({
      GroupBy: [
        { Type: 'DIMENSION', Key: 'SERVICE' },
        { Type: 'TAG', Key: 'team' },
      ],
    });
  });

  test.each([
    ['account', 'LINKED_ACCOUNT'],
    ['chargeType', 'RECORD_TYPE'],
    ['region', 'REGION'],
    ['usageType', 'USAGE_TYPE'],
    ['zone', 'AZ'],
  ])('by %s is one by %s', async (dimension, Key) => {
    agent.answerWith({ [action]: () => ({ ResultsByTime: [] }) });
    await agent.result(operation, { window: firstDay, groupBy: [{ by: 'dimension', dimension }] });
    expect(agent.inputs[0]).toMatchObject({ GroupBy: [{ Type: 'DIMENSION', Key }] });
  });
});

describe('conditions', () => {
  const services = { by: 'dimension', dimension: 'service', values: ['Amazon Simple Storage Service'] };
  const isS3 = { Dimensions: { Key: 'SERVICE', Values: ['Amazon Simple Storage Service'] } };
  const isTeam = { Tags: { Key: 'team', Values: ['a', 'b'] } };
  const isUntagged = { Tags: { Key: 'team', MatchOptions: ['ABSENT'] } };

  test.each([
    [[services], isS3],
    [[{ ...services, isExcluded: true }], { Not: isS3 }],
    [[{ by: 'tag', key: 'team', values: ['a', 'b'] }], isTeam],
    [[{ by: 'tag', key: 'team', values: [''] }], isUntagged],
    [[{ by: 'tag', key: 'team', values: ['a', '', 'b'], isExcluded: true }], { Not: { Or: [isTeam, isUntagged] } }],
    [[services, { by: 'tag', key: 'team', values: [''] }], { And: [isS3, isUntagged] }],
  ])('%j are asked as %j', async (filter, Filter) => {
    await agent.result(operation, { window: firstDay, filter });
    expect(agent.inputs[0]).toMatchObject({ Filter });
  });

  test('hold for credits too', async () => {
    const question = { window: firstDay, filter: [services], measures: ['gross', 'credits', 'net'] };
    expect(await agent.data(operation, question)).toMatchObject({
      rows: [{ amounts: { net: usd('7'), gross: usd('7'), credits: usd('0') } }],
    });
    expect(agent.inputs[1]).toMatchObject({
      Filter: { And: [isS3, { Dimensions: { Key: 'RECORD_TYPE', Values: ['Credit'] } }] },
    });
  });
});

describe('periods', () => {
  test.each([
    ['hourly', 'HOURLY', { Start: '2026-11-01T00:00:00Z', End: '2026-11-02T00:00:00Z' }],
    ['daily', 'DAILY', { Start: '2026-11-01', End: '2026-11-02' }],
    ['monthly', 'MONTHLY', { Start: '2026-11-01', End: '2026-12-01' }],
  ])('%s are asked for as %s', async (granularity, Granularity, TimePeriod) => {
    await agent.result(operation, { window: firstDay, granularity });
    expect(agent.requests[0]).toMatchObject({ region: 'us-east-1', input: { Granularity, TimePeriod } });
  });

  test('by hour over more than two weeks are refused before anything is billed', async () => {
    const window = { from: '2026-11-01T00:00:00Z', to: '2026-11-15T00:00:01Z' };
    expect(await agent.fault(operation, { window, granularity: 'hourly' })).toMatchObject({
      code: 'window_too_wide',
      data: { allowed: '14 days' },
    });
    expect(agent.actions).toEqual([]);
  });

  test('of the next page are returned for the cursor', async () => {
    const first = await agent.result(operation, { window: firstDays });
    expect(first).toMatchObject({ truncated: true, data: { rows: [{ from: '2026-11-01T00:00:00Z' }] } });
    const second = await agent.result(operation, { window: firstDays, cursor: first.nextCursor });
    expect(second).toMatchObject({
      truncated: false,
      data: { rows: [{ from: '2026-11-02T00:00:00Z', amounts: { net: usd('200') }, isEstimated: true }] },
    });
    expect(await agent.fault(operation, { window: firstDay, cursor: first.nextCursor })).toMatchObject({
      data: { field: 'cursor' },
    });
  });
});

test.each([
  ['AccessDeniedException: User not enabled for cost explorer access', 'feature_disabled'],
  ['DataUnavailableException: Data is not available', 'feature_disabled'],
  ['ValidationException: end date past the beginning of next month', 'invalid_arguments'],
])('%s is %s, no missing permission', async (told, code) => {
  agent.answerWith({ [action]: () => new AwsError(400, told) });
  expect(await agent.fault(operation, { window: firstDay })).toMatchObject({ code });
});

test('an amount that is no decimal is reported by its place, and not repeated', async () => {
  agent.answerWith({
    [action]: () => ({
      ResultsByTime: [
        {
          TimePeriod: { Start: '2026-11-01', End: '2026-11-02' },
          Total: { UnblendedCost: { Amount: 'much-too-much', Unit: 'USD' } },
        },
      ],
    }),
  });
  const fault = await agent.fault(operation, { window: firstDay });
  expect(fault).toMatchObject({ code: 'upstream_changed', data: { path: 'ResultsByTime[].UnblendedCost.Amount' } });
  expect(JSON.stringify(fault)).not.toContain('much-too-much');
});
