/**
 * What changed among everything that was counted by rate, the whole report at once. Each key's difference is
 * compared with what captures of the same version differ by; differences below the least effect are no findings
 * however sure they are. Pure and deterministic.
 */
import { contrastBy, type Contrasting, type Contrasts, type Elasticities, makeContrasts } from './contrast.ts';
import { listKeys, makeValues, type MeasuredKey, type MeasuredKeys } from './measured-key.ts';
import { allowForNeighbours, type Certainties, moderate, type NoiseKind, type NoisyKeys } from './moderate.ts';
import { adjustByHolm, oddsOf, selectFindings } from './select.ts';
import { beyondLeastEffect, leastEffect, RateVerdicts, upperTail } from './rate-verdicts.ts';
import { ln } from './special-functions.ts';
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
  /** Read once, one after another: what one is measured of need not be held while the next one is. */
  readonly axes: Iterable<RateAxis>;
  /** Part of the level that these axes may use, when others are judged beside them; all of it by default. */
  readonly levelShare?: number | undefined;
}

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

/** Of an axis what its keys and then its total show, as columns of those that have events enough. */
interface Contrasted extends Contrasts {
  /** Keys and total of the axis, the others included. */
  readonly size: number;
  /** Place of each in the axis; its total is behind the keys. */
  readonly key: Uint32Array;
  readonly isTotal: Uint8Array;
  readonly countingBefore: Float64Array;
  readonly countingAfter: Float64Array;
  readonly noise: NoiseKind | undefined;
  readonly asked: RateAxis['asked'];
}

