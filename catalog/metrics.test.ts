import { describe, expect, test } from 'vitest';
import { metricsList, metricsListTags, metricsQuery } from './metrics.ts';

const window = { from: 'now-1h' };
const metric = { namespace: 'AWS/EC2', name: 'CPUUtilization', statistic: 'Average' };

function refusedAt(schema: typeof metricsQuery.arguments | typeof metricsList.arguments, args: unknown): string[] {
  return (schema.safeParse(args).error?.issues ?? []).map(({ path }) => path.join('.'));
}

describe('a metrics query', () => {
  test.each([
    { dialect: 'promql', text: 'up' },
    { dialect: 'datadog', queries: ['avg:system.cpu.user{*}', 'avg:system.cpu.idle{*}'], formulas: ['a / b'] },
    { dialect: 'cloudwatch', queries: [{ id: 'cpu', metric }] },
    { dialect: 'gcp-filter', filter: 'metric.type = "compute.googleapis.com/instance/cpu/utilization"' },
  ])('is accepted in the dialect $dialect', (query) => {
    expect(refusedAt(metricsQuery.arguments, { query, window })).toEqual([]);
  });

  test.each([
    { dialect: 'mql', text: 'fetch gce_instance' },
    { dialect: 'promql', queries: ['up'] },
    { dialect: 'promql', text: 'up', filter: 'x' },
    { text: 'up' },
  ])('%j belongs to no dialect', (query) => {
    expect(metricsQuery.arguments.safeParse({ query, window }).success).toBe(false);
  });

  test('has a present value in promql only', () => {
    expect(refusedAt(metricsQuery.arguments, { query: { dialect: 'promql', text: 'up' } })).toEqual([]);
    const query = { dialect: 'cloudwatch', queries: [{ id: 'cpu', metric }] };
    expect(refusedAt(metricsQuery.arguments, { query })).toEqual(['window']);
  });

  test('names a region only where there are regions', () => {
    const cloudwatch = { dialect: 'cloudwatch', queries: [{ id: 'cpu', metric }] };
    const promql = { dialect: 'promql', text: 'up' };
    expect(refusedAt(metricsQuery.arguments, { query: cloudwatch, window, region: 'eu-west-1' })).toEqual([]);
    expect(refusedAt(metricsQuery.arguments, { query: promql, window, region: 'eu-west-1' })).toEqual(['region']);
  });

  test.each([
    ['a metric and an expression at once', [{ id: 'a', metric, expression: 'b + c' }]],
    ['neither a metric nor an expression', [{ id: 'a' }]],
    ['an id with a capital at its beginning', [{ id: 'Cpu', metric }]],
    [
      'one id twice',
      [
        { id: 'a', metric },
        { id: 'a', expression: 'a * 2' },
      ],
    ],
    ['nothing that is returned', [{ id: 'a', metric, isReturned: false }]],
    ['more than 500 queries', Array.from({ length: 501 }, (_one, index) => ({ id: `q${index}`, metric }))],
    ['a statistic of no form', [{ id: 'a', metric: { ...metric, statistic: 'p99; drop' } }]],
    ['more than 30 dimensions', [{ id: 'a', metric: { ...metric, dimensions: dimensions(31) } }]],
  ])('of cloudwatch with %s is refused', (_what, queries) => {
    expect(metricsQuery.arguments.safeParse({ query: { dialect: 'cloudwatch', queries }, window }).success).toBe(false);
  });

  test.each(['Average', 'SampleCount', 'p99', 'p99.9', 'tm95', 'TM(10%:90%)', 'PR(:300)', 'IQM'])(
    'of cloudwatch takes the statistic %s',
    (statistic) => {
      const query = { dialect: 'cloudwatch', queries: [{ id: 'a', metric: { ...metric, statistic } }] };
      expect(refusedAt(metricsQuery.arguments, { query, window })).toEqual([]);
    },
  );

  test.each([
    [{ aligner: 'ALIGN_MEAN', reducer: 'REDUCE_SUM', groupBy: ['resource.zone'] }, []],
    [{ aligner: 'ALIGN_NONE', reducer: 'REDUCE_SUM' }, ['query.aggregation.aligner']],
    [{ aligner: 'ALIGN_MEAN', groupBy: ['resource.zone'] }, ['query.aggregation.groupBy']],
    [{ aligner: 'ALIGN_MEAN', alignmentSec: 59 }, ['query.aggregation.alignmentSec']],
  ])('of gcp-filter with the aggregation %j is refused at %j', (aggregation, fields) => {
    const query = { dialect: 'gcp-filter', filter: 'metric.type = "x"', aggregation };
    expect(refusedAt(metricsQuery.arguments, { query, window })).toEqual(fields);
  });
});

test('metrics are selected by series or by tags', () => {
  expect(refusedAt(metricsList.arguments, { match: ['up'] })).toEqual([]);
  expect(refusedAt(metricsList.arguments, { tagFilter: 'env:prod' })).toEqual([]);
  expect(refusedAt(metricsList.arguments, { match: ['up'], tagFilter: 'env:prod' })).toEqual(['tagFilter']);
});

test.each([
  ['system.cpu.user', true],
  ['a', true],
  ['9lives', false],
  ['a/../b', false],
  ['x'.repeat(201), false],
])('tags of the metric %j: accepted is %s', (name, isAccepted) => {
  expect(metricsListTags.arguments.safeParse({ metric: name }).success).toBe(isAccepted);
});

function dimensions(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_one, index) => [`dimension${index}`, 'x']));
}
