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
  const measured = drafts.map((draft) => ({ draft, counting: meanOf(draft.counting) }));
  const usual = betweenCaptures(measured.filter(({ draft }) => isKey(draft)));
  const allowance = allowForNeighbours(before, after);
  for (const stratum of stratify(measured.map((one) => ({ ...one, expected: usual + one.counting })))) {
    const degrees = stratum[0]?.draft.contrast.degrees ?? 0;
    const prior = fitPrior(
      stratum.flatMap(({ draft, expected }) => (isKey(draft) ? [draft.contrast.variance / expected] : [])),
      degrees,
    );
    for (const { draft, counting, expected } of stratum) {
      const whole = drawTogether(draft.contrast.variance / expected, degrees, prior) * expected;
      const between = Math.max(whole - counting, leastVariance) * allowance;
      const regular = isRegular(draft, prior) ? Math.max(whole, leastVariance) * allowance : Number.POSITIVE_INFINITY;
      const [x, y] = draft.counting;
      const [a, b] = [Math.min(between + x, regular), Math.min(between + y, regular)];
      found.set(draft, { error: Math.sqrt(a / before + b / after), degrees: degrees + prior.degrees });
    }
  }
}

/** `counting`: mean variance that counting gives a capture; `expected`: with what captures usually differ by. */
interface Measured {
  readonly draft: Draft;
  readonly counting: number;
}
interface Expected extends Measured {
  readonly expected: number;
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
function betweenCaptures(keys: readonly Measured[]): number {
  return Math.max(leastVariance, medianOf(keys.map(({ draft, counting }) => draft.contrast.variance - counting)));
}

/** Keys of about the same counting noise, a part in each stratum; one where there are too few. */
function stratify(drafts: readonly Expected[]): Expected[][] {
  const count = Math.max(1, Math.min(mostStrata, Math.floor(drafts.length / keysOfStratum)));
  const sorted = drafts.toSorted((a, b) => a.expected - b.expected);
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
