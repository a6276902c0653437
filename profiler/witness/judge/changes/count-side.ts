/** Counts of one side: what its captures saw of each key, and what not seeing a key excludes. */
import type { SourcePlace } from '../../bundle/record/bundle.ts';
import type { AxisId } from '../../bundle/record/collector-record.ts';
import type { SideAxis } from '../comparable/comparable.ts';
import type { AxisView } from '../views/views.ts';
import type { Observation } from '../../diff/verdict.ts';
import { type KeyNames, leftOut, namesBy } from '../../bundle/keys/key-names.ts';
import { isPool } from '../../bundle/keys/key-text.ts';
import {
  type AxisColumns,
  firstBlockOf,
  type MeasuredVector,
  type Numbers,
  placeOf,
  spreadOf,
  valueOf,
} from '../../bundle/vector/capture-vector.ts';

export type Seen = Extract<Observation, { seen: true }>;
export type Unseen = Extract<Observation, { seen: false }>;

export interface Counted {
  readonly observation: Seen;
  /** First of the 12 blocks in which any capture of the side counted the key. */
  readonly firstBlock: number | undefined;
  /** As the last capture that knows it says; undefined where the key is that of several functions, declared in different places. */
  readonly place: SourcePlace | undefined;
  /** As `Observation.spread`; undefined where keys were folded together, because only each one's own is known. */
  readonly spread: number | undefined;
}

/** What a view counts of each key: the amount, unless it is another column, which then exists for every key. */
export interface Counting {
  /** May fold keys together (system calls by name) or leave some out. */
  readonly keyOf: (key: string) => string | undefined;
  readonly column?: AxisView['column'] | undefined;
}

export function countSide(side: readonly SideAxis[], { keyOf, column }: Counting): Map<string, Counted> {
  const names = namesOfSides([side], keyOf);
  const slots = Int32Array.from(names.names.keys());
  const countOf = countBySlot(side, { names, slots, keys: names.names, column });
  return new Map(
    names.names.flatMap((name, slot) => {
      const counted = countOf(slot);
      return counted === undefined ? [] : [[name, counted] as const];
    }),
  );
}

export function namesOfSides(sides: readonly (readonly SideAxis[])[], keyOf: Counting['keyOf']): KeyNames {
  const names = namesBy(keyOf);
  for (const { axis } of sides.flat()) names.numbersOf(axis.columns.keys);
  return names;
}

/** What is counted together. */
export interface CountedSlots extends Pick<Counting, 'column'> {
  readonly names: KeyNames;
  /** By the number of a name, the slot that it is counted in; `leftOut` of what is not asked for. */
  readonly slots: Int32Array;
  /** Of each slot. */
  readonly keys: readonly string[];
}

/** Of each slot the amount a second, in the unit of the axis, as its observation has it; `NaN` of what was not seen. */
export function sumRates(side: readonly SideAxis[], counting: CountedSlots): Float64Array {
  const rates = new Float64Array(counting.keys.length).fill(Number.NaN);
  for (const one of side) addRates(rates, one, { ...counting, of: side.length });
  return rates;
}

/** `of`: captures of the side. */
function addRates(
  rates: Float64Array,
  { vector, axis }: SideAxis,
  { names, slots, column, of }: CountedSlots & { readonly of: number },
): void {
  const perSecond = scaleOf(axis) / secondsOf(vector.window);
  const amounts = column === undefined ? axis.columns.amount : axis.columns[column];
  const numbers = names.numbersOf(axis.columns.keys);
  for (let at = 0; at < numbers.length; at += 1) {
    const slot = slots[numbers[at] ?? leftOut] ?? leftOut;
    const amount = amounts?.[at] ?? 0;
    // `NaN` is no amount either.
    if (slot === leftOut || !(amount > 0)) continue;
    const known = rates[slot] ?? Number.NaN;
    rates[slot] = (Number.isNaN(known) ? 0 : known) + (amount * perSecond) / of;
  }
}

