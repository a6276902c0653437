/**
 * The keys of one view in all occasions of both sides, as the judgement of rates needs them. Captures of one occasion
 * are added up; functions that are too rare alone are pooled to their module, and what is still too rare to one key.
 */
import type { SideAxis } from '../comparable/comparable.ts';
import { type KeyNames, leftOut, namesBy, Slots } from '../../bundle/keys/key-names.ts';
import { valueOf } from '../../bundle/vector/capture-vector.ts';
import type { AxisView } from './views.ts';
import { leastEvents } from '../statistics/judge-rates.ts';
import { type MeasuredKey, type MeasuredKeys, measureRate, writeRate } from '../statistics/measured-key.ts';
import { moduleOf, rest, restOf } from '../../bundle/keys/key-text.ts';
import { meanBetween } from '../statistics/sums.ts';

/** Captures of both sides by occasion, those of before first. */
export type Occasions = readonly (readonly SideAxis[])[];

export interface ViewKeys {
  readonly keys: readonly string[];
  readonly measured: MeasuredKeys;
  /** What the view calls the keys of captures. */
  readonly names: KeyNames;
  /** By the number of a name, the place of the key that it is judged under, which may be one of several; -1 of none. */
  readonly places: Int32Array;
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
  const sums = new Sums(view, occasions);
  const numbers = sums.listCounted();
  const events = Float64Array.from(numbers, (number) => sums.meanEvents(number));
  const { keys, judged, places } = isOfFunctions(view) ? poolFunctions(sums, numbers) : keepApart(sums, numbers);
  const seconds = occasions.map((captures) => secondsOf(captures));
  const samples = isSampled(view) ? samplesOf(occasions) : undefined;
  const { amounts, events: counted, names, total } = sums;
  return {
    keys,
    names,
    places,
    measured: {
      size: judged.length,
      events: Float64Array.from(judged, (number) => sums.meanEvents(number)),
      write: (key, into) => {
        const from = (judged[key] ?? 0) * occasions.length;
        writeRate({ amounts, events: counted, from, samples }, seconds, into);
      },
    },
    total: total && measureRate({ ...total, samples }, seconds),
    events,
  };
}

const isSampled = ({ source }: AxisView): boolean => source === 'cpu_stacks';
/** Kinds of work are few, and none is of one module; callers cannot be added up. */
const isOfFunctions = (view: AxisView): boolean =>
  isSampled(view) && view.column !== 'work' && view.column !== 'within';
/** Of samples that a function is behind, each is one event. */
const columnsOfSamples: ReadonlySet<AxisView['column']> = new Set(['own', 'work', 'within']);

/** Of one key by occasion, or of the keys of one capture. */
interface Whole {
  readonly amounts: Float64Array;
  readonly events: Float64Array;
}

/** Amounts and events of each key by occasion, in the rows of one table: those of a name begin at its number times the occasions. */
class Sums {
  readonly names: KeyNames;
  readonly occasions: number;
  readonly amounts: Float64Array;
  readonly events: Float64Array;
  /** Everything that makes up the total of the view, as one key; undefined where nothing does, or nobody counted the events of all of it. */
  readonly total: Whole | undefined;
  /** The names that are seen, in the order in which they come first. */
  readonly #slots: Slots;
  /** By number, 1 of a name with an amount of which nobody counted the events. */
  readonly #uncounted: Uint8Array;

  constructor(view: AxisView, occasions: Occasions) {
    this.names = namesBy(view.keyOf);
    for (const { axis } of occasions.flat()) this.names.numbersOf(axis.columns.keys);
    const size = this.names.names.length;
    this.occasions = occasions.length;
    this.amounts = new Float64Array(size * occasions.length);
    this.events = new Float64Array(size * occasions.length);
    this.#slots = new Slots(size);
    this.#uncounted = new Uint8Array(size);
    const isClocked =
      isSampled(view) && occasions.every((some) => some.every(({ axis }) => axis.measured_hz !== undefined));
    const most = Math.max(0, ...occasions.flat().map(({ axis }) => axis.columns.keys.length));
    const read = { amounts: new Float64Array(most), events: new Float64Array(most) };
    const total = { amounts: new Float64Array(occasions.length), events: new Float64Array(occasions.length) };
    const has = new Set<Part>();
    for (const [at, captures] of occasions.entries()) {
      for (const { axis } of captures) {
        // The total of sampled time is known exactly; by how many samples it was seen differs from capture to capture.
        readCapture(view, axis, { ...read, scale: isClocked ? (axis.measured_hz ?? 1) : 1 });
        const numbers = this.names.numbersOf(axis.columns.keys);
        this.#addKeys(read, numbers, { at, isSkipped: view.column === 'within' });
        const isPart = view.isPart === undefined ? numbers : axis.columns.keys.map(asNumber(view.isPart));
        has.add(addTotal(read, isPart, { total, at }));
      }
    }
    this.total = has.has('counted') && !has.has('uncounted') ? total : undefined;
  }

  /** Numbers of the names without those of which nobody counted the events. */
  listCounted(): number[] {
    return this.#slots.numbers.filter((number) => this.#uncounted[number] !== 1);
  }

  meanEvents(number: number): number {
    return meanBetween(this.events, number * this.occasions, (number + 1) * this.occasions);
  }

  /** Adds what one name has to another. */
  join(from: number, to: number): void {
    for (let at = 0; at < this.occasions; at += 1) {
      const [source, target] = [from * this.occasions + at, to * this.occasions + at];
      this.amounts[target] = (this.amounts[target] ?? 0) + (this.amounts[source] ?? 0);
      this.events[target] = (this.events[target] ?? 0) + (this.events[source] ?? 0);
    }
  }

