import { describe, expect, test } from 'vitest';
import { rejectByHolm, rejectByShare, selectFindings, simes } from './select.ts';

describe('Benjamini and Hochberg', () => {
  // The example of their article of 1995, table 1: four of fifteen are rejected at 0.05.
  const values = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
  ];

  test('rejects what their article rejects', () => {
    expect([...rejectByShare(values, 0.05)]).toEqual([0, 1, 2, 3]);
  });

  test('rejects by value, in whatever order they come', () => {
    const reversed = values.toReversed();
    expect([...rejectByShare(reversed, 0.05)].toSorted((a, b) => a - b)).toEqual([11, 12, 13, 14]);
  });

  test('rejects a larger value with a smaller one, and nothing of nothing', () => {
    expect(rejectByShare([0.04, 0.05], 0.05).size).toBe(2);
    expect(rejectByShare([], 0.05).size).toBe(0);
  });
});

describe('Holm', () => {
  test('rejects three of the same fifteen', () => {
    expect([
      ...rejectByHolm(
        [
          0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759,
          1,
        ],
        0.05,
      ),
    ]).toEqual([0, 1, 2]);
  });

  test('stops at the first that it keeps', () => {
    expect([...rejectByHolm([0.03, 0.04], 0.05)]).toEqual([]);
    expect([...rejectByHolm([0.04, 0.02], 0.05)]).toEqual([1, 0]);
  });
});

describe('the gate of an axis', () => {
  test('is the smallest of the values times their number over their rank', () => {
    expect(simes([0.5, 0.01, 0.04])).toBeCloseTo(0.03, 12);
    expect(simes([])).toBe(1);
  });

  test('shares the level between the axes of a report', () => {
    const { found, level } = selectFindings([[0.001, 0.02], [0.5, 0.6], [0.9]], 0.05);
    expect(level).toBeCloseTo(0.05 / 3, 12);
    expect(found.map((one) => [...one])).toEqual([[0], [], []]);
  });

  test('keeps an axis shut that another one would have opened', () => {
    const { found } = selectFindings([[1e-9], [0.04], [0.9], [0.9]], 0.05);
    expect(found.map((one) => one.size)).toEqual([1, 0, 0, 0]);
  });
});
