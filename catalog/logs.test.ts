import { describe, expect, test } from 'vitest';
import { logsAggregate, logsSearch } from './logs.ts';

const window = { from: 'now-1h' };

function refusedAt(schema: typeof logsSearch.arguments | typeof logsAggregate.arguments, args: object): string[] {
  return (schema.safeParse({ window, ...args }).error?.issues ?? []).map(({ path }) => path.join('.'));
}

describe('a search', () => {
  test.each([
    [{ dialect: 'datadog', text: '*' }, 1000],
    [{ dialect: 'logql', text: '{app="api"}' }, 5000],
    [{ dialect: 'cloudwatch-filter', source: '/aws/lambda/checkout' }, 5000],
    [{ dialect: 'gcp-logging', text: 'severity>=ERROR' }, 1000],
  ])('%j returns at most %i lines', (query, most) => {
    expect(refusedAt(logsSearch.arguments, { query, limit: most })).toEqual([]);
    expect(refusedAt(logsSearch.arguments, { query, limit: most + 1 })).toEqual(['limit']);
  });

  test.each([
    { dialect: 'cloudwatch-filter', text: 'ERROR' },
    { dialect: 'cloudwatch-filter', source: 'a group', text: 'ERROR' },
    { dialect: 'logql', source: '/aws/x', text: '{app="api"}' },
    { dialect: 'logql', text: '  ' },
    { dialect: 'logs-insights', sources: ['/aws/x'], text: 'fields @message' },
  ])('%j is refused', (query) => {
    expect(logsSearch.arguments.safeParse({ window, query }).success).toBe(false);
  });

  test('of a log group has a pattern of at most 1024 characters', () => {
    const query = { dialect: 'cloudwatch-filter', source: '/aws/lambda/checkout' };
    expect(refusedAt(logsSearch.arguments, { query: { ...query, text: 'x'.repeat(1024) } })).toEqual([]);
    expect(refusedAt(logsSearch.arguments, { query: { ...query, text: 'x'.repeat(1025) } })).toEqual(['query.text']);
  });

  test('needs a window', () => {
    const query = { dialect: 'logql', text: '{app="api"}' };
    expect(refusedAt(logsSearch.arguments, { query, window: undefined })).toEqual(['window']);
  });

  test('names a region only where there are regions', () => {
    const group = { dialect: 'cloudwatch-filter', source: '/aws/lambda/checkout' };
    const stream = { dialect: 'logql', text: '{app="api"}' };
    expect(refusedAt(logsSearch.arguments, { query: group, region: 'eu-west-1' })).toEqual([]);
    expect(refusedAt(logsSearch.arguments, { query: stream, region: 'eu-west-1' })).toEqual(['region']);
  });
});

describe('an aggregation', () => {
  const insights = { dialect: 'logs-insights', sources: ['/aws/x'], text: 'stats count(*) by bin(5m)' };
  const metricOfLines = { dialect: 'logql', text: 'sum(rate({app="api"}[5m]))' };

  test('has a step unless its text has one', () => {
    expect(refusedAt(logsAggregate.arguments, { query: metricOfLines, stepSec: 60 })).toEqual([]);
    expect(refusedAt(logsAggregate.arguments, { query: insights })).toEqual([]);
    expect(refusedAt(logsAggregate.arguments, { query: insights, stepSec: 60 })).toEqual(['stepSec']);
  });

  test('names a region only where there are regions', () => {
    expect(refusedAt(logsAggregate.arguments, { query: insights, region: 'eu-west-1' })).toEqual([]);
    expect(refusedAt(logsAggregate.arguments, { query: metricOfLines, region: 'eu-west-1' })).toEqual(['region']);
  });

  test.each([
    [{ compute: [{ aggregation: 'count' }] }, true],
    [{ compute: [{ aggregation: 'p95', field: '@duration' }], groupBy: [{ field: 'service' }] }, true],
    [{ compute: [{ aggregation: 'p95' }] }, false],
    [{ compute: [{ aggregation: 'count', field: '@duration' }] }, false],
    [{ compute: [] }, false],
    [{ compute: [{ aggregation: 'count' }], groupBy: ['a', 'b', 'c', 'd'].map((field) => ({ field })) }, false],
  ])('of events with %j: accepted is %s', (figures, isAccepted) => {
    const query = { dialect: 'datadog', text: '*', ...figures };
    expect(logsAggregate.arguments.safeParse({ window, query }).success).toBe(isAccepted);
  });

  test('reads 50 log groups at most', () => {
    const sources = Array.from({ length: 51 }, (_one, index) => `group-${index}`);
    expect(refusedAt(logsAggregate.arguments, { query: { ...insights, sources: sources.slice(1) } })).toEqual([]);
    expect(refusedAt(logsAggregate.arguments, { query: { ...insights, sources } })).toEqual(['query.sources']);
  });
});
