import { describe, expect, test } from 'vitest';
import type { Curve } from '../ask/ask-answer.ts';
import { compareMedians } from './before-after.ts';

/** A point a second, the moment at second 100. */
function curve(name: string, before: readonly (number | undefined)[], after: readonly (number | undefined)[]): Curve {
  const points = [
    ...before.map((value, at) => [100 - before.length + at, value] as const),
    ...after.map((value, at) => [100 + at, value] as const),
  ];
  return { name, unit: 'ms', points };
}

const five = (value: number): number[] => Array.from({ length: 5 }, () => value);

test('takes the median of each side, with the point at the moment after it', () => {
  const odd = curve('odd', [9, 1, 2, 3, 100], [4, 1, 6, 8, 7]);
  expect(compareMedians([odd], 100)).toEqual({ is: 'compared', place: 0, before: 3, after: 6, factor: 2, of: 1 });
  const even = curve('even', [1, 2, 4, 100, 1, 4], [6, 6, 6, 9, 9, 9]);
  expect(compareMedians([even], 100)).toMatchObject({ before: 3, after: 7.5, factor: 2.5 });
});

test('names the curve that changed most, whichever way', () => {
  const curves = [curve('up', five(10), five(25)), curve('down', five(90), five(30)), curve('same', five(1), five(1))];
  expect(compareMedians(curves, 100)).toMatchObject({ place: 1, factor: 1 / 3, of: 3 });
});

describe('a factor', () => {
  test.each([
    [0, 3],
    [3, 0],
    [-2, 2],
    [0, 0],
  ])('is not given from %d to %d', (before, after) => {
    expect(compareMedians([curve('one', five(before), five(after))], 100)).toMatchObject({
      before,
      after,
      factor: undefined,
    });
  });

  test('is given of two negative medians', () => {
    expect(compareMedians([curve('one', five(-4), five(-2))], 100)).toMatchObject({ factor: 0.5 });
  });

  test('that is missing counts as the larger change, and no change as none', () => {
    const [grown, begun, none] = [
      curve('grown', five(1), five(50)),
      curve('begun', five(0), five(2)),
      curve('none', five(0), five(0)),
    ];
    expect(compareMedians([grown, begun, none], 100)).toMatchObject({ place: 1 });
    expect(compareMedians([none, grown], 100)).toMatchObject({ place: 1 });
    expect(compareMedians([begun, curve('more', five(0), five(9))], 100)).toMatchObject({ place: 1 });
  });
});

describe('fewer than five points on a side', () => {
  test('give no figure, but the number of points', () => {
    const curves = [curve('late', [1, 2], five(2)), curve('early', five(1), [3])];
    expect(compareMedians(curves, 100)).toEqual({ is: 'few', before: 2, after: 5 });
    expect(compareMedians(curves.slice(1), 100)).toEqual({ is: 'few', before: 5, after: 1 });
    expect(compareMedians([], 100)).toEqual({ is: 'few', before: 0, after: 0 });
  });

  test('are those that are no gaps', () => {
    expect(compareMedians([curve('gaps', [1, 1, undefined, 1, 1], five(2))], 100)).toEqual({
      is: 'few',
      before: 4,
      after: 5,
    });
  });

  test('leave the curves that have enough', () => {
    const curves = [curve('short', [1], five(90)), curve('whole', five(1), five(2))];
    expect(compareMedians(curves, 100)).toMatchObject({ place: 1, of: 1 });
  });
});
