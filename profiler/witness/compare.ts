/**
 * Compares two versions, axis by axis. Set axes say what is new and what was not seen, with counts and
 * with what a zero excludes. Rate axes show before and after, largest difference first, and no verdict:
 * a verdict needs a noise floor, and its absence stands above the numbers. Pure and deterministic.
 */
import type { Bundle, Feature } from './bundle.ts';
import type { AxisId } from './collector-record.ts';
import { type SideAxis, describeSide, findCaveats, judgeAxis } from './comparable.ts';
import type { AxisDiff, CaptureRef, Change, Diff, Observation } from './diff.ts';
import { compareText } from './encode.ts';
import { begins } from './memory-features.ts';
import { explainNoiseFloor } from './noise-floor.ts';
import { type Counted, countSide, exactZero, totalRate, unseenBy } from './observe.ts';
import { reasonOf } from './waits.ts';

export interface ComparedCapture {
  readonly ref: CaptureRef;
  readonly bundle: Bundle;
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

interface AxisView {
  readonly axis: string;
  readonly source: AxisId;
  readonly kind: AxisDiff['kind'];
  readonly unit: string;
  /** Key under which a feature is compared; undefined leaves it out. */
  readonly keyOf: (key: string) => string | undefined;
  /** What a rate counts where it is not events. It is measured exactly: what was not seen is zero. */
  readonly amountOf?: (feature: Feature) => number;
  /** Which keys of the axis make up its total; those that are compared when this is left out. */
  readonly isPart?: (key: string) => boolean;
}

const whole = (key: string): string => key;
const isPeer = /^(?:connect|accept|datagram) /u;

/** Keys that begin so, without that. */
function behind(beginning: string): AxisView['keyOf'] {
  return (key) => (key.startsWith(beginning) ? key.slice(beginning.length) : undefined);
}

/** Measured only where it was asked for: where no side has it, there is nothing to say. */
const onRequest: ReadonlySet<AxisId> = new Set(['allocations']);

/** In the order in which they are shown. */
const views: readonly AxisView[] = [
  { axis: 'files', source: 'files', kind: 'set', unit: 'opens/s', keyOf: whole },
  { axis: 'file_changes', source: 'file_changes', kind: 'set', unit: 'changes/s', keyOf: whole },
  {
    axis: 'network',
    source: 'network',
    kind: 'set',
    unit: 'events/s',
    keyOf: (key) => (isPeer.test(key) ? key : undefined),
  },
  { axis: 'processes', source: 'processes', kind: 'set', unit: 'events/s', keyOf: whole },
  { axis: 'executable_memory', source: 'executable_memory', kind: 'set', unit: 'calls/s', keyOf: whole },
  { axis: 'capabilities', source: 'capabilities', kind: 'set', unit: 'checks/s', keyOf: whole },
  { axis: 'signals', source: 'signals', kind: 'set', unit: 'signals/s', keyOf: whole },
  { axis: 'syscall_names', source: 'syscalls', kind: 'set', unit: 'calls/s', keyOf: (key) => key.split(' ')[0] },
  { axis: 'cpu_stacks', source: 'cpu_stacks', kind: 'rate', unit: 'CPU ms/s', keyOf: whole },
  { axis: 'syscalls', source: 'syscalls', kind: 'rate', unit: 'calls/s', keyOf: whole },
  {
    axis: 'file_io',
    source: 'file_io',
    kind: 'rate',
    unit: 'bytes/s',
    keyOf: whole,
    amountOf: ({ bytes = 0 }) => bytes,
  },
  { axis: 'file_io_time', source: 'file_io', kind: 'rate', unit: 'ns/s', keyOf: whole, amountOf: ({ ns = 0 }) => ns },
  {
    axis: 'network_bytes',
    source: 'network',
    kind: 'rate',
    unit: 'bytes/s',
    keyOf: behind('bytes '),
    amountOf: ({ count }) => count,
  },
  {
    axis: 'network_events',
    source: 'network',
    kind: 'rate',
    unit: 'events/s',
    keyOf: behind('event '),
  },
  // The total stands above the table; the rows are threads by name.
  {
    axis: 'cpu_time',
    source: 'cpu_time',
    kind: 'scalar',
    unit: 'CPU ms/s',
    keyOf: (key) => (key === 'total' ? undefined : key),
    isPart: (key) => key === 'total',
  },
  { axis: 'off_cpu', source: 'off_cpu', kind: 'scalar', unit: 'ms/s', keyOf: reasonOf, isPart: isReason },
  {
    axis: 'off_cpu_sites',
    source: 'off_cpu',
    kind: 'rate',
    unit: 'ms/s',
    keyOf: (key) => (isReason(key) ? undefined : key),
    isPart: (key) => !isReason(key),
  },
  {
    axis: 'locks',
    source: 'locks',
    kind: 'rate',
    unit: 'ms/s',
    keyOf: (key) => (key === 'total' ? undefined : key),
    isPart: (key) => key === 'total',
  },
  { axis: 'memory_growth', source: 'memory', kind: 'scalar', unit: 'bytes/s', keyOf: behind(begins.resident) },
  { axis: 'memory_faults', source: 'memory', kind: 'rate', unit: 'faults/s', keyOf: behind(begins.fault) },
  { axis: 'fault_sites', source: 'memory', kind: 'rate', unit: 'faults/s', keyOf: behind(begins.faultSite) },
  { axis: 'memory_calls', source: 'memory', kind: 'rate', unit: 'calls/s', keyOf: behind(begins.call) },
  { axis: 'growth_sites', source: 'memory', kind: 'rate', unit: 'bytes/s', keyOf: behind(begins.growthSite) },
  { axis: 'allocation_calls', source: 'allocations', kind: 'rate', unit: 'calls/s', keyOf: behind(begins.call) },
  {
    axis: 'allocation_sites',
    source: 'allocations',
    kind: 'rate',
    unit: 'bytes/s',
    keyOf: behind(begins.allocationSite),
  },
];

function isReason(key: string): boolean {
  return reasonOf(key) !== undefined;
}

export function compare(comparison: Comparison): Diff {
  const { baseline, head } = comparison;
  const baselineReplicates = inOrder(comparison.baselineReplicates);
  const headReplicates = inOrder(comparison.headReplicates);
  const before = [baseline, ...baselineReplicates].map(({ bundle }) => bundle);
  const after = [head, ...headReplicates].map(({ bundle }) => bundle);
  const loadFactor = findLoadFactor(before, after);
  const caveats = findCaveats([...before, ...after]);
  if (loadFactor !== undefined && (loadFactor < 0.5 || loadFactor > 2)) {
    caveats.push(`the load of the two sides differs by a factor of ${loadFactor.toFixed(2)}`);
  }
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
      .map((view) => compareAxis(view, before, after)),
  };
}

