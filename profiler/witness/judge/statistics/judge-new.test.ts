import { describe, expect, test } from 'vitest';
import { judgeNew } from './judge-new.ts';
import type { SetKey } from './judge-sets.ts';

const always = (captures: number): number[] => Array.from({ length: captures }, () => 12);
const never = (captures: number): number[] => Array.from({ length: captures }, () => 0);
const steady: SetKey[] = Array.from({ length: 9 }, () => ({ before: always(3), after: always(3) }));
const isNew = (keys: readonly SetKey[]): boolean | undefined => judgeNew(keys).at(-1);

describe('a key that only the newer version has', () => {
  test.each<[string, number[], boolean]>([
    ['one event in one of three captures', [1, 0, 0], false],
    ['all of one capture of three', [0, 12, 0], false],
    ['two of three captures', [12, 12, 0], false],
    ['one event in each of three captures', [1, 1, 1], true],
    ['every part of every capture', [12, 12, 12], true],
  ])('is judged by how many captures have it: %s', (_, after, expected) => {
    expect(isNew([...steady, { before: never(3), after }])).toBe(expected);
  });

  test('may be missing in a quarter of many captures', () => {
    const keyOf = (captures: number): SetKey => ({
      before: never(8),
      after: [...always(captures), ...never(8 - captures)],
    });
    expect([5, 6, 8].map((captures) => isNew([keyOf(captures)]))).toEqual([false, true, true]);
  });

  test('is nothing among keys of which many come and go as busily, unless it is busier', () => {
    const restless: SetKey[] = Array.from({ length: 9 }, () => ({ before: [3, 0, 2], after: [0, 3, 0] }));
    expect(isNew([...restless, { before: never(3), after: [2, 2, 2] }])).toBe(false);
    expect(isNew([...restless, { before: never(3), after: [12, 12, 12] }])).toBe(true);
  });

  test('is new where a version has one capture, of which nobody knows what comes and goes', () => {
    expect(isNew([{ before: [0], after: [1] }])).toBe(true);
  });

  test('is not new where the older version has it, however rarely', () => {
    expect(isNew([{ before: [1, 0, 0], after: [12, 12, 12] }])).toBe(false);
  });
});
