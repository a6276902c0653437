/** Counts of one side: what its captures saw of each key, and what not seeing a key excludes. */
import type { Feature, SourcePlace } from './bundle.ts';
import type { AxisId } from './collector-record.ts';
import type { MeasuredAxis, SideAxis } from './comparable.ts';
import type { Observation } from './diff.ts';

export type Seen = Extract<Observation, { seen: true }>;
export type Unseen = Extract<Observation, { seen: false }>;

export interface Counted {
  readonly observation: Seen;
  /** First of the 12 blocks in which any capture of the side counted the key. */
  readonly firstBlock: number | undefined;
  /** As the last capture that knows it says. */
  readonly place: SourcePlace | undefined;
}

/** `keyOf` may fold keys together (system calls by name) or leave some out. */
export function countSide(side: readonly SideAxis[], keyOf: (key: string) => string | undefined): Map<string, Counted> {
  const counts = new Map<
    string,
    {
      count: number;
      rate: number;
      captures: Set<number>;
      firstBlock: number | undefined;
      place: SourcePlace | undefined;
    }
  >();
  for (const [index, { bundle, axis }] of side.entries()) {
    const perSecond = scaleOf(axis) / secondsOf(bundle.window);
    for (const feature of axis.features) {
      const key = keyOf(feature.key);
      if (key === undefined || feature.amount === 0) continue;
      const sum = counts.get(key) ?? {
        count: 0,
        rate: 0,
        captures: new Set(),
        firstBlock: undefined,
        place: undefined,
      };
      sum.count += isTime(axis.axis) ? Math.round(feature.amount * scaleOf(axis)) : feature.amount;
      sum.rate += (feature.amount * perSecond) / side.length;
      sum.captures.add(index);
      sum.firstBlock = earliest(sum.firstBlock, feature);
      sum.place = feature.place ?? sum.place;
      counts.set(key, sum);
    }
  }
  return new Map(
    [...counts].map(([key, { count, rate, captures, firstBlock, place }]) => {
      const observation: Seen = { seen: true, count, rate, captures: captures.size, of: side.length };
      return [key, { observation, firstBlock, place }];
    }),
  );
}

/** 95 % upper bound, events a second, of a rate of which nothing was seen: three over the measured time (rule of three). */
export function unseenBy(side: readonly SideAxis[], keyOf: (key: string) => string | undefined): Unseen {
  let exposure = 0;
  for (const { bundle, axis } of side) {
    exposure += secondsOf(bundle.window) / (scaleOf(axis) * (axis.sample_weight ?? grainOf(axis.features, keyOf)));
  }
  return { seen: false, below: 3 / Math.max(exposure, 1e-9), of: side.length };
}

/** The weight of one stack where counts are estimates; elsewhere each event was counted. */
function grainOf(features: readonly Feature[], keyOf: (key: string) => string | undefined): number {
  let [amount, samples] = [0, 0];
  for (const feature of features) {
    if (feature.samples === undefined || keyOf(feature.key) === undefined) continue;
    amount += feature.amount;
    samples += feature.samples;
  }
  return samples === 0 ? 1 : Math.max(1, amount / samples);
}

/** For what is measured exactly and not counted in samples or events: nothing is zero, without a bound. */
export function exactZero(side: readonly SideAxis[]): Seen {
  return { seen: true, count: 0, rate: 0, captures: 0, of: side.length };
}

/** Mean over the captures of the axis' total, in the unit of the axis. `isPart` says which keys make it up. */
export function totalRate(side: readonly SideAxis[], isPart: (key: string) => boolean = () => true): number {
  let total = 0;
  for (const { bundle, axis } of side) {
    const counted = axis.features.filter(({ key }) => isPart(key));
    for (const { amount } of counted) total += (amount * scaleOf(axis)) / secondsOf(bundle.window) / side.length;
  }
  return total;
}

/** From a count to the unit that is shown: samples and nanoseconds become milliseconds of CPU, events stay events. */
function scaleOf(axis: MeasuredAxis): number {
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

function earliest(before: number | undefined, { blocks }: Feature): number | undefined {
  const first = blocks?.findIndex((count) => count > 0) ?? -1;
  if (first === -1) return before;
  return before === undefined ? first : Math.min(before, first);
}
