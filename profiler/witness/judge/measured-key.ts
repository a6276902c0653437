/** One key in all captures, those of before first, as the judgement needs it: logarithms, and how sure each one is. */
import { sumOf } from './sums.ts';
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
  readonly amounts: readonly number[];
  /** What was counted behind each amount. */
  readonly events: readonly number[];
  /** Of sampled keys, the part of all samples that were drawn here: what is nearly all of them is nearly certain. */
  readonly shares?: readonly number[] | undefined;
}

/** Half an event more keeps what was not counted from being infinitely rare. */
const half = 0.5;

/** `seconds`: measured in each capture. */
export function measureRate({ amounts, events, shares }: CountedKey, seconds: readonly number[]): MeasuredKey {
  const total = sumOf(events);
  const weight = total === 0 ? 0 : sumOf(amounts) / total;
  return {
    values: seconds.map((length, at) => {
      const count = events[at] ?? 0;
      const own = amounts[at] ?? 0;
      // Calls that moved no byte were counted, and have no amount either.
      const amount = own > 0 && count > 0 ? (own * (count + half)) / count : weight * half;
      return ln(Math.max(amount / length, Number.MIN_VALUE));
    }),
    counting: events.map((count, at) => (1 - (shares?.[at] ?? 0)) / (count + half)),
    events: total / Math.max(1, events.length),
  };
}

/**
 * Durations in buckets of powers of two, one histogram for each capture, of which `timed` were measured. The value is
 * the mean logarithm; in a difference of two the place inside a bucket does not matter.
 */
export function measureDurations(histograms: readonly (readonly number[])[], timed: readonly number[]): MeasuredKey {
  const moments = histograms.map((histogram) => {
    const count = sumOf(histogram);
    if (count === 0) return { mean: 0, variance: 0, count };
    let [mean, squares] = [0, 0];
    for (let bucket = 0; bucket < histogram.length; bucket += 1) {
      mean += ((histogram[bucket] ?? 0) * (bucket + half)) / count;
    }
    for (let bucket = 0; bucket < histogram.length; bucket += 1) {
      const some = histogram[bucket] ?? 0;
      if (some > 0) squares += (some * (bucket + half - mean) ** 2) / count;
    }
    // A bucket is no point: within it durations are spread as well.
    return { mean: mean * Math.LN2, variance: (squares + 1 / 12) * Math.LN2 ** 2, count };
  });
  const isWhole = moments.every(({ count }) => count > 0);
  return {
    values: moments.map(({ mean }) => mean),
    counting: moments.map(({ variance }, at) => variance / Math.max(1, timed[at] ?? 0)),
    events: isWhole ? sumOf(timed) / Math.max(1, timed.length) : 0,
  };
}
