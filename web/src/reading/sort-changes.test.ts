import { expect, test } from 'vitest';
import type { Change } from '../../../profiler/witness/diff/diff.ts';
import type { Observation } from '../../../profiler/witness/diff/verdict.ts';
import { ratioOf, sortChanges } from './sort-changes.ts';
import { differenceOf } from '../../../profiler/witness/diff/read-diff.ts';

const seen = (rate: number): Observation => ({ seen: true, rate, count: 10, captures: 1, of: 1 });
const unseen: Observation = { seen: false, below: 0.05, of: 1 };

const changes: readonly Change[] = [
  { key: 'b', change: 'not_judged', before: seen(10), after: seen(30) },
  { key: 'a', change: 'not_judged', before: seen(50), after: seen(45) },
  { key: 'c', change: 'new', before: unseen, after: seen(40) },
];

const keys = (sorted: readonly Change[]): string => sorted.map(({ key }) => key).join('');

test('keeps the served order until a column is chosen', () => {
  expect(keys(sortChanges(changes, { column: 'served', descending: true }))).toBe('bac');
});

test.each([
  ['key', false, 'abc'],
  ['before', true, 'abc'],
  ['after', false, 'bca'],
  ['difference', true, 'cba'],
] as const)('sorts by %s', (column, descending, order) => {
  expect(keys(sortChanges(changes, { column, descending }))).toBe(order);
});

test('a difference treats what was not seen as zero, a ratio does not exist without both sides', () => {
  const [first, , fresh] = changes;
  expect(differenceOf(fresh!)).toBe(40);
  expect(ratioOf(fresh!)).toBeUndefined();
  expect(ratioOf(first!)).toBe(3);
  expect(ratioOf({ ...first!, after: seen(0) })).toBeUndefined();
});
