/**
 * What changed among everything that was counted by rate, the whole report at once. Each key's difference is
 * compared with what captures of the same version differ by; differences below the least effect are no findings
 * however sure they are. Pure and deterministic.
 */
import { type Contrast, contrast, type Elasticities, type SidePoints } from './contrast.ts';
import { fitPrior, leastKeys, type VariancePrior } from './fit-variance.ts';
import type { MeasuredKey } from './measured-key.ts';
import { allowForNeighbours } from './neighbours.ts';
import { selectFindings } from './select.ts';
import { rememberCriticalValues, upperTail } from './student-t.ts';
import { meanOf } from './sums.ts';
import { ln } from './special-functions.ts';

export interface RateAxis {
  readonly keys: readonly MeasuredKey[];
  /** As far as keys of this axis may follow the load; from not at all to wholly by default. */
  readonly elasticities?: Elasticities | undefined;
}

export interface RateReport {
  /** Captures of each side. */
  readonly before: number;
  readonly after: number;
  /** Units of work of the target a second in each capture; undefined where they were not counted in every one. */
  readonly work: readonly number[] | undefined;
  readonly axes: readonly RateAxis[];
  /** Part of the level that these axes may use, when others are judged beside them; all of it by default. */
  readonly levelShare?: number | undefined;
}

export type RateState = 'changed' | 'no_change' | 'undecided' | 'too_rare';

export interface RateVerdict {
  readonly state: RateState;
  /** Natural logarithms of after over before; undefined where too few events were counted. */
  readonly perSecond?: Effect | undefined;
  readonly perWork?: Effect | undefined;
  /** Two-sided, of a difference beyond the least effect at every elasticity to the load. */
  readonly p?: number | undefined;
  /** Degrees of freedom behind the intervals. */
  readonly degrees?: number | undefined;
  /** Natural logarithm of the smallest change that four of five comparisons like this would have found. */
  readonly detectable?: number | undefined;
}

export interface Effect {
  readonly change: number;
  /** 95 % interval of this key alone. */
  readonly low: number;
  readonly high: number;
}

/** Differences up to this are never findings. */
export const leastEffect = ln(1.1);
/** Below this, a change is small enough to be called none. */
export const noChangeBelow = ln(1.25);
/** Fewer events a capture say nothing about a rate. */
export const leastEvents = 10;
/** Chance of any false finding that a report is allowed: less certain with two captures of a version, and said so. */
const reportLevel = { provisional: 0.08, confirmed: 0.05 } as const;
/** Captures of each side from which a verdict is more than provisional. */
export const confirmedFrom = 3;
/** Standard deviation between captures that is assumed of any key however steady it looked: 2 %. */
const leastVariance = 0.02 ** 2;
const mostStrata = 4;

interface Tested {
  readonly axis: number;
  readonly key: number;
  readonly contrast: Contrast;
  readonly counting: readonly [number, number];
  readonly p: number;
  readonly error: number;
  readonly degrees: number;
}

/** One verdict for each key of each axis, in their order. @throws RangeError when a side has fewer than two captures. */
export function judgeRates(report: RateReport): RateVerdict[][] {
  const { before, after, axes } = report;
  if (before < 2 || after < 2) throw new RangeError('a verdict needs two captures on each side');
  const tested = testAll(report);
  const byAxis = axes.map((_, at) => tested.filter(({ axis }) => axis === at));
  const withKeys = byAxis.filter((some) => some.length > 0);
  const { found, level } = selectFindings(
    withKeys.map((some) => some.map(({ p }) => p)),
    (report.levelShare ?? 1) *
      (Math.min(before, after) < confirmedFrom ? reportLevel.provisional : reportLevel.confirmed),
  );
  const changed = new Set(withKeys.flatMap((some, at) => some.filter((_, index) => found[at]?.has(index))));
  const critical = rememberCriticalValues();
  const verdicts: RateVerdict[][] = axes.map(({ keys }) => keys.map(() => ({ state: 'too_rare' })));
  for (const some of withKeys) {
    for (const one of some) {
      const own = verdicts[one.axis];
      const verdict = describe(one, { isChanged: changed.has(one), level: level / some.length, critical });
      if (own !== undefined) own[one.key] = verdict;
    }
  }
  return verdicts;
}

