/**
 * What changed among everything that was counted by rate, the whole report at once. Each key's difference is
 * compared with what captures of the same version differ by; differences below the least effect are no findings
 * however sure they are. Pure and deterministic.
 */
import { contrastBy, type Contrasts, type Elasticities, makeContrasts } from './contrast.ts';
import type { MeasuredKey, MeasuredKeys } from './measured-key.ts';
import { allowForNeighbours, type Certainties, moderate, type NoiseKind, type NoisyKeys } from './moderate.ts';
import { adjustByHolm, oddsOf, selectFindings } from './select.ts';
import { ln, studentCdf, studentQuantile } from './special-functions.ts';
import { meanBetween } from './sums.ts';

export interface RateAxis {
  readonly keys: MeasuredKeys;
  /** All of it together: one more test, which says nothing about the noise of keys. */
  readonly total?: MeasuredKey | undefined;
  /** As far as keys of this axis may follow the load; from not at all to wholly by default. */
  readonly elasticities?: Elasticities | undefined;
  /** Where the noise of its keys comes from; keys without a kind are alike. */
  readonly noise?: NoiseKind | undefined;
  /**
   * Places of the few figures that are asked for first, the total behind the keys, each with its weight. They are asked
   * whether they changed at all, of all axes together, besides.
   */
  readonly asked?: ReadonlyMap<number, number> | undefined;
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
  /** Of a change that the few figures of a family showed: so many to one against chance, over all of them. */
  readonly odds?: number | undefined;
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
/** Level of the few figures that are asked for first, besides: what they add to false findings is hardly anything. */
const askedLevel = 0.03;
/** Captures of each side from which a verdict is more than provisional. */
export const confirmedFrom = 3;

/** The keys of all axes that have events enough, as columns, those of an axis together. */
interface Tested extends NoisyKeys, Contrasts, Certainties {
  /** For each axis its places: from the first to before the second. */
  readonly spans: readonly (readonly [number, number])[];
  /** Place in the axis of each key; its total is behind the others. */
  readonly key: Uint32Array;
  readonly p: Float64Array;
}

interface Findings {
  readonly tested: Tested;
  /** By place, of figures that were asked for first and changed. */
  readonly odds: ReadonlyMap<number, number>;
  /** For each axis places of its findings, counted from the first of the axis. */
  readonly found: readonly ReadonlySet<number>[];
  /** At which keys of an axis that passed were tested. */
  readonly level: number;
}

/** One verdict for each key of each axis, in their order, and behind them that of its total. @throws RangeError when a side has fewer than two captures. */
export function judgeRates(report: RateReport): RateVerdict[][] {
  const { tested, found, level, odds } = findChanged(report);
  return report.axes.map((axis, at) => {
    const verdicts: RateVerdict[] = Array.from({ length: countRows(axis) }, () => ({ state: 'too_rare' }));
    const [from, to] = tested.spans[at] ?? [0, 0];
    const describe = describeAt(tested, level / (to - from));
    for (let place = from; place < to; place += 1) {
      const verdict = describe(place, found[at]?.has(place - from) === true || odds.has(place));
      verdicts[tested.key[place] ?? -1] = odds.has(place) ? { ...verdict, odds: odds.get(place) } : verdict;
    }
    return verdicts;
  });
}

/** Of each axis whether any of its keys or its total changed, as `judgeRates` finds it, and nothing else. */
export function hasChanges(report: RateReport): boolean[] {
  const { tested, found, odds } = findChanged(report, mostHopeful);
  return found.map(({ size }, at) => {
    const [from, to] = tested.spans[at] ?? [0, 0];
    return size > 0 || [...odds.keys()].some((place) => place >= from && place < to);
  });
}

/**
 * Differences of fewer standard errors are beyond every level of the tests, whatever their degrees of freedom, so that no
 * such key is a finding, and none of them decides about another: of a normal distribution 0.067 is beyond it, and Student's
 * has more there.
 */
const mostHopeful = 1.5;

/** `least`: what is fewer standard errors beyond the least effect counts as no difference at all. */
function findChanged(report: RateReport, least = 0): Findings {
  const { before, after, levelShare = 1 } = report;
  if (before < 2 || after < 2) throw new RangeError('a verdict needs two captures on each side');
  const tested = testAll(report, least);
  const withKeys = [...tested.spans.keys()].filter((at) => tested.spans[at]?.[0] !== tested.spans[at]?.[1]);
  const { found, level } = selectFindings(
    withKeys.map((at) => tested.p.subarray(...(tested.spans[at] ?? [0, 0]))),
    levelShare * (Math.min(before, after) < confirmedFrom ? reportLevel.provisional : reportLevel.confirmed),
  );
  const none: ReadonlySet<number> = new Set();
  const byAxis = new Map(withKeys.map((axis, at) => [axis, found[at] ?? none] as const));
  const all = report.axes.map((_, at) => byAxis.get(at) ?? none);
  return { tested, found: all, level, odds: findAsked(report, tested, all) };
}

/** Of the figures that were asked for first, those that changed and are not found yet, with their odds. */
function findAsked(
  { before, after, axes, levelShare = 1 }: RateReport,
  tested: Tested,
  found: Findings['found'],
): Map<number, number> {
  const { spans, key, sure, error, degrees, isTotal, variance } = tested;
  const allowance = allowForNeighbours(before, after) * (1 / before + 1 / after);
  const asked = axes.flatMap(({ asked: weights }, at) => {
    const [from, to] = spans[at] ?? [0, 0];
    if (weights === undefined) return [];
    const places = Array.from({ length: to - from }, (_, index) => from + index);
    return places.flatMap((place) => {
      const weight = weights.get(key[place] ?? -1);
      return weight === undefined ? [] : [{ place, weight, isFound: found[at]?.has(place - from) === true }];
    });
  });
  const whole = asked.reduce((sum, { weight }) => sum + weight, 0);
  const adjusted = adjustByHolm(
    asked.map(({ place }) => {
      const size = Math.abs(sure[place] ?? 0);
      // What other keys teach understates the noise of one that varies more than they do.
      const own = isTotal[place] === 1 ? 0 : Math.sqrt((variance[place] ?? 0) * allowance);
      return size < leastEffect
        ? 1
        : Math.min(1, 2 * upperTail(size / Math.max(error[place] ?? 0, own), degrees[place] ?? 1));
    }),
    asked.map(({ weight }) => weight / whole),
  );
  return new Map(
    asked.flatMap(({ place, isFound }, at): [number, number][] => {
      const p = adjusted[at] ?? 1;
      return isFound || p > levelShare * askedLevel ? [] : [[place, oddsOf(p)]];
    }),
  );
}

function testAll({ before, after, work, axes }: RateReport, least: number): Tested {
  const works = work?.every((units) => units > 0) === true ? work.map((units) => ln(units)) : undefined;
  let most = 0;
  for (const axis of axes) most += countRows(axis);
  const noise: (NoiseKind | undefined)[] = [];
  const spans: (readonly [number, number])[] = [];
  const [key, isTotal] = [new Uint32Array(most), new Uint8Array(most)];
  const [countingBefore, countingAfter] = [new Float64Array(most), new Float64Array(most)];
  const contrasts = makeContrasts(most);
  let place = 0;
  for (const axis of axes) {
    const { keys, total } = axis;
    const first = place;
    const write = contrastBy({ before, after, work: works, elasticities: axis.elasticities }, contrasts);
    const add = (
      at: number,
      { values, counting }: Pick<MeasuredKeys | MeasuredKey, 'values' | 'counting'>,
      from: number,
    ) => {
      write(place, values, from);
      key[place] = at;
      countingBefore[place] = meanBetween(counting, from, from + before);
      countingAfter[place] = meanBetween(counting, from + before, from + before + after);
      noise.push(axis.noise);
      place += 1;
    };
    for (let at = 0; at < keys.size; at += 1) {
      if ((keys.events[at] ?? 0) >= leastEvents) add(at, keys, at * keys.captures);
    }
    if (total !== undefined && total.events >= leastEvents) {
      isTotal[place] = 1;
      add(keys.size, total, 0);
    }
    spans.push([first, place]);
  }
  const cut = (column: Float64Array): Float64Array => column.subarray(0, place);
  const { variance, sure } = contrasts;
  const noisy = {
    noise,
    isTotal: isTotal.subarray(0, place),
    variance: cut(variance),
    countingBefore: cut(countingBefore),
    countingAfter: cut(countingAfter),
  };
  const certainties = moderate(noisy, { before, after });
  const p = cut(sure).map((effect, at) => {
    const [error, degrees] = [certainties.error[at] ?? Number.POSITIVE_INFINITY, certainties.degrees[at] ?? 0];
    return Math.abs(effect) - leastEffect < least * error ? 1 : beyondLeastEffect(effect, error, degrees);
  });
  return { ...contrasts, ...noisy, ...certainties, spans, key, p };
}

function countRows({ keys, total }: RateAxis): number {
  return keys.size + (total === undefined ? 0 : 1);
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

/** `level`: at which a single key of the axis is tested when no other one changed. */
function describeAt(tested: Tested, level: number): (place: number, isChanged: boolean) => RateVerdict {
  const { perSecond, perWork, largest, error: errors, degrees: all, p } = tested;
  const critical = rememberCriticalValues();
  return (place, isChanged) => {
    const [error, degrees] = [errors[place] ?? Number.POSITIVE_INFINITY, all[place] ?? 0];
    const half = critical(0.025, degrees) * error;
    const effect = (change: number): Effect => ({ change, low: change - half, high: change + half });
    const isSmall = (largest[place] ?? 0) + critical(0.05, degrees) * error < noChangeBelow;
    const stateUnchanged = isSmall ? 'no_change' : 'undecided';
    const work = perWork[place] ?? Number.NaN;
    return {
      state: isChanged ? 'changed' : stateUnchanged,
      perSecond: effect(perSecond[place] ?? 0),
      perWork: Number.isNaN(work) ? undefined : effect(work),
      p: p[place],
      degrees,
      detectable: leastEffect + (critical(level / 2, degrees) + critical(0.2, degrees)) * error,
    };
  };
}

/** P(T ≥ x). Asked as the lower tail of −x, which keeps its digits where the tail is thin. */
export function upperTail(x: number, degrees: number): number {
  return studentCdf(-x, degrees);
}

/** The value that T exceeds with probability `tail`, for tails below one half. */
export function criticalValue(tail: number, degrees: number): number {
  return -studentQuantile(tail, degrees);
}

/** As `criticalValue`, for few different arguments asked again and again. */
export function rememberCriticalValues(): typeof criticalValue {
  const known = new Map<number, Map<number, number>>();
  return (tail, degrees) => {
    const own = known.get(degrees) ?? new Map<number, number>();
    known.set(degrees, own);
    const value = own.get(tail) ?? criticalValue(tail, degrees);
    own.set(tail, value);
    return value;
  };
}
