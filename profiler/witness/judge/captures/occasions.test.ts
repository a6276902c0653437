import { expect, test } from 'vitest';
import { countOccasions, findOccasions } from './occasions.ts';

const minute = 60_000;

test('captures closer to each other than the spacing are one occasion', () => {
  expect(findOccasions([0, 5 * minute, 15 * minute, 16 * minute, 40 * minute], 15 * minute)).toEqual([
    [0, 1],
    [2, 3],
    [4],
  ]);
});

test('a chain of close captures does not grow one occasion without end', () => {
  expect(findOccasions([0, 10 * minute, 20 * minute, 30 * minute], 15 * minute)).toEqual([
    [0, 1],
    [2, 3],
  ]);
});

test('the order in which captures are given does not matter', () => {
  expect(findOccasions([40 * minute, 0, 20 * minute], 15 * minute)).toEqual([[1], [2], [0]]);
});

test('says how many captures and occasions there were', () => {
  expect([countOccasions(3, 3), countOccasions(3, 1), countOccasions(1, 1)]).toEqual([
    '3 captures',
    '3 captures, 1 occasion',
    '1 capture',
  ]);
});
