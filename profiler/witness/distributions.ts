/**
 * How long things took, before and after, from histograms with a bucket for each power of two. A quantile is given
 * as the bounds of its bucket, because nothing finer was recorded. Longest way between the two histograms first.
 */
import type { SideAxis } from './comparable.ts';
import type { Change, Observation, Quantile } from './diff.ts';
import { sortRows, verdictOf } from './rate-changes.ts';
import { addHistogram, valueOf } from './vector/capture-vector.ts';

/** With fewer durations, the 90 % quantile cannot be distinguished from the longest one. */
export const leastDurations = 10;
const percents = [50, 90, 99];

interface Durations {
  readonly hist: readonly number[];
  /** How many were measured: `hist` may be an estimate for more. */
  readonly timed: number;
  readonly captures: number;
  readonly of: number;
}

export interface ComparedDistributions {
  readonly changes: Change[];
  /** Keys with too few durations on a side to be compared. */
  readonly tooFew: number;
}

type KeyOf = (key: string) => string | undefined;

export function compareDistributions(
  before: readonly SideAxis[],
  after: readonly SideAxis[],
  { keyOf, judged }: { readonly keyOf: KeyOf; readonly judged: Parameters<typeof verdictOf>[1] },
): ComparedDistributions {
  const [a, b] = [collect(before, keyOf), collect(after, keyOf)];
  const rows: Change[] = [];
  const distances = new Map<string, number>();
  let tooFew = 0;
  for (const key of new Set([...a.keys(), ...b.keys()])) {
    const [x, y] = [a.get(key), b.get(key)];
    if (x === undefined || y === undefined || Math.min(x.timed, y.timed) < leastDurations) {
      tooFew++;
      continue;
    }
    rows.push({ key, ...verdictOf(key, judged), before: observe(x), after: observe(y) });
    distances.set(key, distanceOf(x.hist, y.hist));
  }
  return { changes: sortRows(rows, ({ key }) => distances.get(key) ?? 0), tooFew };
}

/** The histograms of all captures of a side together, for each key that has any. */
function collect(side: readonly SideAxis[], keyOf: KeyOf): Map<string, Durations> {
  const found = new Map<string, { hist: number[]; timed: number; captures: number; last: number }>();
  for (const [index, { axis }] of side.entries()) {
    const { keys, histograms, timed } = axis.columns;
    for (let at = 0; histograms !== undefined && at < keys.length; at++) {
      const isEmpty = histograms.starts[at] === histograms.starts[at + 1];
      const key = isEmpty ? undefined : keyOf(keys[at] ?? '');
      if (key === undefined) continue;
      const sum = found.get(key) ?? { hist: [], timed: 0, captures: 0, last: -1 };
      found.set(key, sum);
      const count = addHistogram(sum.hist, histograms, at);
      sum.timed += valueOf(timed, at) ?? count;
      if (sum.last !== index) sum.captures += 1;
      sum.last = index;
    }
  }
  return new Map(
    [...found].map(([key, { hist, timed, captures }]) => [key, { hist, timed, captures, of: side.length }]),
  );
}

function observe({ hist, timed: count, captures, of }: Durations): Observation {
  const quantiles = percents.filter((one) => count * (100 - one) >= 100).map((one) => quantileOf(hist, one));
  return { seen: true, count, rate: geometricMean(hist), captures, of, quantiles };
}

function countOf(hist: readonly number[]): number {
  let count = 0;
  for (const one of hist) count += one;
  return count;
}

function quantileOf(hist: readonly number[], percent: number): Quantile {
  const rank = Math.ceil((percent * countOf(hist)) / 100);
  let below = 0;
  const bucket = hist.findIndex((count) => (below += count) >= rank);
  const isOpen = bucket === hist.length - 1;
  return { percent, from: bucket === 0 ? 0 : 2 ** bucket, ...(!isOpen && { to: 2 ** (bucket + 1) }) };
}

/** As if each duration were in the middle of its bucket; in a ratio of two that does not matter. */
function geometricMean(hist: readonly number[]): number {
  let sum = 0;
  for (const [bucket, count] of hist.entries()) sum += count * (bucket + 0.5);
  return 2 ** (sum / countOf(hist));
}

/** How many powers of two the durations moved by on average, whichever way (the earth mover's distance). */
function distanceOf(before: readonly number[], after: readonly number[]): number {
  const [n, m] = [countOf(before), countOf(after)];
  let [ahead, distance] = [0, 0];
  for (let bucket = 0; bucket < Math.max(before.length, after.length); bucket++) {
    ahead += (before[bucket] ?? 0) / n - (after[bucket] ?? 0) / m;
    distance += Math.abs(ahead);
  }
  return distance;
}
