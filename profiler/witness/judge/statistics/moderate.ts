/**
 * How sure a difference is. Three captures of a version say little about the noise of one key; keys whose noise has the
 * same source say the rest. Each key's variance is drawn towards theirs.
 */
import { fitPrior, leastKeys, noPrior, type VariancePrior } from './fit-variance.ts';

/** Where the noise of a key comes from. What a program does for a request is nearly exact; how long it waits is not. */
export type NoiseKind = 'counts' | 'cpu' | 'times';

/** Keys of a report, as columns. */
export interface NoisyKeys {
  readonly noise: readonly (NoiseKind | undefined)[];
  /** 1 of a sum of keys, which varies less than they do and is no example of how they vary. */
  readonly isTotal: Uint8Array;
  /** Mean square of what captures of one side differ by. */
  readonly variance: Float64Array;
  /** Variance that counting alone gives a capture of before, and one of after. */
  readonly countingBefore: Float64Array;
  readonly countingAfter: Float64Array;
}

/** Of each key: standard error of the difference of two sides, and the degrees of freedom behind it. */
export interface Certainties {
  readonly error: Float64Array;
  readonly degrees: Float64Array;
}

interface Sides {
  /** Captures of each side. */
  readonly before: number;
  readonly after: number;
}

/** Standard deviation between captures that is assumed of any key however steady it looked: 2 %. */
const leastVariance = 0.02 ** 2;
const mostStrata = 4;
const keysOfStratum = 18;

export function moderate(keys: NoisyKeys, sides: Sides): Certainties {
  const size = keys.variance.length;
  const found = { error: new Float64Array(size).fill(Number.POSITIVE_INFINITY), degrees: new Float64Array(size) };
  // Mean variance that counting gives a capture.
  const counting = keys.countingBefore.map((one, at) => (one + (keys.countingAfter[at] ?? 0)) / 2);
  const facts = { ...sides, keys, counting, found };
  const all = Uint32Array.from(keys.noise.keys());
  const kinds = [...new Set(keys.noise)].map((kind) => all.filter((at) => keys.noise[at] === kind));
  // Fewer keys of one kind are judged by what all keys of the report show.
  const isLarge = (some: Uint32Array): boolean => withoutTotals(some, keys).length >= leastKeys;
  if (!kinds.every(isLarge)) moderateAlike(all, facts);
  for (const some of kinds.filter(isLarge)) moderateAlike(some, facts);
  return found;
}

interface Facts extends Sides {
  readonly keys: NoisyKeys;
  readonly counting: Float64Array;
  readonly found: Certainties;
}

function withoutTotals(some: Uint32Array, { isTotal }: NoisyKeys): Uint32Array {
  return some.filter((at) => isTotal[at] !== 1);
}

/** `places`: of keys that are alike. */
function moderateAlike(places: Uint32Array, facts: Facts): void {
  const { keys, counting, found, before, after } = facts;
  const usual = betweenCaptures(withoutTotals(places, keys), facts);
  const allowance = allowForNeighbours(before, after);
  const degrees = before + after - 2;
  const expected = counting.map((one) => usual + one);
  for (const stratum of stratify(places, expected)) {
    const ratioOf = (at: number): number => (keys.variance[at] ?? 0) / (expected[at] ?? 0);
    const prior = fitPrior(Array.from(withoutTotals(stratum, keys), ratioOf), degrees);
    for (let place = 0; place < stratum.length; place += 1) {
      const at = stratum[place] ?? 0;
      const whole = drawTogether(ratioOf(at), degrees, prior) * (expected[at] ?? 0);
      const between = Math.max(whole - (counting[at] ?? 0), leastVariance) * allowance;
      const isRegular = isRegularNoise(keys.noise[at], prior);
      const regular = isRegular ? Math.max(whole, leastVariance) * allowance : Number.POSITIVE_INFINITY;
      const a = Math.min(between + (keys.countingBefore[at] ?? 0), regular);
      const b = Math.min(between + (keys.countingAfter[at] ?? 0), regular);
      found.error[at] = Math.sqrt(a / before + b / after);
      found.degrees[at] = degrees + prior.degrees;
    }
  }
}

/** Whether a key may vary less than random events would: what is done for each request is not spread as they are. */
function isRegularNoise(noise: NoiseKind | undefined, prior: VariancePrior): boolean {
  return noise === 'counts' && prior !== noPrior;
}

/** Between what keys like it have and what its own captures show. */
function drawTogether(ratio: number, degrees: number, prior: VariancePrior): number {
  return (prior.degrees * prior.factor + degrees * ratio) / (prior.degrees + degrees);
}

/** Variance between captures beyond counting: the middle one, which outliers do not move. */
function betweenCaptures(places: Uint32Array, { keys, counting }: Facts): number {
  const values = Float64Array.from(places, (at) => (keys.variance[at] ?? 0) - (counting[at] ?? 0));
  return Math.max(leastVariance, medianOf(values));
}

/** Keys of about the same counting noise, a part in each stratum; one where there are too few. */
function stratify(places: Uint32Array, expected: Float64Array): Uint32Array[] {
  const count = Math.max(1, Math.min(mostStrata, Math.floor(places.length / keysOfStratum)));
  const sorted = places.toSorted((a, b) => (expected[a] ?? 0) - (expected[b] ?? 0) || a - b);
  return Array.from({ length: count }, (_, at) =>
    sorted.subarray(Math.floor((at * sorted.length) / count), Math.floor(((at + 1) * sorted.length) / count)),
  );
}

function medianOf(values: Float64Array): number {
  const sorted = values.toSorted();
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/**
 * Neighbouring captures resemble each other: what one version's captures differ by understates how far two versions'
 * captures, taken one version after the other, differ by themselves. So a correlation is assumed between a capture and
 * the next one, of a key's deviation from its mean.
 */
const assumedCorrelation = 0.35;

/**
 * Factor on the variance between captures of one side, for the difference of two sides' means: the variance that this
 * difference really has, over the one that independent captures would have, when the captures of before and then
 * those of after follow each other.
 */
export function allowForNeighbours(before: number, after: number): number {
  const within = (meanCorrelation(0, before, 0, before) * before - 1) / Math.max(1, before - 1);
  const withinAfter = (meanCorrelation(0, after, 0, after) * after - 1) / Math.max(1, after - 1);
  const seen = 1 - (within * (before - 1) + withinAfter * (after - 1)) / Math.max(1, before + after - 2);
  const real =
    meanCorrelation(0, before, 0, before) +
    meanCorrelation(0, after, 0, after) -
    2 * meanCorrelation(0, before, before, after);
  return real / (seen * (1 / before + 1 / after));
}

/** Mean over all pairs of two runs of captures, each given by its first place and its length. */
function meanCorrelation(first: number, count: number, second: number, length: number): number {
  let sum = 0;
  for (let a = first; a < first + count; a += 1) {
    for (let b = second; b < second + length; b += 1) sum += assumedCorrelation ** Math.abs(a - b);
  }
  return sum / (count * length);
}
