import { expect, test } from 'vitest';
import { answerBins, binOfAnswer, durationScale } from './duration-scale.ts';

test('answers are in bins of a sixteenth at most, from a microsecond to 18 minutes', () => {
  const { from, middle, width } = durationScale(answerBins);
  expect(from.slice(0, 18)).toEqual([...Array(18).keys()].map((microseconds) => microseconds * 1000));
  expect(from.at(-1)).toBe(31 * 2 ** 25 * 1000);
  for (let bin = 16; bin + 1 < from.length; bin += 1) {
    const [begins = 0, ends = 0] = [from[bin], from[bin + 1]];
    expect(ends / begins).toBeLessThanOrEqual(17 / 16);
    expect(2 ** (middle[bin] ?? 0) / Math.sqrt(begins * ends)).toBeCloseTo(1, 9);
    expect(2 ** (width[bin] ?? 0)).toBeCloseTo(ends / begins, 9);
  }
  expect(binOfAnswer(1024)).toBe(from.indexOf(1_024_000));
  expect(binOfAnswer(1025)).toBeUndefined();
});

test('other durations are in powers of two of nanoseconds', () => {
  const { from, middle, width } = durationScale(40);
  expect([from[0], from[1], from[10], from[39]]).toEqual([0, 2, 1024, 2 ** 39]);
  expect([middle[0], middle[10], new Set(width)]).toEqual([0.5, 10.5, new Set([1])]);
  expect(durationScale(12)).toBe(durationScale(40));
});