/** What a side has of a slot; undefined where it has none of it. */
export function countBySlot(side: readonly SideAxis[], counting: CountedSlots): (slot: number) => Counted | undefined {
  const { keys } = counting;
  const sums = new Sums(keys.length);
  for (const index of side.keys()) addCapture(sums, side, { ...counting, index });
  return (slot) => describeSlot(sums, slot, side, keys[slot] ?? '');
}

/** `index`: of the capture. */
function addCapture(
  sums: Sums,
  side: readonly SideAxis[],
  { names, slots, keys, column, index }: CountedSlots & { readonly index: number },
): void {
  const capture = side[index];
  if (capture === undefined) return;
  const { axis, columns } = capture.axis;
  const scale = scaleOf(capture.axis);
  const perSecond = scale / secondsOf(capture.vector.window);
  const isOfTime = isTime(axis);
  const numbers = names.numbersOf(columns.keys);
  for (let at = 0; at < numbers.length; at += 1) {
    const slot = slots[numbers[at] ?? leftOut] ?? leftOut;
    const amount = slot === leftOut ? 0 : amountOf(columns, at, column);
    if (amount === 0) continue;
    add(sums.count, slot, isOfTime ? Math.round(amount * scale) : amount);
    add(sums.rate, slot, (amount * perSecond) / side.length);
    if (sums.last[slot] !== index) add(sums.captures, slot, 1);
    sums.last[slot] = index;
    noteSight(sums, slot, columns, { at });
    if (column !== 'work') notePlace(sums, slot, columns, { index, at, isOwn: columns.keys[at] === keys[slot] });
    add(sums.parts, slot, 1);
    add(sums.squares, slot, ((column === undefined ? spreadOf(columns, at) : undefined) ?? Number.NaN) ** 2);
  }
}

const noBlock = 255;

/** Sums of each key, as columns. */
class Sums {
  readonly count: Float64Array;
  readonly rate: Float64Array;
  readonly captures: Float64Array;
  /** The capture that was counted last. */
  readonly last: Int32Array;
  readonly firstBlock: Uint8Array;
  /** The last capture that knows the place of the key, and where it has the key; -1 of none. */
  readonly placedBy: Int32Array;
  readonly placedAt: Int32Array;
  /** 1 where that key has the name itself, and was not only folded into it. */
  readonly isPlacedByOwn: Uint8Array;
  /** 1 where keys of that capture have different places. */
  readonly isSpread: Uint8Array;
  /** How many keys of captures were added up. */
  readonly parts: Float64Array;
  /** Sum of the squares of their spreads; NaN where one is not known. */
  readonly squares: Float64Array;

  constructor(names: number) {
    this.count = new Float64Array(names);
    this.rate = new Float64Array(names);
    this.captures = new Float64Array(names);
    this.last = new Int32Array(names).fill(-1);
    this.firstBlock = new Uint8Array(names).fill(noBlock);
    this.placedBy = new Int32Array(names).fill(-1);
    this.placedAt = new Int32Array(names);
    this.isPlacedByOwn = new Uint8Array(names);
    this.isSpread = new Uint8Array(names);
    this.parts = new Float64Array(names);
    this.squares = new Float64Array(names);
  }
}

/** When a capture first saw the key. `at`: where it has the key. */
function noteSight(sums: Sums, slot: number, columns: AxisColumns, { at }: { readonly at: number }): void {
  const first = firstBlockOf(columns, at) ?? noBlock;
  if (first < (sums.firstBlock[slot] ?? noBlock)) sums.firstBlock[slot] = first;
}

interface Place {
  /** The capture. */
  readonly index: number;
  /** Where it has the key. */
  readonly at: number;
  /** The key has the name itself: what was folded into it may be declared elsewhere. */
  readonly isOwn: boolean;
}

