/** One key in all captures, those of before first, as the judgement needs it: logarithms, and how sure each one is. */
import { ln } from './special-functions.ts';

export interface MeasuredKey {
  /** Natural logarithms of amount per second, or of a duration. */
  readonly values: readonly number[];
  /** Variance of each value that counting alone gives. */
  readonly counting: readonly number[];
  /** Events behind the values, mean of all captures. */
  readonly events: number;
}

export interface CountedKey {
  /** In the unit of the axis. */
  readonly amounts: ArrayLike<number>;
  /** What was counted behind each amount. */
  readonly events: ArrayLike<number>;
  /** Place of the first capture in both; 0 by default. */
  readonly from?: number | undefined;
  /** Of sampled keys, the samples of each capture: what is nearly all of them is nearly certain. */
  readonly samples?: readonly number[] | undefined;
}

/** Half an event more keeps what was not counted from being infinitely rare. */
const half = 0.5;

/** `seconds`: measured in each capture. */
export function measureRate(counted: CountedKey, seconds: readonly number[]): MeasuredKey {
  const into = makeValues(seconds.length);
  writeRate(counted, seconds, into);
  let events = 0;
  for (let at = 0; at < seconds.length; at += 1) events += counted.events[(counted.from ?? 0) + at] ?? 0;
  const [values, counting] = [Array.from(into.values), Array.from(into.counting)];
  return { values, counting, events: events / Math.max(1, seconds.length) };
}

/** Of one key, by capture. */
export interface MeasuredValues {
  readonly values: Float64Array;
  readonly counting: Float64Array;
}

export function makeValues(captures: number): MeasuredValues {
  return { values: new Float64Array(captures), counting: new Float64Array(captures) };
}

/** Writes values and variances of `measureRate`. */
export function writeRate(
  { amounts, events, from = 0, samples }: CountedKey,
  seconds: readonly number[],
  { values, counting }: MeasuredValues,
): void {
  let total = 0;
  let whole = 0;
  for (let at = 0; at < seconds.length; at += 1) {
    total += events[from + at] ?? 0;
    whole += amounts[from + at] ?? 0;
  }
  const weight = total === 0 ? 0 : whole / total;
  // Most captures of a rare key have none of it, which is one logarithm for all of them.
  let lastRate = Number.NaN;
  let lastValue = 0;
  for (let at = 0; at < seconds.length; at += 1) {
    const count = events[from + at] ?? 0;
    const own = amounts[from + at] ?? 0;
    // Calls that moved no byte were counted, and have no amount either.
    const amount = own > 0 && count > 0 ? (own * (count + half)) / count : weight * half;
    const rate = amount / (seconds[at] ?? 0);
    if (rate !== lastRate) lastValue = ln(Math.max(rate, Number.MIN_VALUE));
    lastRate = rate;
    values[at] = lastValue;
    const share = samples === undefined ? 0 : count / Math.max(1, samples[at] ?? 0);
    counting[at] = (1 - share) / (count + half);
  }
}

/** Durations of a key in one capture. */
export interface Moments {
  /** Of the logarithm of a duration to the base of two; in a difference of two the place inside a bucket does not matter. */
  readonly mean: number;
  readonly variance: number;
  readonly count: number;
}

/** `bins`: the middle of each bucket and how wide it is, as logarithms to the base of two. */
export function momentsOf(
  histogram: ArrayLike<number>,
  { middle, width }: { readonly middle: readonly number[]; readonly width: readonly number[] },
): Moments {
  let count = 0;
  let mean = 0;
  let squares = 0;
  for (let bucket = 0; bucket < histogram.length; bucket += 1) count += histogram[bucket] ?? 0;
  if (count === 0) return { mean, variance: squares, count };
  // Most buckets are empty.
  for (let bucket = 0; bucket < histogram.length; bucket += 1) {
    const some = histogram[bucket] ?? 0;
    if (some > 0) mean += (some * (middle[bucket] ?? 0)) / count;
  }
  for (let bucket = 0; bucket < histogram.length; bucket += 1) {
    const some = histogram[bucket] ?? 0;
    // A bucket is no point: within it durations are spread as well.
    if (some > 0) squares += (some * (((middle[bucket] ?? 0) - mean) ** 2 + (width[bucket] ?? 0) ** 2 / 12)) / count;
  }
  return { mean, variance: squares, count };
}

/** The value of durations in one capture, and its variance that counting alone gives. `timed`: how many were measured. */
export function measureMoments({ mean, variance, count }: Moments, timed: number): readonly [number, number] {
  if (count === 0) return [0, 0];
  return [mean * Math.LN2, (variance * Math.LN2 ** 2) / Math.max(1, timed)];
}

/**
 * Keys of one axis in all captures, those of before first. A report has many thousands, most of which have too few events
 * to be judged: the values of a key are written only when they are asked for.
 */
export interface MeasuredKeys {
  readonly size: number;
  /** As of `MeasuredKey`, one for each key. */
  readonly events: Float64Array;
  readonly write: (key: number, into: MeasuredValues) => void;
}

/** Keys that were measured already. */
export function listKeys(keys: readonly MeasuredKey[]): MeasuredKeys {
  return {
    size: keys.length,
    events: Float64Array.from(keys, ({ events }) => events),
    write: (key, into) => {
      into.values.set(keys[key]?.values ?? []);
      into.counting.set(keys[key]?.counting ?? []);
    },
  };
}
