/** A report on captures that were never taken: keys whose behaviour is known, with the noise that real ones have. */
import type { NoiseKind } from '../../../profiler/witness/judge/statistics/moderate.ts';
import { dominantShare, askedWeights } from '../../../profiler/witness/judge/statistics/judge-family.ts';
import type {
  RateAxis as ColumnAxis,
  RateReport as ColumnReport,
} from '../../../profiler/witness/judge/statistics/judge-rates.ts';
import { listKeys, type MeasuredKey, measureRate } from '../../../profiler/witness/judge/statistics/measured-key.ts';
import { Random } from './random.ts';

/** One key after another. */
interface RateAxis extends Omit<ColumnAxis, 'keys'> {
  readonly keys: readonly MeasuredKey[];
}
export interface RateReport extends Omit<ColumnReport, 'axes'> {
  readonly axes: readonly RateAxis[];
}

/** As the judgement reads it. */
export function toColumns({ axes, ...report }: RateReport): ColumnReport {
  return { ...report, axes: axes.map((axis) => ({ ...axis, keys: listKeys(axis.keys) })) };
}

export interface Plan {
  /** Captures of each side. */
  readonly captures: number;
  /** Number of keys of each axis. */
  readonly axes: readonly number[];
  readonly loadRatio: number;
  /** Standard deviation of the load between captures: 14 % by default. */
  readonly loadSpread?: number;
  /** Part of the keys that do not follow the load. */
  readonly independent: number;
  readonly tails: 'normal' | 'heavy';
  /** Between neighbouring captures, of load and of each key. */
  readonly correlation: number;
  /** Standard deviation of what all keys of an axis share in a capture. */
  readonly common?: number;
  readonly change?: Change;
  /** Where the noise of each axis comes from; without them all axes vary alike and one of 30 keys is sampled. */
  readonly kinds?: readonly NoiseKind[] | undefined;
  /** The judge does not learn of the kinds: what knowing them is worth. */
  readonly hidesKinds?: boolean;
}

/** `dominant`: the first key is 90 % of its axis. Of `few`, `count` keys change, whatever they count; of `part`, a tenth of those that count 50 and more. */
export type Change =
  | { readonly kind: 'dominant'; readonly axis: number; readonly factor: number }
  | { readonly kind: 'few'; readonly axis: number; readonly count: number; readonly factor: number }
  | { readonly kind: 'part'; readonly axis: number; readonly factor: number; readonly least: number };

export interface Simulated {
  readonly report: RateReport;
  /** For each axis the keys that were changed on purpose. */
  readonly changed: readonly ReadonlySet<number>[];
}

/** Events of a key in a capture: median, and standard deviation of the logarithm. */
const abundance = { median: 200, spread: 1.5 };
/** Variation between captures of a key: median of its standard deviation, and how keys differ. */
const variation = { median: 0.08, spread: 0.5 };
/** The same by the source of the noise, about as captures of real servers have it. */
const variations: Readonly<Record<NoiseKind, typeof variation>> = {
  counts: { median: 0.01, spread: 1.2 },
  cpu: { median: 0.03, spread: 0.9 },
  times: { median: 0.2, spread: 0.9 },
};
/** Part of what is counted that happens so many times for each request, and not at random. */
const regularPart = 0.6;
const loadSpread = 0.14;
/** Axes of this many keys are sampled: their total is known exactly. */
const sampledAxis = 30;

export function simulate(plan: Plan, seed: number): Simulated {
  const random = new Random(seed);
  const count = 2 * plan.captures;
  const load = walk(random, count, { ...plan, tails: 'normal' }).map(
    (one, at) => (plan.loadSpread ?? loadSpread) * one + (at < plan.captures ? 0 : Math.log(plan.loadRatio)),
  );
  const changed: Set<number>[] = [];
  const axes = plan.axes.map((keys, axis): RateAxis => {
    const kind = plan.kinds?.[axis];
    const { median, spread: differs } = kind === undefined ? variation : variations[kind];
    const common = Array.from({ length: count }, () => (plan.common ?? 0) * random.normal());
    const means = drawMeans(random, keys, axis, plan.change);
    const own = chooseChanged(random, means, axis, plan.change);
    changed.push(own);
    const factor = plan.change?.factor ?? 1;
    const rows = means.map((mean, key) => {
      const follows = (random.next() >= plan.independent ? 1 : 0) * (kind === 'times' && random.next() < 0.3 ? -1 : 1);
      const spread = median * Math.exp(differs * random.normal());
      const noise = walk(random, count, plan);
      return noise.map((one, at) => {
        const isAfter = at >= plan.captures;
        const expected = Math.exp(follows * (load[at] ?? 0) + spread * one + (common[at] ?? 0));
        return mean * expected * (isAfter && own.has(key) ? factor : 1);
      });
    });
    const isSampled = kind === undefined ? keys === sampledAxis : kind === 'cpu';
    const made = isSampled ? sampled(random, rows) : counted(random, rows, kind === 'counts' ? regularPart : 0);
    return {
      ...made,
      asked: askedOf(made, kind),
      ...(kind === 'times' && { elasticities: [-1, 1] as const }),
      ...(plan.hidesKinds !== true && { noise: kind }),
    };
  });
  const work = load.map((one) => 100 * Math.exp(one));
  return { report: { before: plan.captures, after: plan.captures, work, axes }, changed };
}

