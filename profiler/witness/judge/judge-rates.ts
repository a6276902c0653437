/**
 * What changed among everything that was counted by rate, the whole report at once. Each key's difference is
 * compared with what captures of the same version differ by; differences below the least effect are no findings
 * however sure they are. Pure and deterministic.
 */
import { contrastBy, type Elasticities } from './contrast.ts';
import type { MeasuredKey } from './measured-key.ts';
import { type Certainty, type Draft, moderate, type NoiseKind } from './moderate.ts';
import { selectFindings } from './select.ts';
import { rememberCriticalValues, upperTail } from './student-t.ts';
import { meanBetween } from './sums.ts';
import { ln } from './special-functions.ts';

export interface RateAxis {
  readonly keys: readonly MeasuredKey[];
  /** All of it together: one more test, which says nothing about the noise of keys. */
  readonly total?: MeasuredKey | undefined;
  /** As far as keys of this axis may follow the load; from not at all to wholly by default. */
  readonly elasticities?: Elasticities | undefined;
  /** Where the noise of its keys comes from; keys without a kind are alike. */
  readonly noise?: NoiseKind | undefined;
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
/**
 * Level of the tests. Simulation decides: with these, reports keep the promise of any false finding in 0.05 of them, and
 * with two captures of a version, which is said, in 0.10.
 */
const reportLevel = { provisional: 0.065, confirmed: 0.058 } as const;
/** Captures of each side from which a verdict is more than provisional. */
export const confirmedFrom = 3;

interface Tested extends Draft, Certainty {
  readonly axis: number;
  readonly key: number;
  readonly p: number;
}

/** One verdict for each key of each axis, in their order, and behind them that of its total. @throws RangeError when a side has fewer than two captures. */
export function judgeRates(report: RateReport): RateVerdict[][] {
  const { before, after, axes } = report;
  if (before < 2 || after < 2) throw new RangeError('a verdict needs two captures on each side');
  const tested = testAll(report);
  const withKeys = [...Map.groupBy(tested, ({ axis }) => axis).values()];
  const { found, level } = selectFindings(
    withKeys.map((some) => some.map(({ p }) => p)),
    (report.levelShare ?? 1) *
      (Math.min(before, after) < confirmedFrom ? reportLevel.provisional : reportLevel.confirmed),
  );
  const changed = new Set(withKeys.flatMap((some, at) => some.filter((_, index) => found[at]?.has(index))));
  const critical = rememberCriticalValues();
  const verdicts: RateVerdict[][] = axes.map((axis) => rowsOf(axis).map(() => ({ state: 'too_rare' })));
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
  const drafts: (Draft & Pick<Tested, 'axis' | 'key'>)[] = [];
  for (const [axis, own] of axes.entries()) {
    const { noise, elasticities } = own;
    const contrast = contrastBy({ before, after, work: works, elasticities });
    for (const [at, key] of rowsOf(own).entries()) {
      if (key.events < leastEvents) continue;
      const counting = [meanBetween(key.counting, 0, before), meanBetween(key.counting, before, before + after)] as const;
      const isTotal = key === own.total;
      drafts.push({ axis, key: at, noise, isTotal, contrast: contrast(key.values), counting });
    }
  }
  const certainties = moderate(drafts, { before, after });
  return drafts.map((draft, at) => {
    const { error = Number.POSITIVE_INFINITY, degrees = 0 } = certainties[at] ?? {};
    return { ...draft, error, degrees, p: beyondLeastEffect(draft.contrast.sure, error, degrees) };
  });
}

function rowsOf({ keys, total }: RateAxis): readonly MeasuredKey[] {
  return total === undefined ? keys : [...keys, total];
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
