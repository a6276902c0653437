import { expect, test } from 'vitest';
import { edgeQueryEvents, edgeQueryMetrics } from './edge.ts';

const window = { from: 'now-1h' };

test.each([
  ['status', true],
  ['upstreamCacheStatus', true],
  ['status}', false],
  ['status host', false],
  ['__schema', false],
  ['alias: status', false],
  ['status(limit:1)', false],
  ['', false],
])('field %j: accepted is %s, wherever a field stands', (field, isAccepted) => {
  const events = { dataset: 'http', window };
  const metrics = { dataset: 'http', window };
  const filters = [{ field, operator: 'equal', value: 200 }];
  const accepted = [
    edgeQueryEvents.arguments.safeParse({ ...events, fields: [field] }),
    edgeQueryEvents.arguments.safeParse({ ...events, fields: ['status'], filters }),
    edgeQueryMetrics.arguments.safeParse({ ...metrics, compute: [{ aggregation: 'sum', field }] }),
    edgeQueryMetrics.arguments.safeParse({ ...metrics, compute: [{ aggregation: 'count' }], groupBy: [field] }),
  ].map(({ success }) => success);
  expect(accepted).toEqual([isAccepted, isAccepted, isAccepted, isAccepted]);
});

test('datasets and documents of the caller are refused', () => {
  expect(edgeQueryEvents.arguments.safeParse({ dataset: 'users', window, fields: ['status'] }).success).toBe(false);
  expect(
    edgeQueryEvents.arguments.safeParse({ dataset: 'http', window, fields: ['status'], query: '{ x }' }).success,
  ).toBe(false);
});

test('events are asked for by their fields', () => {
  expect(edgeQueryEvents.arguments.safeParse({ dataset: 'http', window, fields: [] }).success).toBe(false);
  expect(edgeQueryEvents.arguments.safeParse({ dataset: 'http', window, fields: ['status', 'status'] }).success).toBe(
    false,
  );
});

test('each aggregation is listed once, because rows name their figures by it', () => {
  const twoOf = (second: string) =>
    edgeQueryMetrics.arguments.safeParse({
      dataset: 'http',
      window,
      compute: [
        { aggregation: 'sum', field: 'requests' },
        { aggregation: second, field: 'bytesSent' },
      ],
    }).success;
  expect(twoOf('avg')).toBe(true);
  expect(twoOf('sum')).toBe(false);
});
