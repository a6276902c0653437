/**
 * The keys of one view in all occasions of both sides, as the judgement of rates needs them. Captures of one occasion
 * are added up; functions that are too rare alone are pooled to their module, and what is still too rare to one key.
 */
import type { SideAxis } from '../comparable.ts';
import { addHistogram, valueOf } from '../vector/capture-vector.ts';
import type { AxisView } from '../views.ts';
import { leastEvents } from './judge-rates.ts';
import { type CountedKey, measureDurations, measureRate, type MeasuredKey } from './measured-key.ts';
import { moduleOf, rest, restOf } from './pool-names.ts';
import { meanOf } from './sums.ts';

/** Captures of both sides by occasion, those of before first. */
export type Occasions = readonly (readonly SideAxis[])[];

export interface ViewKeys {
  readonly keys: readonly string[];
  readonly measured: readonly MeasuredKey[];
  /** Of keys that are too rare alone, the one that they are judged under. */
  readonly pools: ReadonlyMap<string, string>;
  /** The whole of a view; undefined where it has none, or where nobody counted its events. */
  readonly total?: MeasuredKey | undefined;
  /** Mean events a capture of each key before any was pooled. */
  readonly events: readonly number[];
}

/** What an amount that was read from the kernel's own clock is worth: no noise of counting. */
const exact = 1e9;
/** Axes whose amounts are such. */
const exactAxes: ReadonlySet<string> = new Set(['cpu_time']);

interface Sum {
  readonly amounts: number[];
  readonly events: number[];
}

export function collectKeys(view: AxisView, occasions: Occasions): ViewKeys {
  return view.kind === 'distribution' ? collectDurations(view, occasions) : collectRates(view, occasions);
}

function collectRates(view: AxisView, occasions: Occasions): ViewKeys {
  const sums = sumKeys(view, occasions);
  const seconds = occasions.map((captures) => secondsOf(captures));
  const sampled = isSampled(view);
  const totals = sampled ? totalsOf(sums.values(), occasions.length) : undefined;
  const pools = new Map<string, string>();
  const pooled = sampled ? poolFunctions(sums, pools) : sums;
  const toRate = ({ amounts, events }: Sum): MeasuredKey => {
    const shares = totals && events.map((one, at) => one / Math.max(1, totals[at] ?? 0));
    return measureRate({ amounts, events, shares } satisfies CountedKey, seconds);
  };
  const whole = sumTotal(view, occasions);
  return {
    keys: [...pooled.keys()],
    measured: [...pooled.values()].map(toRate),
    pools,
    total: whole && toRate(whole),
    events: [...sums.values()].map(({ events }) => meanOf(events)),
  };
}

const isSampled = ({ source }: AxisView): boolean => source === 'cpu_stacks';

/** Everything that makes up the total of a view, as one key. */
function sumTotal(view: AxisView, occasions: Occasions): Sum | undefined {
  const { isPart = (key: string) => view.keyOf(key) !== undefined } = view;
  const keyOf = (key: string): string | undefined => (isPart(key) ? rest : undefined);
  return sumKeys({ ...view, keyOf }, occasions).get(rest);
}

/** Amounts and events of each key by occasion, without keys of which nobody counted the events. */
function sumKeys(view: AxisView, occasions: Occasions): Map<string, Sum> {
  const sums = new Map<string, Sum>();
  const uncounted = new Set<string>();
  const clocked =
    isSampled(view) && occasions.every((some) => some.every(({ axis }) => axis.measured_hz !== undefined));
  const into = { sums, uncounted, occasions: occasions.length, clocked };
  for (const [at, captures] of occasions.entries()) {
    for (const { axis } of captures) addAxis(axis, view, { ...into, at });
  }
  for (const key of uncounted) sums.delete(key);
  return sums;
}

interface Into {
  readonly sums: Map<string, Sum>;
  readonly uncounted: Set<string>;
  readonly occasions: number;
  /** Occasion. */
  readonly at: number;
  readonly clocked: boolean;
}

