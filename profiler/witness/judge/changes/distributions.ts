/**
 * How long things took, before and after, from histograms with a bucket for each power of two. A quantile is given
 * as the bounds of its bucket, because nothing finer was recorded. Longest way between the two histograms first.
 */
import type { SideAxis } from '../comparable/comparable.ts';
import type { Change } from '../../diff/diff.ts';
import type { Observation, Quantile } from '../../diff/verdict.ts';
import { type KeyNames, leftOut, namesBy, Slots } from '../../bundle/keys/key-names.ts';
import { sortRows, verdictOf } from './rate-changes.ts';
import { addHistogram, valueOf } from '../../bundle/vector/capture-vector.ts';
import { durationScale } from '../../bundle/record/duration-scale.ts';

/** With fewer durations, the 90 % quantile cannot be distinguished from the longest one. */
export const leastDurations = 10;
const percents = [50, 90, 99];

interface Durations {
  readonly hist: number[];
  /** How many were measured: `hist` may be an estimate for more. */
  timed: number;
  captures: number;
  /** The capture that was counted last. */
  last: number;
}

export interface ComparedDistributions {
  readonly changes: Change[];
  /** Keys with too few durations on a side to be compared. */
  readonly tooFew: number;
}

type KeyOf = (key: string) => string | undefined;

interface DistributionFacts {
  readonly keyOf: KeyOf;
  readonly judged: Parameters<typeof verdictOf>[1];
  readonly likely?: Parameters<typeof verdictOf>[2];
}

export function compareDistributions(
  before: readonly SideAxis[],
  after: readonly SideAxis[],
  { keyOf, judged, likely }: DistributionFacts,
): ComparedDistributions {
  const names = judged?.names ?? namesBy(keyOf);
  for (const { axis } of [...before, ...after]) names.numbersOf(axis.columns.keys);
  const slots = new Slots(names.names.length);
  const [a, b] = [collect(before, names, slots), collect(after, names, slots)];
  const rows: Change[] = [];
  const distances = new Map<string, number>();
  let tooFew = 0;
  for (const [slot, number] of slots.numbers.entries()) {
    const [x, y] = [a[slot], b[slot]];
    if (x === undefined || y === undefined || Math.min(x.timed, y.timed) < leastDurations) {
      tooFew++;
      continue;
    }
    const key = names.names[number] ?? '';
    const { change, verdict } = verdictOf({ key, number }, judged, likely);
    const [was, is] = [observe(x, before.length), observe(y, after.length)];
    rows.push(
      verdict === undefined
        ? { key, change, before: was, after: is }
        : { key, change, before: was, after: is, verdict },
    );
    distances.set(key, distanceOf(x.hist, y.hist));
  }
  return { changes: sortRows(rows, ({ key }) => distances.get(key) ?? 0), tooFew };
}

/** The histograms of all captures of a side together, for each key that has any, by slot. */
function collect(side: readonly SideAxis[], names: KeyNames, slots: Slots): (Durations | undefined)[] {
  const found: (Durations | undefined)[] = [];
  for (const [index, { axis }] of side.entries()) {
    addDurations(found, axis.columns, { numbers: names.numbersOf(axis.columns.keys), slots, index });
  }
  return found;
}

/** `index`: of the capture. */
function addDurations(
  found: (Durations | undefined)[],
  { histograms, timed }: SideAxis['axis']['columns'],
  { numbers, slots, index }: { readonly numbers: Int32Array; readonly slots: Slots; readonly index: number },
): void {
  if (histograms === undefined) return;
  for (let at = 0; at < numbers.length; at++) {
    const isEmpty = histograms.starts[at] === histograms.starts[at + 1];
    const number = isEmpty ? leftOut : (numbers[at] ?? leftOut);
    if (number === leftOut) continue;
    const sum = (found[slots.of(number)] ??= { hist: [], timed: 0, captures: 0, last: -1 });
    const count = addHistogram(sum.hist, histograms, at);
    sum.timed += valueOf(timed, at) ?? count;
    if (sum.last !== index) sum.captures += 1;
    sum.last = index;
  }
}

function observe({ hist, timed: count, captures }: Durations, of: number): Observation {
  const all = countOf(hist);
  const quantiles: Quantile[] = [];
  for (const one of percents) if (count * (100 - one) >= 100) quantiles.push(quantileOf(hist, all, one));
  return { seen: true, count, rate: geometricMean(hist, all), captures, of, quantiles };
}

function countOf(hist: readonly number[]): number {
  let count = 0;
  for (const one of hist) count += one;
  return count;
}

/** `all`: how many durations the histogram has. */
function quantileOf(hist: readonly number[], all: number, percent: number): Quantile {
  const rank = Math.ceil((percent * all) / 100);
  let below = 0;
  const bucket = hist.findIndex((count) => (below += count) >= rank);
  const scale = durationScale(hist.length).from;
  const from = scale[bucket] ?? 0;
  return bucket === hist.length - 1 ? { percent, from } : { percent, from, to: scale[bucket + 1] };
}

/** As if each duration were in the middle of its bucket; in a ratio of two that does not matter. */
function geometricMean(hist: readonly number[], all: number): number {
  const { middle } = durationScale(hist.length);
  let sum = 0;
  for (let bucket = 0; bucket < hist.length; bucket++) sum += (hist[bucket] ?? 0) * (middle[bucket] ?? 0);
  return 2 ** (sum / all);
}

/** How many powers of two the durations moved by on average, whichever way (the earth mover's distance). */
function distanceOf(before: readonly number[], after: readonly number[]): number {
  const [n, m] = [countOf(before), countOf(after)];
  const bins = Math.max(before.length, after.length);
  const { width } = durationScale(bins);
  let [ahead, distance] = [0, 0];
  for (let bucket = 0; bucket < bins; bucket++) {
    ahead += (before[bucket] ?? 0) / n - (after[bucket] ?? 0) / m;
    distance += Math.abs(ahead) * (width[bucket] ?? 0);
  }
  return distance;
}
