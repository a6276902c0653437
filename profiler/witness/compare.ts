/**
 * Compares two versions, axis by axis. Set axes say what is new and what was not seen, with counts and
 * with what a zero excludes. Rate axes show before and after, largest difference first, and no verdict:
 * a verdict needs a noise floor, and its absence is shown above the numbers; so with distributions of durations.
 * Pure and deterministic.
 */
import type { AxisId } from './collector-record.ts';
import { type SideAxis, describeSide, findCaveats, judgeAxis } from './comparable.ts';
import type { AxisDiff, CaptureRef, Change, Diff, Observation } from './diff.ts';
import { compareDistributions, leastDurations } from './distributions.ts';
import { compareText } from './compare-text.ts';
import { foldNameless } from './nameless.ts';
import { explainNoiseFloor } from './noise-floor.ts';
import { type Counted, countSide, exactZero, totalRate, unseenBy } from './count-side.ts';
import type { CaptureVector } from './vector/capture-vector.ts';
import { type AxisView, onRequest, views } from './views.ts';

const whole = (key: string): string => key;

export interface ComparedCapture {
  readonly ref: CaptureRef;
  readonly vector: CaptureVector;
}

export interface Comparison {
  readonly workload: string;
  readonly env: string;
  readonly baseline: ComparedCapture;
  readonly baselineReplicates: readonly ComparedCapture[];
  readonly head: ComparedCapture;
  readonly headReplicates: readonly ComparedCapture[];
  readonly choice: Diff['baseline_choice'];
}

export function compare(comparison: Comparison): Diff {
  const { baseline, head } = comparison;
  const baselineReplicates = inOrder(comparison.baselineReplicates);
  const headReplicates = inOrder(comparison.headReplicates);
  const before = [baseline, ...baselineReplicates].map(({ vector }) => vector);
  const after = [head, ...headReplicates].map(({ vector }) => vector);
  const loadFactor = findLoadFactor(before, after);
  const caveats = findCaveats([...before, ...after]);
  if (loadFactor !== undefined && (loadFactor < 0.5 || loadFactor > 2)) {
    caveats.push(`the load of the two sides differs by a factor of ${loadFactor.toFixed(2)}`);
  }
  const fold = foldNameless(before, after);
  return {
    workload: comparison.workload,
    env: comparison.env,
    baseline: baseline.ref,
    baseline_replicates: baselineReplicates.map(({ ref }) => ref),
    head: head.ref,
    head_replicates: headReplicates.map(({ ref }) => ref),
    baseline_choice: comparison.choice,
    ...(loadFactor !== undefined && { load_factor: loadFactor }),
    caveats,
    recorded: [...before, ...after].some(({ recorded }) => recorded),
    axes: views
      .filter(({ source }) => !onRequest.has(source) || isKnown(source, [...before, ...after]))
      .map((view) => compareAxis({ ...view, keyOf: (key) => view.keyOf(fold(view.source, key)) }, before, after)),
  };
}

function isKnown(axis: AxisId, vectors: readonly CaptureVector[]): boolean {
  return vectors.some(({ axes }) => axes.some((one) => one.axis === axis));
}

/** Whatever order the replicates were given in, sums and sentences come out the same. */
function inOrder(captures: readonly ComparedCapture[]): ComparedCapture[] {
  return captures.toSorted(
    ({ ref: a }, { ref: b }) =>
      compareText(a.requested_at, b.requested_at) ||
      compareText(a.request_id, b.request_id) ||
      compareText(a.bundle_id, b.bundle_id),
  );
}

function compareAxis(view: AxisView, before: readonly CaptureVector[], after: readonly CaptureVector[]): AxisDiff {
  const { axis, source, kind, unit, column, keyOf, isPart = (key) => keyOf(key) !== undefined } = view;
  const facts = { axis, source, kind, unit, baseline: describeSide(view, before), head: describeSide(view, after) };
  const judged = judgeAxis(view, before, after);
  if (!judged.comparable) {
    return { ...facts, state: 'not_comparable', reason: judged.reason, caveats: [], changes: [], unchanged: 0 };
  }
  const sides = { before: judged.baseline, after: judged.head };
  const [a, b] = [countSide(sides.before, view), countSide(sides.after, view)];
  const common = { ...facts, state: 'compared', caveats: judged.caveats } as const;
  if (kind === 'set') {
    const changes = setChanges(a, b, sides);
    return { ...common, changes, unchanged: [...a.keys()].filter((key) => b.has(key)).length };
  }
  const floor = explainNoiseFloor(
    { version: judged.baseline[0]?.vector.request.version ?? '', captures: judged.baseline.length },
    { version: judged.head[0]?.vector.request.version ?? '', captures: judged.head.length },
  );
  if (kind === 'distribution') {
    const { changes, tooFew } = compareDistributions(judged.baseline, judged.head, keyOf);
    return {
      ...common,
      caveats: [...judged.caveats, ...explainTooFew(tooFew)],
      no_noise_floor: floor,
      changes,
      unchanged: 0,
    };
  }
  return {
    ...common,
    no_noise_floor: floor,
    totals: { before: totalRate(sides.before, { isPart, column }), after: totalRate(sides.after, { isPart, column }) },
    changes: rateChanges(a, b, {
      ...sides,
      unseen: kind === 'scalar' || view.isExact === true ? exactZero : (side) => unseenBy(side, view.keyOf),
    }),
    unchanged: 0,
  };
}