/** The same of all axes together, those of an axis behind one another. */
interface Tested extends NoisyKeys, Pick<Contrasts, 'sure'>, Certainties {
  readonly axes: readonly Contrasted[];
  /** For each axis its places: from the first to before the second. */
  readonly spans: readonly (readonly [number, number])[];
  /** 1 of what says nothing about any finding, however large it is. */
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

/** Of each axis its verdicts: on its keys, in their order, and behind them on its total. @throws RangeError when a side has fewer than two captures. */
export function judgeRates(report: RateReport): RateVerdicts[] {
  const { tested, found, level, odds } = findChanged(report);
  return tested.axes.map(({ size, key, perSecond, perWork, sure, largest }, at) => {
    const [from, to] = tested.spans[at] ?? [0, 0];
    const [error, degrees] = [tested.error.slice(from, to), tested.degrees.slice(from, to)];
    const own = new Map(
      [...odds].filter(([place]) => place >= from && place < to).map(([place, one]) => [place - from, one]),
    );
    const columns = { key, perSecond, perWork, sure, largest, error, degrees };
    return RateVerdicts.of(size, columns, { found: found[at] ?? new Set(), odds: own, level: level / (to - from) });
  });
}

/** Of each axis whether any of its keys or its total changed, as `judgeRates` finds it, and nothing else. */
export function hasChanges(report: RateReport): boolean[] {
  const { tested, found, odds } = findChanged(report);
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

function findChanged(report: RateReport): Findings {
  const { before, after, levelShare = 1 } = report;
  if (before < 2 || after < 2) throw new RangeError('a verdict needs two captures on each side');
  const tested = testAll(report);
  const withKeys = [...tested.spans.keys()].filter((at) => tested.spans[at]?.[0] !== tested.spans[at]?.[1]);
  const { found, level } = selectFindings(
    withKeys.map((at) => tested.p.subarray(...(tested.spans[at] ?? [0, 0]))),
    levelShare * (Math.min(before, after) < confirmedFrom ? reportLevel.provisional : reportLevel.confirmed),
  );
  const none: ReadonlySet<number> = new Set();
  const byAxis = new Map(withKeys.map((axis, at) => [axis, found[at] ?? none] as const));
  const all = tested.axes.map((_, at) => byAxis.get(at) ?? none);
  return { tested, found: all, level, odds: findAsked(report, tested, all) };
}

/** Of the figures that were asked for first, those that changed and are not found yet, with their odds. */
function findAsked(
  { before, after, levelShare = 1 }: RateReport,
  tested: Tested,
  found: Findings['found'],
): Map<number, number> {
  const { axes, spans, sure, error, degrees, isTotal, variance } = tested;
  const allowance = allowForNeighbours(before, after) * (1 / before + 1 / after);
  const asked = axes.flatMap(({ asked: weights, key }, at) => {
    const [from, to] = spans[at] ?? [0, 0];
    if (weights === undefined) return [];
    const places = Array.from({ length: to - from }, (_, index) => from + index);
    return places.flatMap((place) => {
      const weight = weights.get(key[place - from] ?? -1);
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

function testAll({ before, after, work, axes: read }: RateReport): Tested {
  const works = work?.every((units) => units > 0) === true ? work.map((units) => ln(units)) : undefined;
  const axes: Contrasted[] = [];
  for (const axis of read) axes.push(contrastAxis(axis, { before, after, work: works }));
  const spans: [number, number][] = [];
  for (const { key } of axes) {
    const from = spans.at(-1)?.[1] ?? 0;
    spans.push([from, from + key.length]);
  }
  const join = (column: keyof Contrasts | 'countingBefore' | 'countingAfter' | 'isTotal'): Float64Array => {
    const joined = new Float64Array(spans.at(-1)?.[1] ?? 0);
    for (const [at, axis] of axes.entries()) joined.set(axis[column], spans[at]?.[0]);
    return joined;
  };
  const noisy: NoisyKeys = {
    noise: axes.flatMap(({ noise, key }) => Array<NoiseKind | undefined>(key.length).fill(noise)),
    isTotal: Uint8Array.from(join('isTotal')),
    variance: join('variance'),
    countingBefore: join('countingBefore'),
    countingAfter: join('countingAfter'),
  };
  const { error, degrees } = moderate(noisy, { before, after });
  const sure = join('sure');
  const p = new Float64Array(sure.length).fill(1);
  for (let at = 0; at < p.length; at += 1) {
    const effect = sure[at] ?? 0;
    const own = error[at] ?? Number.POSITIVE_INFINITY;
    if (Math.abs(effect) - leastEffect >= mostHopeful * own) p[at] = beyondLeastEffect(effect, own, degrees[at] ?? 0);
  }
  return { ...noisy, error, degrees, sure, axes, spans, p };
}

/** What each key shows, of those that have events enough. */
function contrastAxis(
  { keys, total, noise, asked, elasticities }: RateAxis,
  facts: Omit<Contrasting, 'elasticities'>,
): Contrasted {
  const { before, after } = facts;
  const places: number[] = [];
  for (let at = 0; at < keys.size; at += 1) if ((keys.events[at] ?? 0) >= leastEvents) places.push(at);
  const isTested = total !== undefined && total.events >= leastEvents;
  if (isTested) places.push(keys.size);
  const contrasts = makeContrasts(places.length);
  const [countingBefore, countingAfter] = [new Float64Array(places.length), new Float64Array(places.length)];
  const write = contrastBy({ ...facts, elasticities }, contrasts);
  const own = makeValues(before + after);
  for (let place = 0; place < places.length; place += 1) {
    const key = places[place] ?? 0;
    if (key < keys.size) keys.write(key, own);
    else if (total !== undefined) listKeys([total]).write(0, own);
    write(place, own.values);
    countingBefore[place] = meanBetween(own.counting, 0, before);
    countingAfter[place] = meanBetween(own.counting, before, before + after);
  }
  const isTotal = new Uint8Array(places.length);
  if (isTested) isTotal[places.length - 1] = 1;
  const size = keys.size + (total === undefined ? 0 : 1);
  return { size, key: Uint32Array.from(places), ...contrasts, countingBefore, countingAfter, isTotal, noise, asked };
}