/** As views have it: CPU time in all, functions that dominate it, and what was counted in all. */
function askedOf({ keys }: RateAxis, kind: NoiseKind | undefined): ReadonlyMap<number, number> | undefined {
  if (kind === 'counts') return new Map([[keys.length, askedWeights.bytes]]);
  if (kind !== 'cpu') return undefined;
  const events = keys.reduce((sum, one) => sum + one.events, 0);
  const dominant = [...keys.keys()].filter((at) => (keys[at]?.events ?? 0) >= dominantShare * events);
  return new Map([
    [keys.length, askedWeights.cpu],
    ...dominant.map((at): [number, number] => [at, askedWeights.function / dominant.length]),
  ]);
}

function drawMeans(random: Random, keys: number, axis: number, change: Change | undefined): number[] {
  const means = Array.from({ length: keys }, () => abundance.median * Math.exp(abundance.spread * random.normal()));
  if (change?.kind !== 'dominant' || change.axis !== axis) return means;
  const others = means.slice(1).reduce((sum, one) => sum + one, 0);
  return [9 * others, ...means.slice(1)];
}

function chooseChanged(
  random: Random,
  means: readonly number[],
  axis: number,
  change: Change | undefined,
): Set<number> {
  if (change === undefined || change.axis !== axis) return new Set();
  if (change.kind === 'dominant') return new Set([0]);
  if (change.kind === 'few') return new Set(Array.from({ length: change.count }, (_, at) => at));
  const frequent = [...means.keys()].filter((at) => (means[at] ?? 0) >= change.least);
  const wanted = Math.max(1, Math.round(means.length / 10));
  const chosen = new Set<number>();
  while (chosen.size < Math.min(wanted, frequent.length)) {
    chosen.add(frequent[Math.floor(random.next() * frequent.length)] ?? 0);
  }
  return chosen;
}

function counted(random: Random, rows: readonly (readonly number[])[], regular: number): RateAxis {
  const drawn = rows.map((row) => {
    const isRegular = random.next() < regular;
    return row.map((mean) => (isRegular ? Math.round(mean) : random.poisson(mean)));
  });
  const total = sumRows(drawn);
  const measure = (events: readonly number[]): MeasuredKey =>
    measureRate({ amounts: events, events }, secondsOf(events));
  return { keys: drawn.map(measure), total: measure(total) };
}

function sumRows(rows: readonly (readonly number[])[]): number[] {
  return (rows[0] ?? []).map((_, at) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0));
}

function sampled(random: Random, rows: readonly (readonly number[])[]): RateAxis {
  const totals = sumRows(rows);
  const drawn = rows.map((row) => row.map((mean) => random.poisson(mean)));
  const samples = sumRows(drawn).map((one) => Math.max(1, one));
  const measure = (events: readonly number[]): MeasuredKey => {
    const shares = events.map((one, at) => one / (samples[at] ?? 1));
    const amounts = shares.map((share, at) => share * (totals[at] ?? 0));
    return measureRate({ amounts, events, samples }, secondsOf(events));
  };
  return { keys: drawn.map(measure), total: measure(samples) };
}

function secondsOf(captures: readonly unknown[]): number[] {
  return captures.map(() => 10);
}

/** Standard noise with lag-1 correlation. */
function walk(random: Random, count: number, { tails, correlation }: Pick<Plan, 'tails' | 'correlation'>): number[] {
  const draw = (): number => (tails === 'heavy' ? random.heavy() : random.normal());
  const values: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const fresh = draw();
    const last = values.at(-1);
    values.push(last === undefined ? fresh : correlation * last + Math.sqrt(1 - correlation ** 2) * fresh);
  }
  return values;
}
