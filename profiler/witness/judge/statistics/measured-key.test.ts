import { describe, expect, test } from 'vitest';
import { measureMoments, measureRate, momentsOf } from './measured-key.ts';

describe('a rate', () => {
  test('is the amount a second, with the noise of what was counted', () => {
    const key = measureRate({ amounts: [4000, 8000], events: [40, 80] }, [10, 10]);
    expect(key.events).toBe(60);
    expect(key.values.map((one) => Math.exp(one))).toEqual([expect.closeTo(405, 6), expect.closeTo(805, 6)]);
    expect(key.counting).toEqual([1 / 40.5, 1 / 80.5]);
  });

  test('of what was not counted is half an event of the usual size', () => {
    const key = measureRate({ amounts: [4000, 0], events: [40, 0] }, [10, 10]);
    expect(Math.exp(key.values[1] ?? 0)).toBeCloseTo(5, 9);
    expect(key.counting[1]).toBe(2);
  });

  test('is nearly certain where nearly every sample was drawn', () => {
    const key = measureRate({ amounts: [9e9, 9e9], events: [900, 900], samples: [1000, 1000] }, [10, 10]);
    expect(key.counting[0]).toBeCloseTo(0.1 / 900.5, 12);
  });
});

describe('durations', () => {
  const powers = { middle: [0.5, 1.5, 2.5, 3.5], width: [1, 1, 1, 1] };

  test('differ by the mean of their logarithms', () => {
    const [shorter, longer] = [
      [0, 0, 100],
      [0, 0, 0, 100],
    ].map((one) => measureMoments(momentsOf(one, powers), 100));
    expect((longer?.[0] ?? 0) - (shorter?.[0] ?? 0)).toBeCloseTo(Math.LN2, 12);
    expect(shorter?.[1]).toBeCloseTo(Math.LN2 ** 2 / 12 / 100, 12);
  });

  test('that were not measured say nothing', () => {
    expect(measureMoments(momentsOf([], powers), 0)).toEqual([0, 0]);
    expect(measureMoments(momentsOf([0, 0], powers), 0)).toEqual([0, 0]);
  });
});

test('calls that moved nothing in any capture, or in one, have values that can be judged', () => {
  const seconds = [60, 60, 60];
  const nothing = measureRate({ amounts: [0, 0, 0], events: [20, 30, 25] }, seconds);
  expect(new Set(nothing.values).size).toBe(1);
  const once = measureRate({ amounts: [2000, 0, 2400], events: [20, 30, 25] }, seconds);
  for (const { values } of [nothing, once]) expect(values.every(Number.isFinite)).toBe(true);
  // As if half an event of the usual weight had been counted.
  expect(once.values[1]).toBeCloseTo(Math.log(((4400 / 75) * 0.5) / 60), 12);
});
