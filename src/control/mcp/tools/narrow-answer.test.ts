import fc from 'fast-check';
import { expect, test } from 'vitest';
import { narrow } from './narrow-answer.ts';

const pod = (name: string, phase: string, ...restarts: number[]) => ({
  name,
  phase,
  containers: restarts.map((times) => ({ image: 'web:1', restarts: times })),
});
const data = { cluster: 'shop', pods: [pod('a', 'Running', 0, 3), pod('b', 'Pending', 0), pod('c', 'Running')] };

test('keeps the named fields of each row, also within lists, and names those that no row has', () => {
  expect(narrow(data, { fields: ['name', 'containers.restarts', 'node'] })).toEqual({
    data: {
      cluster: 'shop',
      pods: [
        { name: 'a', containers: [{ restarts: 0 }, { restarts: 3 }] },
        { name: 'b', containers: [{ restarts: 0 }] },
        { name: 'c', containers: [] },
      ],
    },
    cut: { fields: ['node'] },
  });
});

test('keeps so many rows, and says of how many', () => {
  expect(narrow(data, { rows: 1, fields: ['name'] })).toEqual({
    data: { cluster: 'shop', pods: [{ name: 'a' }] },
    cut: { rows: { pods: { shown: 1, of: 3 } } },
  });
  expect(narrow(data, { rows: 3 })).toEqual({ data, cut: {} });
  expect(narrow([1, 2, 3], { rows: 2 })).toEqual({ data: [1, 2], cut: { rows: { data: { shown: 2, of: 3 } } } });
});

test('counts rows by the value of a field, the most frequent first', () => {
  expect(narrow(data, { count_by: 'phase' }).data).toEqual({
    cluster: 'shop',
    pods: {
      counts: [
        { value: 'Running', rows: 2 },
        { value: 'Pending', rows: 1 },
      ],
      values: 2,
    },
  });
  expect(narrow(data, { count_by: 'containers.restarts' }).data).toMatchObject({
    pods: {
      counts: [
        { value: 0, rows: 2 },
        { value: 3, rows: 1 },
      ],
    },
  });
  expect(narrow(data, { count_by: 'node' })).toMatchObject({
    data: { pods: { counts: [{ value: null, rows: 3 }] } },
    cut: { rows: { pods: { shown: 0, of: 3 } } },
  });
});

test('summarizes the points of a curve, values that are no numbers left out', () => {
  const points = [
    [1, 4],
    [2, 'NaN'],
    [3, 8],
  ];
  const series = { series: [{ labels: { pod: 'a' }, points }] };
  expect(narrow(series, { summarize: true })).toEqual({
    data: {
      series: [{ labels: { pod: 'a' }, points: { count: 3, first: [1, 4], last: [3, 8], min: 4, max: 8, mean: 6 } }],
    },
    cut: { points: 3 },
  });
});

test('returns a part of what was there, for data of every form', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 5 }), (value, rows) => {
      const { data: some } = narrow(value, { rows });
      expect(JSON.stringify(some).length).toBeLessThanOrEqual(JSON.stringify(value).length);
      narrow(value, { fields: ['__proto__', 'a.b'], count_by: 'constructor', summarize: true });
    }),
  );
});
