/** Counts of one side: what its captures saw of each key, and what not seeing a key excludes. */
import type { SourcePlace } from './bundle.ts';
import type { AxisId } from './collector-record.ts';
import type { SideAxis } from './comparable.ts';
import type { Observation } from './diff.ts';
import {
  type AxisColumns,
  firstBlockOf,
  type MeasuredVector,
  placeOf,
  spreadOf,
  valueOf,
} from './vector/capture-vector.ts';

export type Seen = Extract<Observation, { seen: true }>;
export type Unseen = Extract<Observation, { seen: false }>;

export interface Counted {
  readonly observation: Seen;
  /** First of the 12 blocks in which any capture of the side counted the key. */
  readonly firstBlock: number | undefined;
  /** As the last capture that knows it says. */
  readonly place: SourcePlace | undefined;
  /** As `Observation.spread`; undefined where keys were folded together, because only each one's own is known. */
  readonly spread: number | undefined;
}

/** What a view counts of each key: the amount, unless it is another column, which then exists for every key. */
export interface Counting {
  /** May fold keys together (system calls by name) or leave some out. */
  readonly keyOf: (key: string) => string | undefined;
  readonly column?: 'bytes' | 'ns' | undefined;
}

interface Sum {
  count: number;
  rate: number;
  captures: number;
  /** The capture that was counted last. */
  last: number;
  firstBlock: number | undefined;
  place: SourcePlace | undefined;
  /** How many keys of captures were added up. */
  parts: number;
  /** Sum of the squares of their spreads; NaN where one is not known. */
  squares: number;
}

export function countSide(side: readonly SideAxis[], { keyOf, column }: Counting): Map<string, Counted> {
  const counts = new Map<string, Sum>();
  for (const [index, { vector, axis }] of side.entries()) {
    const scale = scaleOf(axis);
    const perSecond = scale / secondsOf(vector.window);
    const { columns } = axis;
    for (let at = 0; at < columns.keys.length; at += 1) {
      const amount = amountOf(columns, at, column);
      const key = amount === 0 ? undefined : keyOf(columns.keys[at] ?? '');
      if (key === undefined) continue;
      let sum = counts.get(key);
      if (sum === undefined) counts.set(key, (sum = emptySum()));
      sum.count += isTime(axis.axis) ? Math.round(amount * scale) : amount;
      sum.rate += (amount * perSecond) / side.length;
      if (sum.last !== index) sum.captures += 1;
      sum.last = index;
      sum.firstBlock = earliest(sum.firstBlock, firstBlockOf(columns, at));
      sum.place = placeOf(columns, at) ?? sum.place;
      sum.parts += 1;
      sum.squares += ((column === undefined ? spreadOf(columns, at) : undefined) ?? Number.NaN) ** 2;
    }
  }
  return new Map(
    [...counts].map(([key, { count, rate, captures, firstBlock, place, parts, squares }]) => {
      const observation: Seen = { seen: true, count, rate, captures, of: side.length };
      const isKnown = parts === captures && !Number.isNaN(squares);
      return [key, { observation, firstBlock, place, spread: isKnown ? Math.sqrt(squares / parts) : undefined }];
    }),
  );
}

function emptySum(): Sum {
  return { count: 0, rate: 0, captures: 0, last: -1, firstBlock: undefined, place: undefined, parts: 0, squares: 0 };
}

function amountOf(columns: AxisColumns, at: number, column: Counting['column']): number {
  return column === undefined ? (columns.amount[at] ?? 0) : (valueOf(columns[column], at) ?? 0);
}

/**
 * 95 % upper bound, events a second, of a rate of which nothing was seen: three over the measured time (rule of three),
 * and every event that was lost besides.
 */
export function unseenBy(side: readonly SideAxis[], keyOf: Counting['keyOf']): Unseen {
  let exposure = 0;
  for (const { vector, axis } of side) {
    exposure += secondsOf(vector.window) / (scaleOf(axis) * (axis.sample_weight ?? grainOf(axis, keyOf)));
  }
  const lost = lostBy(side);
  const below = (3 + lost) / Math.max(exposure, 1e-9);
  return { seen: false, below, of: side.length, ...(lost > 0 && { lost }) };
}

/** Events that the captures of a side lost. */
export function lostBy(side: readonly SideAxis[]): number {
  let sum = 0;
  for (const { axis } of side) sum += axis.lost ?? 0;
  return sum;
}

/** The weight of one stack where counts are estimates; elsewhere each event was counted. */
function grainOf({ columns }: MeasuredVector, keyOf: Counting['keyOf']): number {
  let [amount, samples] = [0, 0];
  for (const [at, key] of columns.keys.entries()) {
    const drawn = valueOf(columns.samples, at);
    if (drawn === undefined || keyOf(key) === undefined) continue;
    amount += columns.amount[at] ?? 0;
    samples += drawn;
  }
  return samples === 0 ? 1 : Math.max(1, amount / samples);
}

/** For what is measured exactly and not counted in samples or events: nothing is zero, without a bound. */
export function exactZero(side: readonly SideAxis[]): Seen {
  return { seen: true, count: 0, rate: 0, captures: 0, of: side.length };
}

/** Mean over the captures of the axis' total, in the unit of the axis. `isPart` says which keys make it up. */
export function totalRate(
  side: readonly SideAxis[],
  { isPart = () => true, column }: Pick<Counting, 'column'> & { readonly isPart?: (key: string) => boolean } = {},
): number {
  let total = 0;
  for (const { vector, axis } of side) {
    const weight = scaleOf(axis) / secondsOf(vector.window) / side.length;
    for (const [at, key] of axis.columns.keys.entries()) {
      if (isPart(key)) total += amountOf(axis.columns, at, column) * weight;
    }
  }
  return total;
}

/** From a count to the unit that is shown: samples and nanoseconds become milliseconds of CPU, events stay events. */
function scaleOf(axis: MeasuredVector): number {
  if (isTime(axis.axis)) return 1e-6;
  return axis.axis === 'cpu_stacks' ? 1000 / (axis.measured_hz ?? Number.POSITIVE_INFINITY) : 1;
}

/** Axes whose amounts are nanoseconds. */
function isTime(axis: AxisId): boolean {
  return axis === 'cpu_time' || axis === 'off_cpu' || axis === 'locks';
}

function secondsOf({ measured_ns }: { measured_ns: number }): number {
  return Math.max(measured_ns / 1e9, 1e-9);
}

function earliest(before: number | undefined, first: number | undefined): number | undefined {
  if (first === undefined) return before;
  return before === undefined ? first : Math.min(before, first);
}
