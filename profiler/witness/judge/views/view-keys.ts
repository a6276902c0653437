/**
 * The keys of one view in all occasions of both sides, as the judgement of rates needs them. Captures of one occasion
 * are added up; functions that are too rare alone are pooled to their module, and what is still too rare to one key.
 */
import type { SideAxis } from '../comparable/comparable.ts';
import { leftOut, namesBy, Slots } from '../../bundle/keys/key-names.ts';
import { valueOf } from '../../bundle/vector/capture-vector.ts';
import type { AxisView } from './views.ts';
import { leastEvents } from '../statistics/judge-rates.ts';
import { type MeasuredKey, MeasuredKeys, measureRate, writeRate } from '../statistics/measured-key.ts';
import { moduleOf, rest, restOf } from '../../bundle/keys/key-text.ts';
import { meanBetween } from '../statistics/sums.ts';

/** Captures of both sides by occasion, those of before first. */
export type Occasions = readonly (readonly SideAxis[])[];

export interface ViewKeys {
  readonly keys: readonly string[];
  readonly measured: MeasuredKeys;
  /** Of keys that are too rare alone, the one that they are judged under. */
  readonly pools: ReadonlyMap<string, string>;
  /** The whole of a view; undefined where it has none, or where nobody counted its events. */
  readonly total?: MeasuredKey | undefined;
  /** Mean events a capture of each key before any was pooled. */
  readonly events: ArrayLike<number>;
}

/** What an amount that was read from the kernel's own clock is worth: no noise of counting. */
export const exact = 1e9;
/** Axes whose amounts are such. */
const exactAxes: ReadonlySet<string> = new Set(['cpu_time']);

export function collectRates(view: AxisView, occasions: Occasions): ViewKeys {
  const sums = sumKeys(view, occasions);
  const seconds = occasions.map((captures) => secondsOf(captures));
  const samples = isSampled(view) ? samplesOf(occasions) : undefined;
  const events = Float64Array.from(sums.slots, (slot) => meanEvents(sums, slot));
  const pools = new Map<string, string>();
  const pooled = isOfFunctions(view) ? poolFunctions(sums, pools) : sums;
  const measured = new MeasuredKeys(pooled.slots.length, occasions.length);
  const { values, counting } = measured;
  for (const [at, slot] of pooled.slots.entries()) {
    const counted = { amounts: pooled.amounts, events: pooled.events, from: slot * occasions.length, samples };
    measured.events[at] = writeRate(counted, seconds, { values, counting, to: at * occasions.length });
  }
  return {
    keys: pooled.names,
    measured,
    pools,
    total: sums.total && measureRate({ ...sums.total, samples }, seconds),
    events,
  };
}

const isSampled = ({ source }: AxisView): boolean => source === 'cpu_stacks';
/** Kinds of work are few, and none is of one module; callers cannot be added up. */
const isOfFunctions = (view: AxisView): boolean =>
  isSampled(view) && view.column !== 'work' && view.column !== 'within';
/** Of samples that a function is behind, each is one event. */
const columnsOfSamples: ReadonlySet<AxisView['column']> = new Set(['own', 'work', 'within']);

/** By slot and occasion, one slot after another. */
interface Sums {
  readonly occasions: number;
  readonly amounts: Float64Array;
  readonly events: Float64Array;
  /** In order, without those of which nobody counted the events. */
  readonly slots: readonly number[];
  readonly names: readonly string[];
  /** Everything that makes up the total of the view, as one key. */
  readonly total: Whole | undefined;
}

interface Whole {
  readonly amounts: Float64Array;
  readonly events: Float64Array;
}

/** Amounts and events of each key by occasion, without keys of which nobody counted the events. */
function sumKeys(view: AxisView, occasions: Occasions): Sums {
  const names = namesBy(view.keyOf);
  for (const { axis } of occasions.flat()) names.numbersOf(axis.columns.keys);
  const size = names.names.length * occasions.length;
  const adding = new Adding(view, occasions, { slots: new Slots(names.names.length), size });
  for (const [at, captures] of occasions.entries()) {
    for (const { axis } of captures) adding.add(axis, names.numbersOf(axis.columns.keys), at);
  }
  const { slots, uncounted, amounts, events } = adding;
  const kept = [...slots.numbers.keys()].filter((slot) => uncounted[slot] !== 1);
  return {
    occasions: occasions.length,
    amounts,
    events,
    slots: kept,
    names: kept.map((slot) => names.names[slots.numbers[slot] ?? -1] ?? ''),
    total: adding.total,
  };
}

