import { describe, expect, test } from 'vitest';
import { Random } from '../../../../test/simulation/verdicts/random.ts';
import { fitPrior, invertTrigamma } from './fit-variance.ts';
import { trigamma } from './special-functions.ts';

/** Variances of `count` keys whose true ones are scaled inverse chi-squared, each estimated with `degrees`. */
function drawRatios(
  count: number,
  { degrees, own, factor }: { degrees: number; own: number; factor: number },
): number[] {
  const random = new Random(20_261);
  const chi = (of: number): number => Array.from({ length: of }, () => random.normal() ** 2).reduce((a, b) => a + b, 0);
  return Array.from({ length: count }, () => (factor * (own / chi(own)) * chi(degrees)) / degrees);
}

describe('what keys together say about their variances', () => {
  test.each([
    { degrees: 4, own: 4, factor: 1 },
    { degrees: 4, own: 12, factor: 2.5 },
    { degrees: 2, own: 8, factor: 0.4 },
  ])('finds scale $factor and $own degrees of freedom again', (truth) => {
    const prior = fitPrior(drawRatios(4000, truth), truth.degrees);
    expect(prior.factor / truth.factor).toBeGreaterThan(0.9);
    expect(prior.factor / truth.factor).toBeLessThan(1.1);
    expect(prior.degrees / truth.own).toBeGreaterThan(0.75);
    expect(prior.degrees / truth.own).toBeLessThan(1.33);
  });

  test('trusts keys that are all alike for no more than fifty degrees', () => {
    const prior = fitPrior(drawRatios(4000, { degrees: 4, own: 4000, factor: 1 }), 4);
    expect(prior.degrees).toBeLessThanOrEqual(50);
    expect(prior.degrees).toBeGreaterThan(30);
  });

  test('says nothing below 15 keys', () => {
    expect(fitPrior(drawRatios(14, { degrees: 4, own: 4, factor: 1 }), 4)).toEqual({ factor: 1, degrees: 0 });
  });

  test.each([1e-8, 0.01, 0.3, 1, 4.9, 1e3, 1e9])('inverts trigamma at %d', (value) => {
    expect(trigamma(invertTrigamma(value)) / value).toBeCloseTo(1, 5);
  });
});
