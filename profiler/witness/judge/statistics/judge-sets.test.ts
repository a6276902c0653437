import { describe, expect, test } from 'vitest';
import { judgeSets, type SetKey } from './judge-sets.ts';

const steady = (captures: number): number[] => Array.from({ length: captures }, () => 12);
const never = (captures: number): number[] => Array.from({ length: captures }, () => 0);
const keysOf = (count: number, before: number, after: number): SetKey[] =>
  Array.from({ length: count }, () => ({ before: steady(before), after: steady(after) }));

describe('a set', () => {
  test('says what is new, whatever chance would show', () => {
    const keys = [...keysOf(3, 1, 1), { before: [0], after: [1] }];
    expect(judgeSets(keys, { isWhole: true })).toEqual({
      states: ['present', 'present', 'present', 'new'],
      expectedNew: 0,
      coverage: expect.closeTo(1, 1) as number,
    });
  });

  test('expects new keys where many were seen once', () => {
    const keys = [...keysOf(2, 3, 3), ...Array.from({ length: 6 }, () => ({ before: [1, 0, 0], after: [0, 0, 0] }))];
    expect(judgeSets(keys, { isWhole: true }).expectedNew).toBeGreaterThan(3);
  });

  test('has lost a key only when enough captures on both sides say so', () => {
    const gone = (before: number, after: number): SetKey => ({ before: steady(before), after: never(after) });
    const states = (before: number, after: number, isWhole = true): string | undefined =>
      judgeSets([...keysOf(9, before, after), gone(before, after)], { isWhole }).states.at(-1);
    expect(states(1, 1)).toBe('not_seen');
    expect(states(3, 3)).toBe('not_seen');
    expect(states(5, 5)).toBe('stopped');
    expect(states(5, 5, false)).toBe('not_seen');
  });

  test('has lost nothing when the later captures saw only a part of what happens', () => {
    const rare = Array.from({ length: 12 }, () => ({ before: steady(5), after: [1, 0, 0, 0, 0] }));
    const { states, coverage } = judgeSets([...rare, { before: steady(5), after: never(5) }], { isWhole: true });
    expect(coverage).toBeLessThan(0.95);
    expect(states.at(-1)).toBe('not_seen');
  });
});