function addAxis(axis: SideAxis['axis'], view: AxisView, { sums, uncounted, occasions, at, clocked }: Into): void {
  const { columns } = axis;
  const isExact = exactAxes.has(axis.axis);
  // The total of sampled time is known exactly; by how many samples it was seen differs from capture to capture.
  const scale = clocked ? (axis.measured_hz ?? 1) : 1;
  for (let index = 0; index < columns.keys.length; index += 1) {
    const key = view.keyOf(columns.keys[index] ?? '');
    if (key === undefined) continue;
    const own = view.column === undefined ? columns.amount[index] : valueOf(columns[view.column], index);
    const amount = (own ?? 0) / scale;
    const events = isExact ? exact : eventsOf(columns, index);
    if (events === undefined && amount > 0) uncounted.add(key);
    let sum = sums.get(key);
    if (sum === undefined) sums.set(key, (sum = emptySum(occasions)));
    sum.amounts[at] = (sum.amounts[at] ?? 0) + amount;
    sum.events[at] = (sum.events[at] ?? 0) + (events ?? 0);
  }
}

type Columns = SideAxis['axis']['columns'];

/** Samples where an amount was estimated from some; else what was counted. */
function eventsOf(columns: Columns, index: number): number | undefined {
  const known = valueOf(columns.samples, index) ?? valueOf(columns.events, index);
  if (known !== undefined) return known;
  // Units 0 and 1 are events and samples: the amount is what was counted.
  return (columns.units[index] ?? 0) < 2 ? (columns.amount[index] ?? 0) : undefined;
}

function collectDurations(view: AxisView, occasions: Occasions): ViewKeys {
  const found = new Map<string, { histograms: number[][]; timed: number[] }>();
  for (const [at, captures] of occasions.entries()) {
    for (const { axis } of captures) {
      const { keys, histograms, timed } = axis.columns;
      for (let index = 0; histograms !== undefined && index < keys.length; index += 1) {
        const key = (histograms.lengths[index] ?? 0) === 0 ? undefined : view.keyOf(keys[index] ?? '');
        if (key === undefined) continue;
        let own = found.get(key);
        if (own === undefined) {
          own = { histograms: occasions.map(() => []), timed: Array<number>(occasions.length).fill(0) };
          found.set(key, own);
        }
        const count = addHistogram(own.histograms[at] ?? [], histograms, index);
        own.timed[at] = (own.timed[at] ?? 0) + (valueOf(timed, index) ?? count);
      }
    }
  }
  const rows = [...found.values()];
  return {
    keys: [...found.keys()],
    measured: rows.map(({ histograms, timed }) => measureDurations(histograms, timed)),
    pools: new Map(),
    events: rows.map(({ timed }) => meanOf(timed)),
  };
}

/** Testable functions stay; the others of a module are one key, and modules that are still too rare are one. */
function poolFunctions(sums: ReadonlyMap<string, Sum>, pools: Map<string, string>): Map<string, Sum> {
  const kept = new Map([...sums].filter(([, sum]) => isTestable(sum)));
  const modules = new Map<string, { keys: string[]; sum: Sum }>();
  for (const [key, sum] of sums) {
    if (kept.has(key)) continue;
    const module = moduleOf(key);
    const own = modules.get(module);
    modules.set(module, { keys: [...(own?.keys ?? []), key], sum: add(own?.sum, sum) });
  }
  for (const [module, { keys, sum }] of modules) {
    const name = isTestable(sum) ? restOf(module) : rest;
    kept.set(name, add(kept.get(name), sum));
    for (const key of keys) pools.set(key, name);
  }
  return kept;
}

function isTestable({ events }: Sum): boolean {
  return meanOf(events) >= leastEvents;
}

function add(a: Sum | undefined, b: Sum): Sum {
  if (a === undefined) return { amounts: [...b.amounts], events: [...b.events] };
  return {
    amounts: a.amounts.map((one, at) => one + (b.amounts[at] ?? 0)),
    events: a.events.map((one, at) => one + (b.events[at] ?? 0)),
  };
}

function emptySum(size: number): Sum {
  return { amounts: Array<number>(size).fill(0), events: Array<number>(size).fill(0) };
}

function totalsOf(sums: Iterable<Sum>, size: number): number[] {
  let total = emptySum(size);
  for (const sum of sums) total = add(total, sum);
  return total.events;
}

function secondsOf(captures: readonly SideAxis[]): number {
  let nanoseconds = 0;
  for (const { vector } of captures) nanoseconds += vector.window.measured_ns;
  return Math.max(nanoseconds / 1e9, 1e-9);
}
