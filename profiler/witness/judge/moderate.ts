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
  const found = drafts.map((): Certainty => ({ error: Number.POSITIVE_INFINITY, degrees: 0 }));
  const all = drafts.map((draft, at): Measured => ({ draft, at, counting: meanOf(draft.counting) }));
  const kinds = [...Map.groupBy(all, ({ draft }) => draft.noise).values()];
  // Fewer keys of one kind are judged by what all keys of the report show.
  const isLarge = (some: readonly Measured[]): boolean => some.filter(isKey).length >= leastKeys;
  if (!kinds.every(isLarge)) moderateAlike(all, sides, found);
  for (const some of kinds.filter(isLarge)) moderateAlike(some, sides, found);
  return found;
}

function moderateAlike(measured: readonly Measured[], { before, after }: Sides, found: Certainty[]): void {
  const usual = betweenCaptures(measured.filter(isKey));
  const allowance = allowForNeighbours(before, after);
  for (const stratum of stratify(measured, usual)) {
    const degrees = stratum[0]?.draft.contrast.degrees ?? 0;
    const prior = fitPrior(
      stratum.filter(isKey).map(({ draft, counting }) => draft.contrast.variance / (usual + counting)),
      degrees,
    );
    for (const { draft, at, counting } of stratum) {
      const expected = usual + counting;
      const whole = drawTogether(draft.contrast.variance / expected, degrees, prior) * expected;
      const between = Math.max(whole - counting, leastVariance) * allowance;
      const regular = isRegular(draft, prior) ? Math.max(whole, leastVariance) * allowance : Number.POSITIVE_INFINITY;
      const [x, y] = draft.counting;
      const [a, b] = [Math.min(between + x, regular), Math.min(between + y, regular)];
      found[at] = { error: Math.sqrt(a / before + b / after), degrees: degrees + prior.degrees };
    }
  }
}

/** `at`: place among all drafts. `counting`: mean variance that counting gives a capture. */
interface Measured {
  readonly draft: Draft;
  readonly at: number;
  readonly counting: number;
}

function isKey({ draft }: Measured): boolean {
  return !draft.isTotal;
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
  const values = Float64Array.from(keys, ({ draft, counting }) => draft.contrast.variance - counting);
  return Math.max(leastVariance, medianOf(values));
}

/**
 * Keys of about the same counting noise, a part in each stratum; one where there are too few. `usual`: what captures
 * differ by beyond it.
 */
function stratify(measured: readonly Measured[], usual: number): Measured[][] {
  const count = Math.max(1, Math.min(mostStrata, Math.floor(measured.length / keysOfStratum)));
  const expected = Float64Array.from(measured, ({ counting }) => usual + counting);
  const order = Uint32Array.from(measured.keys()).sort((a, b) => (expected[a] ?? 0) - (expected[b] ?? 0) || a - b);
  return Array.from({ length: count }, (_, at) => {
    const own = order.subarray(
      Math.floor((at * order.length) / count),
      Math.floor(((at + 1) * order.length) / count),
    );
    return Array.from(own, (place) => measured[place]).filter((one) => one !== undefined);
  });
}

function medianOf(values: Float64Array): number {
  const sorted = values.toSorted();
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
