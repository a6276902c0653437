/**
 * How sure a difference is. Three captures of a version say little about the noise of one key; keys whose noise has the
 * same source say the rest. Each key's variance is drawn towards theirs.
 */
import type { Contrast } from './contrast.ts';
import { fitPrior, leastKeys, noPrior, type VariancePrior } from './fit-variance.ts';
import { allowForNeighbours } from './neighbours.ts';
import { meanOf } from './sums.ts';

/** Where the noise of a key comes from. What a program does for a request is nearly exact; how long it waits is not. */
export type NoiseKind = 'counts' | 'cpu' | 'times';

export interface Draft {
  readonly noise: NoiseKind | undefined;
  /** A sum of keys varies less than they do, and is no example of how they vary. */
  readonly isTotal: boolean;
  readonly contrast: Contrast;
  /** Variance that counting alone gives a capture of before and one of after. */
  readonly counting: readonly [number, number];
}

/** Standard error of a difference of two sides, and the degrees of freedom behind it. */
export interface Certainty {
  readonly error: number;
  readonly degrees: number;
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
/** In the order of the drafts. */
export function moderate(drafts: readonly Draft[], sides: Sides): Certainty[] {
  const found = new Map<Draft, Certainty>();
  const kinds = [...Map.groupBy(drafts, ({ noise }) => noise).values()];
  // Fewer keys of one kind are judged by what all keys of the report show.
  const isLarge = (some: readonly Draft[]): boolean => some.filter(isKey).length >= leastKeys;
  if (!kinds.every(isLarge)) moderateAlike(drafts, sides, found);
  for (const some of kinds.filter(isLarge)) moderateAlike(some, sides, found);
  return drafts.map((one) => found.get(one) ?? { error: Number.POSITIVE_INFINITY, degrees: 0 });
}

function moderateAlike(drafts: readonly Draft[], { before, after }: Sides, found: Map<Draft, Certainty>): void {
  const usual = betweenCaptures(drafts.filter(isKey));
  const expected = (one: Draft): number => usual + meanOf(one.counting);
  const allowance = allowForNeighbours(before, after);
  for (const stratum of stratify(drafts, expected)) {
    const degrees = stratum[0]?.contrast.degrees ?? 0;
    const prior = fitPrior(
      stratum.filter(isKey).map((one) => one.contrast.variance / expected(one)),
      degrees,
    );
    for (const one of stratum) {
      const whole = drawTogether(one.contrast.variance / expected(one), degrees, prior) * expected(one);
      const between = Math.max(whole - meanOf(one.counting), leastVariance) * allowance;
      const regular = isRegular(one, prior) ? Math.max(whole, leastVariance) * allowance : Number.POSITIVE_INFINITY;
      const [a, b] = one.counting.map((counting) => Math.min(between + counting, regular)) as [number, number];
      const error = Math.sqrt(a / before + b / after);
      found.set(one, { error, degrees: degrees + prior.degrees });
    }
  }
}

function isKey({ isTotal }: Draft): boolean {
  return !isTotal;
}

/** Whether a key may vary less than random events would: what is done for each request is not spread as they are. */
function isRegular({ noise }: Draft, prior: VariancePrior): boolean {
  return noise === 'counts' && prior !== noPrior;
}

/** Between what keys like it have and what its own captures show. */
function drawTogether(ratio: number, degrees: number, prior: VariancePrior): number {
  return (prior.degrees * prior.factor + degrees * ratio) / (prior.degrees + degrees);
}

/** Variance between captures beyond counting: the middle one, which outliers do not move. */
function betweenCaptures(drafts: readonly Draft[]): number {
  return Math.max(
    leastVariance,
    medianOf(drafts.map(({ contrast, counting }) => contrast.variance - meanOf(counting))),
  );
}

/** Keys of about the same counting noise, a part in each stratum; one where there are too few. */
function stratify(drafts: readonly Draft[], expected: (one: Draft) => number): Draft[][] {
  const count = Math.max(1, Math.min(mostStrata, Math.floor(drafts.length / keysOfStratum)));
  const sorted = drafts.toSorted((a, b) => expected(a) - expected(b));
  return Array.from({ length: count }, (_, at) =>
    sorted.slice(Math.floor((at * sorted.length) / count), Math.floor(((at + 1) * sorted.length) / count)),
  );
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