function explainTooFew(keys: number): string[] {
  if (keys === 0) return [];
  const which = keys === 1 ? '1 key has' : `${keys} keys have`;
  return [`${which} fewer than ${leastDurations} durations on a side and cannot be compared`];
}

interface Sides {
  readonly before: readonly SideAxis[];
  readonly after: readonly SideAxis[];
}

function setChanges(a: ReadonlyMap<string, Counted>, b: ReadonlyMap<string, Counted>, sides: Sides): Change[] {
  const added = [...b]
    .filter(([key]) => !a.has(key))
    .map(([key, counted]): Change => ({
      key,
      change: 'new',
      before: unseenBy(sides.before, whole),
      after: counted.observation,
      ...(counted.firstBlock !== undefined && { first_seen_sec: secondsOf(counted.firstBlock, sides.after) }),
    }));
  const gone = [...a]
    .filter(([key]) => !b.has(key))
    .map(([key, counted]): Change => ({
      key,
      change: 'not_seen',
      before: counted.observation,
      after: unseenBy(sides.after, whole),
    }));
  return [...added.toSorted(byCount('after')), ...gone.toSorted(byCount('before'))];
}

interface RateSides extends Sides {
  /** What a key that was not counted says. */
  readonly unseen: (side: readonly SideAxis[]) => Observation;
}

function rateChanges(a: ReadonlyMap<string, Counted>, b: ReadonlyMap<string, Counted>, sides: RateSides): Change[] {
  const keys = new Set([...a.keys(), ...b.keys()]);
  const rows = [...keys].map((key): Change => {
    const place = b.get(key)?.place ?? a.get(key)?.place;
    return {
      key,
      change: 'moved',
      before: a.get(key)?.observation ?? sides.unseen(sides.before),
      after: b.get(key)?.observation ?? sides.unseen(sides.after),
      ...(place !== undefined && { place }),
    };
  });
  return rows.toSorted((x, y) => distanceOf(y) - distanceOf(x) || compareText(x.key, y.key));
}

function distanceOf({ before, after }: Change): number {
  return Math.abs(rateOf(after) - rateOf(before));
}

function rateOf(observation: Observation): number {
  return observation.seen ? observation.rate : 0;
}

function byCount(side: 'before' | 'after'): (x: Change, y: Change) => number {
  const countOf = ({ [side]: observation }: Change): number => (observation.seen ? observation.count : 0);
  return (x, y) => countOf(y) - countOf(x) || compareText(x.key, y.key);
}

function secondsOf(block: number, head: readonly SideAxis[]): number {
  const window = (head[0]?.vector.window.measured_ns ?? 0) / 1e9;
  return Math.round(((block * window) / 12) * 10) / 10;
}

/** Median over frequent system calls of the ratio of their rates: robust against a few that changed for good reason. */
function findLoadFactor(before: readonly CaptureVector[], after: readonly CaptureVector[]): number | undefined {
  const judged = judgeAxis({ source: 'syscalls' }, before, after);
  if (!judged.comparable) return undefined;
  const [a, b] = [countSide(judged.baseline, { keyOf: whole }), countSide(judged.head, { keyOf: whole })];
  const ratios = [...a].flatMap(([key, { observation: x }]) => {
    const y = b.get(key)?.observation;
    const isFrequent = x.seen && y?.seen === true && x.count >= 10 && y.count >= 10;
    return isFrequent ? [rateOf(y) / rateOf(x)] : [];
  });
  if (ratios.length === 0) return undefined;
  const sorted = ratios.toSorted((x, y) => x - y);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 1;
  return sorted.length % 2 === 1 ? upper : Math.sqrt(upper * (sorted[middle - 1] ?? upper));
}