function isKnown(axis: AxisId, bundles: readonly Bundle[]): boolean {
  return bundles.some(({ axes }) => axes.some((one) => one.axis === axis));
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

function compareAxis(view: AxisView, before: readonly Bundle[], after: readonly Bundle[]): AxisDiff {
  const { axis, source, kind, unit, keyOf, isPart = (key) => keyOf(key) !== undefined } = view;
  const facts = { axis, source, kind, unit, baseline: describeSide(source, before), head: describeSide(source, after) };
  const judged = judgeAxis(source, before, after);
  if (!judged.comparable) {
    return { ...facts, state: 'not_comparable', reason: judged.reason, caveats: [], changes: [], unchanged: 0 };
  }
  const sides = { before: amountsOf(judged.baseline, view), after: amountsOf(judged.head, view) };
  const a = countSide(sides.before, view.keyOf);
  const b = countSide(sides.after, view.keyOf);
  const common = { ...facts, state: 'compared', caveats: judged.caveats } as const;
  if (kind === 'set') {
    const changes = setChanges(a, b, sides);
    return { ...common, changes, unchanged: [...a.keys()].filter((key) => b.has(key)).length };
  }
  const floor = explainNoiseFloor(
    { version: judged.baseline[0]?.bundle.request.version ?? '', captures: judged.baseline.length },
    { version: judged.head[0]?.bundle.request.version ?? '', captures: judged.head.length },
  );
  return {
    ...common,
    no_noise_floor: floor,
    totals: { before: totalRate(sides.before, isPart), after: totalRate(sides.after, isPart) },
    changes: rateChanges(a, b, {
      ...sides,
      unseen: kind === 'scalar' || view.amountOf !== undefined ? exactZero : (side) => unseenBy(side, view.keyOf),
    }),
    unchanged: 0,
  };
}

/** The same features, counting what the view counts. */
function amountsOf(side: readonly SideAxis[], { amountOf }: AxisView): readonly SideAxis[] {
  if (amountOf === undefined) return side;
  return side.map(({ bundle, axis }) => ({
    bundle,
    axis: { ...axis, features: axis.features.map((feature) => ({ ...feature, count: amountOf(feature) })) },
  }));
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
  const window = (head[0]?.bundle.window.measured_ns ?? 0) / 1e9;
  return Math.round(((block * window) / 12) * 10) / 10;
}

/** Median over frequent system calls of the ratio of their rates: robust against a few that changed for good reason. */
function findLoadFactor(before: readonly Bundle[], after: readonly Bundle[]): number | undefined {
  const judged = judgeAxis('syscalls', before, after);
  if (!judged.comparable) return undefined;
  const [a, b] = [countSide(judged.baseline, whole), countSide(judged.head, whole)];
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
