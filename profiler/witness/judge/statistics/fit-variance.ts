/**
 * How far variances of single keys may be trusted. Few captures say little about one key, and many keys together say
 * how variances are spread: each key's is drawn towards what keys of about the same counting noise have (moments of
 * the logarithm of a scaled F distribution; Smyth 2004, Statistical Applications in Genetics 3(1), equations 4 to 6).
 */
import { digamma, exp, ln, trigamma } from './special-functions.ts';
import { meanOf } from './sums.ts';

/** What other keys say about a variance: a factor on the expected one, worth so many degrees of freedom. */
export interface VariancePrior {
  readonly factor: number;
  readonly degrees: number;
}

export const noPrior: VariancePrior = { factor: 1, degrees: 0 };
/** However alike variances are, keys of one capture are not independent witnesses. */
const mostDegrees = 50;
/** Fewer keys do not say how variances are spread. */
export const leastKeys = 15;

/**
 * `ratios`: observed over expected variance of each key, with `degrees` degrees of freedom each; zeros say that
 * nothing varied and are counted as the smallest ratio that is not zero.
 */
export function fitPrior(ratios: readonly number[], degrees: number): VariancePrior {
  const positive = ratios.filter((ratio) => ratio > 0);
  if (positive.length < leastKeys || degrees < 1) return noPrior;
  const smallest = Math.min(...positive);
  const offset = ln(degrees / 2) - digamma(degrees / 2);
  const logs = ratios.map((ratio) => ln(Math.max(ratio, smallest)) + offset);
  const mean = meanOf(logs);
  let spread = 0;
  for (const log of logs) spread += (log - mean) ** 2 / (logs.length - 1);
  const excess = spread - trigamma(degrees / 2);
  const own = excess > 0 ? Math.min(mostDegrees, 2 * invertTrigamma(excess)) : mostDegrees;
  return { factor: exp(mean + digamma(own / 2) - ln(own / 2)), degrees: own };
}

/** The x with trigamma(x) = y, by Newton's method on 1/trigamma, which is convex and nearly straight. */
export function invertTrigamma(y: number): number {
  if (y > 1e7) return 1 / Math.sqrt(y);
  if (y < 1e-6) return 1 / y;
  let x = 0.5 + 1 / y;
  for (let step = 0; step < 50; step += 1) {
    const value = trigamma(x);
    const change = (value * (1 - value / y)) / slopeOfTrigamma(x);
    x += change;
    if (Math.abs(change) < 1e-10 * x) break;
  }
  return x;
}

/** By a central difference: only the way to the root depends on it. */
function slopeOfTrigamma(x: number): number {
  const step = x * 1e-5;
  return (trigamma(x + step) - trigamma(x - step)) / (2 * step);
}