/** Where the function of a key is declared, as far as one place is known. */
function notePlace(sums: Sums, slot: number, { places }: AxisColumns, { index, at, isOwn }: Place): void {
  if (places === undefined || (places.file[at] ?? 0) === 0) return;
  const hasOwn = sums.isPlacedByOwn[slot] === 1;
  if (hasOwn && !isOwn) return;
  if (hasOwn === isOwn && sums.placedBy[slot] === index) {
    const other = sums.placedAt[slot] ?? 0;
    if (places.file[at] !== places.file[other] || places.line[at] !== places.line[other]) sums.isSpread[slot] = 1;
    return;
  }
  sums.placedBy[slot] = index;
  sums.placedAt[slot] = at;
  sums.isPlacedByOwn[slot] = Number(isOwn);
  sums.isSpread[slot] = 0;
}

function add(column: Float64Array, slot: number, amount: number): void {
  column[slot] = (column[slot] ?? 0) + amount;
}

/** How the key of functions without a name begins, which is that of any of them. */
const unnamed = '[unknown';

function readPlace(sums: Sums, slot: number, side: readonly SideAxis[], name: string): SourcePlace | undefined {
  if (sums.isSpread[slot] === 1 || isPool(name) || name.includes(unnamed)) return undefined;
  const columns = side[sums.placedBy[slot] ?? -1]?.axis.columns;
  return columns && placeOf(columns, sums.placedAt[slot] ?? 0);
}

function describeSlot(sums: Sums, slot: number, side: readonly SideAxis[], name: string): Counted | undefined {
  const captures = sums.captures[slot] ?? 0;
  if (captures === 0) return undefined;
  const [parts, squares] = [sums.parts[slot] ?? 0, sums.squares[slot] ?? Number.NaN];
  const block = sums.firstBlock[slot] ?? noBlock;
  const isKnown = parts === captures && !Number.isNaN(squares);
  return {
    observation: { seen: true, count: sums.count[slot] ?? 0, rate: sums.rate[slot] ?? 0, captures, of: side.length },
    firstBlock: block === noBlock ? undefined : block,
    place: readPlace(sums, slot, side, name),
    spread: isKnown ? Math.sqrt(squares / parts) : undefined,
  };
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
  if (columns.samples === undefined) return 1;
  const numbers = namesBy(keyOf).numbersOf(columns.keys);
  let [amount, samples] = [0, 0];
  for (let at = 0; at < numbers.length; at += 1) {
    const drawn = valueOf(columns.samples, at);
    if (drawn === undefined || numbers[at] === leftOut) continue;
    amount += columns.amount[at] ?? 0;
    samples += drawn;
  }
  return samples === 0 ? 1 : Math.max(1, amount / samples);
}

/** For what is measured exactly and not counted in samples or events: nothing is zero, without a bound. */
export function exactZero(side: readonly SideAxis[]): Seen {
  return { seen: true, count: 0, rate: 0, captures: 0, of: side.length };
}

const whole: Counting['keyOf'] = (key) => key;

/**
 * Mean over the captures of the axis' total, in the unit of the axis. It is made up of the keys that `isPart` says; of
 * those that are counted, where that is left out.
 */
export function totalRate(
  side: readonly SideAxis[],
  {
    keyOf = whole,
    isPart,
    column,
  }: Partial<Counting> & { readonly isPart?: ((key: string) => boolean) | undefined } = {},
): number {
  const names = namesBy(keyOf);
  let total = 0;
  for (const { vector, axis } of side) {
    const { columns } = axis;
    const weight = scaleOf(axis) / secondsOf(vector.window) / side.length;
    const isOwn = isPart === undefined ? names.numbersOf(columns.keys) : columns.keys.map(asNumber(isPart));
    total = addWeighted(total, column === undefined ? columns.amount : columns[column], { isOwn, weight });
  }
  return total;
}

function asNumber(isPart: (key: string) => boolean): (key: string) => number {
  return (key) => (isPart(key) ? 0 : leftOut);
}

/** `isOwn`: `leftOut` of what does not count. */
function addWeighted(
  whole: number,
  amounts: Numbers | undefined,
  { isOwn, weight }: { readonly isOwn: ArrayLike<number>; readonly weight: number },
): number {
  let total = whole;
  for (let at = 0; at < isOwn.length; at += 1) {
    const amount = amounts?.[at] ?? 0;
    if (isOwn[at] !== leftOut && amount > 0) total += amount * weight;
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