class Adding {
  readonly slots: Slots;
  readonly amounts: Float64Array;
  readonly events: Float64Array;
  /** 1 of a slot with an amount of which nobody counted the events. */
  readonly uncounted: Uint8Array;
  readonly #view: AxisView;
  readonly #occasions: number;
  readonly #isClocked: boolean;
  readonly #total: Whole;
  #hasTotal = false;
  #isUncounted = false;

  constructor(view: AxisView, occasions: Occasions, { slots, size }: { readonly slots: Slots; readonly size: number }) {
    this.slots = slots;
    this.amounts = new Float64Array(size);
    this.events = new Float64Array(size);
    this.uncounted = new Uint8Array(size);
    this.#view = view;
    this.#occasions = occasions.length;
    this.#isClocked =
      isSampled(view) && occasions.every((some) => some.every(({ axis }) => axis.measured_hz !== undefined));
    this.#total = { amounts: new Float64Array(occasions.length), events: new Float64Array(occasions.length) };
  }

  /** Undefined where nothing makes it up, or nobody counted the events of all of it. */
  get total(): Whole | undefined {
    return this.#hasTotal && !this.#isUncounted ? this.#total : undefined;
  }

  /** `numbers`: of the names of the keys. `at`: the occasion. */
  add(axis: SideAxis['axis'], numbers: Int32Array, at: number): void {
    const read = this.#read(axis);
    for (let index = 0; index < numbers.length; index += 1) {
      const number = numbers[index] ?? leftOut;
      if (number === leftOut || read.isLeftOut[index] === 1) continue;
      const slot = this.slots.of(number);
      const place = slot * this.#occasions + at;
      this.amounts[place] = (this.amounts[place] ?? 0) + (read.amounts[index] ?? 0);
      const events = read.events[index] ?? 0;
      if (isUncounted(read, index)) this.uncounted[slot] = 1;
      this.events[place] = (this.events[place] ?? 0) + (Number.isNaN(events) ? 0 : events);
    }
    const { isPart } = this.#view;
    this.#addTotal(read, at, (index) =>
      isPart === undefined ? numbers[index] !== leftOut : isPart(axis.columns.keys[index] ?? ''),
    );
  }

  #read(axis: SideAxis['axis']): Read {
    const { columns } = axis;
    const { column, grain } = this.#view;
    const isExact = exactAxes.has(axis.axis);
    // The total of sampled time is known exactly; by how many samples it was seen differs from capture to capture.
    const scale = this.#isClocked ? (axis.measured_hz ?? 1) : 1;
    const size = columns.keys.length;
    const [amounts, events, isLeftOut] = [new Float64Array(size), new Float64Array(size), new Uint8Array(size)];
    for (let index = 0; index < size; index += 1) {
      const own = column === undefined ? columns.amount[index] : valueOf(columns[column], index);
      amounts[index] = (own ?? 0) / scale;
      if (column === 'within' && own === undefined) isLeftOut[index] = 1;
      const counted = columnsOfSamples.has(column) ? own : eventsOf(columns, index);
      events[index] = isExact ? exact : (counted ?? (grain === undefined ? Number.NaN : (own ?? 0) / grain));
    }
    return { amounts, events, isLeftOut };
  }

  #addTotal(read: Read, at: number, isPart: (index: number) => boolean): void {
    const { amounts, events } = this.#total;
    for (let index = 0; index < read.amounts.length; index += 1) {
      if (!isPart(index)) continue;
      this.#hasTotal = true;
      this.#isUncounted ||= isUncounted(read, index);
      amounts[at] = (amounts[at] ?? 0) + (read.amounts[index] ?? 0);
      const own = read.events[index] ?? 0;
      events[at] = (events[at] ?? 0) + (Number.isNaN(own) ? 0 : own);
    }
  }
}