  /** `isSkipped`: keys without an amount are. */
  #addKeys(
    read: Whole,
    numbers: Int32Array,
    { at, isSkipped }: { readonly at: number; readonly isSkipped: boolean },
  ): void {
    for (let index = 0; index < numbers.length; index += 1) {
      const number = numbers[index] ?? leftOut;
      const amount = read.amounts[index] ?? 0;
      if (number === leftOut || (isSkipped && Number.isNaN(amount))) continue;
      const events = read.events[index] ?? 0;
      this.#slots.of(number);
      const place = number * this.occasions + at;
      this.amounts[place] = (this.amounts[place] ?? 0) + (amount || 0);
      this.events[place] = (this.events[place] ?? 0) + (events || 0);
      if (isUncounted(amount, events)) this.#uncounted[number] = 1;
    }
  }
}

/** Of the keys of one capture: amounts, `NaN` of keys that have none, and events, `NaN` where nobody counted them. */
function readCapture(
  { column, grain }: AxisView,
  { axis, columns }: SideAxis['axis'],
  { amounts, events, scale }: Whole & { readonly scale: number },
): void {
  const own = column === undefined ? columns.amount : columns[column];
  const isExact = exactAxes.has(axis);
  const isOfSamples = columnsOfSamples.has(column);
  for (let index = 0; index < columns.keys.length; index += 1) {
    const value = own?.[index] ?? Number.NaN;
    amounts[index] = value / scale;
    const counted = isOfSamples ? value : (eventsOf(columns, index) ?? Number.NaN);
    const estimated = grain !== undefined && Number.isNaN(counted) ? (value || 0) / grain : counted;
    events[index] = isExact ? exact : estimated;
  }
}

function isUncounted(amount: number, events: number): boolean {
  return Number.isNaN(events) && amount > 0;
}

function asNumber(isPart: (key: string) => boolean): (key: string) => number {
  return (key) => (isPart(key) ? 0 : leftOut);
}

/** Whether anything of a capture is part of the total, and all events of that were counted. */
type Part = 'none' | 'counted' | 'uncounted';

/** `isPart`: `leftOut` of keys that are not. */
function addTotal(
  read: Whole,
  isPart: ArrayLike<number>,
  { total, at }: { readonly total: Whole; readonly at: number },
): Part {
  let part: Part = 'none';
  let amounts = total.amounts[at] ?? 0;
  let events = total.events[at] ?? 0;
  for (let index = 0; index < isPart.length; index += 1) {
    if (isPart[index] === leftOut) continue;
    const amount = read.amounts[index] ?? 0;
    const own = read.events[index] ?? 0;
    if (part !== 'uncounted') part = isUncounted(amount, own) ? 'uncounted' : 'counted';
    amounts += amount || 0;
    events += own || 0;
  }
  total.amounts[at] = amounts;
  total.events[at] = events;
  return part;
}

type Columns = SideAxis['axis']['columns'];

/** Samples where an amount was estimated from some; else what was counted. */
export function eventsOf(columns: Columns, index: number): number | undefined {
  const known = valueOf(columns.samples, index) ?? valueOf(columns.events, index);
  if (known !== undefined) return known;
  // Units 0 and 1 are events and samples: the amount is what was counted.
  return (columns.units[index] ?? 0) < 2 ? (columns.amount[index] ?? 0) : undefined;
}

interface Judged extends Pick<ViewKeys, 'keys' | 'places'> {
  /** Of each key the number of the name that has its sums. */
  readonly judged: readonly number[];
}

function keepApart({ names: { names } }: Sums, numbers: readonly number[]): Judged {
  const places = new Int32Array(names.length).fill(-1);
  for (let place = 0; place < numbers.length; place += 1) places[numbers[place] ?? 0] = place;
  return { keys: numbers.map((number) => names[number] ?? ''), judged: numbers, places };
}

/** Testable functions stay; the others of a module are one key, and modules that are still too rare are one. */
function poolFunctions(sums: Sums, numbers: readonly number[]): Judged {
  const { names } = sums.names;
  const isTestable = (number: number): boolean => sums.meanEvents(number) >= leastEvents;
  const kept = numbers.filter(isTestable);
  const pooled = Map.groupBy(
    numbers.filter((number) => !isTestable(number)),
    (number) => moduleOf(names[number] ?? ''),
  );
  const { keys, judged, places } = keepApart(sums, kept);
  const [allKeys, allJudged] = [[...keys], [...judged]];
  const placeOf = new Map(pooled.size === 0 ? [] : keys.map((key, place) => [key, place] as const));
  for (const [module, [own = leftOut, ...others]] of pooled) {
    // Added up apart, as one key has it, before it joins what is too rare of other modules.
    for (const number of others) sums.join(number, own);
    const name = isTestable(own) ? restOf(module) : rest;
    const place = placeOf.get(name) ?? allKeys.push(name) - 1;
    if (place < allJudged.length) sums.join(own, allJudged[place] ?? leftOut);
    else allJudged.push(own);
    placeOf.set(name, place);
    for (const number of [own, ...others]) places[number] = place;
  }
  return { keys: allKeys, judged: allJudged, places };
}

/** Of each occasion, over all functions: a view may count some of them. */
function samplesOf(occasions: Occasions): number[] {
  return occasions.map((captures) => {
    let total = 0;
    for (const { axis } of captures) total = addEvents(total, axis.columns);
    return total;
  });
}

function addEvents(whole: number, columns: Columns): number {
  let total = whole;
  for (let index = 0; index < columns.keys.length; index += 1) total += eventsOf(columns, index) ?? 0;
  return total;
}

function secondsOf(captures: readonly SideAxis[]): number {
  let nanoseconds = 0;
  for (const { vector } of captures) nanoseconds += vector.window.measured_ns;
  return Math.max(nanoseconds / 1e9, 1e-9);
}
