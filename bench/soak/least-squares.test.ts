import { expect, test } from 'vitest';
import { fitLine } from './least-squares.ts';

const at = (...values: readonly number[]) => values.map((y, x) => ({ x, y }));

test('finds the slope of a straight line, without doubt', () => {
  const line = fitLine(at(5, 7, 9, 11));
  expect(line?.slope).toBeCloseTo(2, 12);
  expect(line?.standardError).toBeCloseTo(0, 12);
});

test('gives the textbook standard error', () => {
  // Σ(x−x̄)² = 10, slope 0.6, residual sum of squares 2.4: s² = 0.8, standard error √0.08.
  const line = fitLine([2, 4, 5, 4, 5].map((y, index) => ({ x: index + 1, y })));
  expect(line?.slope).toBeCloseTo(0.6, 12);
  expect(line?.standardError).toBeCloseTo(Math.sqrt(0.08), 12);
});

test.each([
  ['two points', at(1, 2)],
  ['points at one moment', [1, 2, 3].map((y) => ({ x: 1, y }))],
])('says nothing of %s', (_what, points) => {
  expect(fitLine(points)).toBeUndefined();
});