function testAll({ before, after, work, axes }: RateReport): Tested[] {
  const works = work?.every((units) => units > 0) === true ? work.map((units) => ln(units)) : undefined;
  const sideOf = (values: readonly number[], side: 'before' | 'after'): readonly number[] =>
    side === 'before' ? values.slice(0, before) : values.slice(before);
  const drafts = axes.flatMap(({ keys, elasticities }, axis) =>
    keys.flatMap((key, at) => {
      if (key.events < leastEvents) return [];
      const [a, b] = (['before', 'after'] as const).map((side) => ({
        points: { rate: sideOf(key.values, side), work: works && sideOf(works, side) },
        counting: meanOf(sideOf(key.counting, side)),
      })) as [SideFacts, SideFacts];
      return [
        {
          axis,
          key: at,
          contrast: contrast(a.points, b.points, elasticities),
          counting: [a.counting, b.counting] as const,
        },
      ];
    }),
  );
  return moderate(drafts, before, after);
}

interface SideFacts {
  readonly points: SidePoints;
  readonly counting: number;
}

type Draft = Pick<Tested, 'axis' | 'key' | 'contrast' | 'counting'>;

/** Each key's variance as far as its own captures and those of keys like it say. */
function moderate(drafts: readonly Draft[], countBefore: number, countAfter: number): Tested[] {
  const between = betweenCaptures(drafts);
  const expected = (one: Draft): number => between + (one.counting[0] + one.counting[1]) / 2;
  const allowance = allowForNeighbours(countBefore, countAfter);
  const tested: Tested[] = [];
  for (const stratum of stratify(drafts, expected)) {
    const degrees = stratum[0]?.contrast.degrees ?? 0;
    const prior = fitPrior(
      stratum.map((one) => one.contrast.variance / expected(one)),
      degrees,
    );
    for (const one of stratum) {
      const ratio = one.contrast.variance / expected(one);
      const factor = drawTogether(ratio, degrees, prior);
      const varied = factor * expected(one) - meanOf(one.counting);
      const own = Math.max(varied, leastVariance) * allowance;
      const error = Math.sqrt((own + one.counting[0]) / countBefore + (own + one.counting[1]) / countAfter);
      const all = degrees + prior.degrees;
      tested.push({ ...one, error, degrees: all, p: beyondLeastEffect(one.contrast.sure, error, all) });
    }
  }
  return tested;
}

function drawTogether(ratio: number, degrees: number, prior: VariancePrior): number {
  return (prior.degrees * prior.factor + degrees * ratio) / (prior.degrees + degrees);
}

/** Variance between captures beyond counting: the mean over all keys, outliers held to what the others have. */
function betweenCaptures(drafts: readonly Draft[]): number {
  const excesses = drafts.map(({ contrast: { variance }, counting }) => variance - (counting[0] + counting[1]) / 2);
  const middle = medianOf(excesses);
  return Math.max(leastVariance, middle);
}

/** Keys of about the same counting noise, a part in each stratum; one where there are too few. */
function stratify(drafts: readonly Draft[], expected: (one: Draft) => number): Draft[][] {
  const count = Math.max(1, Math.min(mostStrata, Math.floor(drafts.length / leastKeys)));
  const sorted = drafts.toSorted((a, b) => expected(a) - expected(b) || a.axis - b.axis || a.key - b.key);
  return Array.from({ length: count }, (_, at) =>
    sorted.slice(Math.floor((at * sorted.length) / count), Math.floor(((at + 1) * sorted.length) / count)),
  );
}

/** Two-sided p-value with the least effect inside the null hypothesis. */
function beyondLeastEffect(effect: number, error: number, degrees: number): number {
  const size = Math.abs(effect);
  if (size <= leastEffect || degrees <= 0) return 1;
  return Math.min(
    1,
    upperTail((size - leastEffect) / error, degrees) + upperTail((size + leastEffect) / error, degrees),
  );
}

interface Context {
  readonly isChanged: boolean;
  /** At which a single key of the axis is tested when no other one changed. */
  readonly level: number;
  readonly critical: ReturnType<typeof rememberCriticalValues>;
}

function describe(one: Tested, { isChanged, level, critical }: Context): RateVerdict {
  const { contrast: found, error, degrees, p } = one;
  const half = critical(0.025, degrees) * error;
  const effect = (change: number): Effect => ({ change, low: change - half, high: change + half });
  const isSmall = found.largest + critical(0.05, degrees) * error < noChangeBelow;
  const stateUnchanged = isSmall ? 'no_change' : 'undecided';
  return {
    state: isChanged ? 'changed' : stateUnchanged,
    perSecond: effect(found.perSecond),
    perWork: found.perWork === undefined ? undefined : effect(found.perWork),
    p,
    degrees,
    detectable: leastEffect + (critical(level / 2, degrees) + critical(0.2, degrees)) * error,
  };
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