/** Of the keys of one capture. */
interface Read {
  readonly amounts: Float64Array;
  /** `NaN` where nobody counted them. */
  readonly events: Float64Array;
  /** 1 of a key that has no such column. */
  readonly isLeftOut: Uint8Array;
}

function isUncounted({ amounts, events }: Read, index: number): boolean {
  return Number.isNaN(events[index] ?? 0) && (amounts[index] ?? 0) > 0;
}

type Columns = SideAxis['axis']['columns'];

/** Samples where an amount was estimated from some; else what was counted. */
export function eventsOf(columns: Columns, index: number): number | undefined {
  const known = valueOf(columns.samples, index) ?? valueOf(columns.events, index);
  if (known !== undefined) return known;
  // Units 0 and 1 are events and samples: the amount is what was counted.
  return (columns.units[index] ?? 0) < 2 ? (columns.amount[index] ?? 0) : undefined;
}

/** Testable functions stay; the others of a module are one key, and modules that are still too rare are one. */
function poolFunctions(sums: Sums, pools: Map<string, string>): Pick<Sums, 'amounts' | 'events' | 'slots' | 'names'> {
  const places = new Map<string, number>();
  const modules = new Map<string, { readonly keys: string[]; readonly slots: number[] }>();
  for (const [index, slot] of sums.slots.entries()) {
    const key = sums.names[index] ?? '';
    if (meanEvents(sums, slot) >= leastEvents) {
      places.set(key, slot);
      continue;
    }
    const module = moduleOf(key);
    const own = modules.get(module) ?? { keys: [], slots: [] };
    modules.set(module, own);
    own.keys.push(key);
    own.slots.push(slot);
  }
  const pooled = withRoom(sums, modules.size);
  let free = sums.amounts.length / sums.occasions;
  for (const [module, { keys, slots }] of modules) {
    // Added up apart, as one key has it, before it joins what is too rare of other modules.
    const own = free++;
    for (const slot of slots) addSlot(pooled, slot, own);
    const name = meanEvents(pooled, own) >= leastEvents ? restOf(module) : rest;
    const known = places.get(name);
    if (known === undefined) places.set(name, own);
    else addSlot(pooled, own, known);
    for (const key of keys) pools.set(key, name);
  }
  return { amounts: pooled.amounts, events: pooled.events, names: [...places.keys()], slots: [...places.values()] };
}

type Places = Pick<Sums, 'amounts' | 'events' | 'occasions'>;

/** A copy with empty slots behind the others. */
function withRoom({ amounts, events, occasions }: Sums, slots: number): Places {
  const larger = (all: Float64Array): Float64Array => {
    const copy = new Float64Array(all.length + slots * occasions);
    copy.set(all);
    return copy;
  };
  return { amounts: larger(amounts), events: larger(events), occasions };
}

function addSlot({ amounts, events, occasions }: Places, from: number, to: number): void {
  for (let at = 0; at < occasions; at += 1) {
    const [source, target] = [from * occasions + at, to * occasions + at];
    amounts[target] = (amounts[target] ?? 0) + (amounts[source] ?? 0);
    events[target] = (events[target] ?? 0) + (events[source] ?? 0);
  }
}

function meanEvents({ events, occasions }: Places, slot: number): number {
  return meanBetween(events, slot * occasions, (slot + 1) * occasions);
}

/** Of each occasion, over all functions: a view may count some of them. */
function samplesOf(occasions: Occasions): number[] {
  return occasions.map((captures) => {
    let total = 0;
    for (const { axis } of captures) {
      for (let index = 0; index < axis.columns.keys.length; index += 1) total += eventsOf(axis.columns, index) ?? 0;
    }
    return total;
  });
}

function secondsOf(captures: readonly SideAxis[]): number {
  let nanoseconds = 0;
  for (const { vector } of captures) nanoseconds += vector.window.measured_ns;
  return Math.max(nanoseconds / 1e9, 1e-9);
}
