import { describe, expect, test } from 'vitest';
import { measureDurations, measureRate, momentsOf } from './measured-key.ts';

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
  test('differ by the mean of their logarithms', () => {
    const key = measureDurations(
      [
        [0, 0, 100],
        [0, 0, 0, 100],
      ].map((one) => momentsOf(one)),
      [100, 100],
    );
    expect((key.values[1] ?? 0) - (key.values[0] ?? 0)).toBeCloseTo(Math.LN2, 12);
    expect(key.counting[0]).toBeCloseTo(Math.LN2 ** 2 / 12 / 100, 12);
    expect(key.events).toBe(100);
  });

  test('that one capture did not measure at all are too few', () => {
    expect(measureDurations([momentsOf([0, 5]), momentsOf([])], [5, 0]).events).toBe(0);
    expect(measureDurations([momentsOf([0, 5]), undefined], [5, 0])).toEqual(
      measureDurations([momentsOf([0, 5]), momentsOf([])], [5, 0]),
    );
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
