import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ratiosOf, summarize } from './summarize.ts';

describe('a summary', () => {
  test('of an odd number of samples has the one in the middle', () => {
    expect(summarize([9, 1, 5])).toEqual({ median: 5, min: 1, max: 9 });
  });

  test('of an even number has the mean of the two in the middle', () => {
    expect(summarize([10, 2, 1, 4])).toEqual({ median: 3, min: 1, max: 10 });
  });

  test('of one sample is that sample', () => {
    expect(summarize([7])).toEqual({ median: 7, min: 7, max: 7 });
  });

  test('sorts as numbers and leaves its input alone', () => {
    const samples = [100, 20, 3];
    expect(summarize(samples).median).toBe(20);
    expect(samples).toEqual([100, 20, 3]);
  });

  test('of nothing is refused', () => {
    expect(() => summarize([])).toThrow(RangeError);
  });

  test('has as many samples below its median as above it', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), (samples) => {
        const { median, min, max } = summarize(samples);
        const below = samples.filter((one) => one < median).length;
        const above = samples.filter((one) => one > median).length;
        expect(Math.max(below, above)).toBeLessThanOrEqual(samples.length / 2);
        expect([min, max]).toEqual([Math.min(...samples), Math.max(...samples)]);
      }),
    );
  });
});

describe('ratios', () => {
  test('are taken pair by pair, not of the medians', () => {
    expect(ratiosOf([2, 30], [1, 10])).toEqual([2, 3]);
  });

  test('do not exist where the peer measured zero', () => {
    expect(ratiosOf([1, 2], [1, 0])).toBeUndefined();
    expect(ratiosOf([0, 0], [0, 0])).toBeUndefined();
  });

  test('of unequal repetitions are refused', () => {
    expect(() => ratiosOf([1, 2], [1])).toThrow('2 samples cannot be paired with 1');
  });
});
