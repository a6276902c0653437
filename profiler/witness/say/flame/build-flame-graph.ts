/**
 * The flame graph of one capture, or of two versions: whole stacks merged into one tree, in milliseconds of CPU a
 * second. Pure and deterministic.
 */
import type { Bundle, SourcePlace } from '../../bundle/record/bundle.ts';
import { describeSide, judgeAxis } from '../../judge/comparable/comparable.ts';
import { compareText } from '../../bundle/keys/key-text.ts';
import { ofOneArchitecture } from '../../judge/comparable/counted-captures.ts';
import { judgeIdentity } from '../../judge/identity/judge-identity.ts';
import { readNameless } from '../../bundle/features/nameless.ts';
import type { CaptureVector } from '../../bundle/vector/capture-vector.ts';
import { vectorOf } from '../../bundle/vector/vector-of.ts';
import { type FlameFrame, type FlameGraph, type FlameSide, mostNodes } from './flame-graph.ts';
import { mergeStacks, type MergedStacks } from './merge-stacks.ts';
import { type PackedStacks, packStacks } from './pack-stacks.ts';

const axisId = 'cpu_stacks';

/** What a graph needs of a capture: a bundle of the largest size is not held longer than it takes to read. */
interface Read {
  readonly vector: CaptureVector;
  readonly sampled: SampledCapture | undefined;
}

interface SampledCapture {
  readonly vector: CaptureVector;
  /** Of the functions that frames are. */
  readonly keys: readonly string[];
  readonly places: readonly (SourcePlace | undefined)[];
  readonly stacks: PackedStacks;
  readonly samples: number;
  readonly whole: number;
  /** Milliseconds of CPU a second that one sample is worth. */
  readonly weight: number;
}

function read(bundle: Bundle, side: 0 | 1): Read {
  const vector = vectorOf(bundle);
  const axis = bundle.axes.find((one) => one.axis === axisId);
  const nothing = { vector, sampled: undefined };
  if (axis === undefined || axis.state === 'missing') return nothing;
  const { measured_hz: hz, features } = axis;
  if (hz === undefined || bundle.stacks === undefined) return nothing;
  const { samples, whole, stacks } = bundle.stacks;
  const counted = stacks.map(({ frames, count }) => ({ frames, weight: count }));
  const sampled = {
    vector,
    keys: features.map(({ key }) => key),
    places: features.map(({ place }) => place),
    stacks: packStacks(counted, { side, functions: features.length }),
    samples,
    whole,
    weight: 1000 / hz / Math.max(bundle.window.measured_ns / 1e9, 1e-9),
  };
  return { vector, sampled };
}

function readAll(bundles: Iterable<Bundle>, side: 0 | 1): Read[] {
  const all: Read[] = [];
  for (const bundle of bundles) all.push(read(bundle, side));
  return all;
}

interface Sides {
  readonly before: readonly SampledCapture[];
  readonly after: readonly SampledCapture[];
}

/** Of one capture. `most`: nodes that remain. */
export function buildFlameGraph(bundle: Bundle, most = mostNodes): FlameGraph {
  const side = [read(bundle, 1)];
  const after = sampledOf(side);
  return after.length === 0 ? { state: 'missing', why: [explainMissing(side)] } : draw({ before: [], after }, most);
}

/**
 * Of two versions: the first bundle of a side is its head. The same captures as `compare` uses of that axis. Each bundle
 * is read before the next one is taken.
 */
export function compareFlameGraphs(baseline: Iterable<Bundle>, head: Iterable<Bundle>, most = mostNodes): FlameGraph {
  const [all, allNewer] = [readAll(baseline, 0), readAll(head, 1)];
  const [whole, newer] = [ofOneArchitecture(all, allNewer[0]), ofOneArchitecture(allNewer, allNewer[0])];
  const [a, b] = [whole.map(({ vector }) => vector), newer.map(({ vector }) => vector)];
  const judged = judgeAxis({ source: axisId }, a, b);
  // Whole stacks are not known by build.
  const { mixed } = judgeIdentity(a, b);
  const used = (side: 'baseline' | 'head', some: readonly Read[]): readonly Read[] => {
    if (!judged.comparable) return some;
    const kept = new Set(judged[side].map(({ vector }) => vector));
    return some.filter(({ vector }) => kept.has(vector));
  };
  const sides = { before: sampledOf(used('baseline', whole)), after: sampledOf(used('head', newer)) };
  const why = [
    ...(sides.before.length === 0 ? [explainMissing(whole)] : []),
    ...(sides.after.length === 0 ? [explainMissing(newer)] : []),
  ];
  if (why.length > 0) return { state: 'missing', why };
  const drawn = draw(sides, most);
  const reason = judged.comparable ? mixed : judged.reason;
  return reason === undefined ? drawn : { ...drawn, not_comparable: reason };
}

function sampledOf(side: readonly Read[]): SampledCapture[] {
  return side.flatMap(({ sampled }) => sampled ?? []);
}

function explainMissing(side: readonly Read[]): string {
  const vectors = side.map(({ vector }) => vector);
  const { why } = describeSide({ source: axisId }, vectors);
  const reason = why.length === 0 ? 'the capture has no whole stacks' : why.join('; ');
  return `${vectors[0]?.request.version ?? 'no version'}: ${reason}`;
}

function draw(sides: Sides, most: number): FlameGraph & { state: 'measured' } {
  const isCompared = sides.before.length > 0;
  const { keys, places, ranksOf } = rankFunctions(sides, isCompared);
  const weighed = [sides.before, sides.after].flatMap((side) =>
    inOrder(side).map((one) => weigh(one, side.length, ranksOf)),
  );
  const merged = mergeStacks(weighed, keys.length, most);
  const { nodes, cut, other } = merged;
  const before = isCompared ? describe(sides.before) : undefined;
  const after = describe(sides.after);
  return {
    state: 'measured',
    unit: 'CPU ms/s',
    complete: [...(before === undefined ? [] : [before]), after].every(isWhole),
    ...(before !== undefined && { before }),
    after,
    frames: keys.map((key, rank) => {
      const place = places.get(key);
      return {
        key,
        ...(place !== undefined && { place }),
        ...(isCompared && { before: costOf(merged, rank, 0) }),
        after: costOf(merged, rank, 1),
      };
    }),
    nodes: {
      frame: nodes.frame,
      parent: nodes.parent,
      ...(isCompared && { before: nodes.before.map(round) }),
      after: nodes.after.map(round),
    },
    cut,
    ...(cut > 0 && { other: { ...(isCompared && { before: round(other.before) }), after: round(other.after) } }),
  };
}

function costOf({ self, total }: MergedStacks, rank: number, side: 0 | 1): FlameFrame['after'] {
  return { self: round(self[side][rank] ?? 0), total: round(total[side][rank] ?? 0) };
}

interface Ranks {
  /** Functions on any stack, in order. */
  readonly keys: readonly string[];
  readonly places: ReadonlyMap<string, SourcePlace>;
  /** The rank of each feature of a capture. */
  readonly ranksOf: (capture: SampledCapture) => Uint32Array;
}

function rankFunctions({ before, after }: Sides, isCompared: boolean): Ranks {
  const vectorsOf = (side: readonly SampledCapture[]) => side.map(({ vector }) => vector);
  const nameless = readNameless(vectorsOf(before), vectorsOf(after));
  const keyOf = (key: string): string => (isCompared ? nameless.keyOf(axisId, key) : key);
  const places = new Map<string, SourcePlace>();
  const used = new Set<string>();
  // The newer side last: it is the one whose places are shown.
  for (const capture of [...before, ...after]) {
    const isOnStack = new Uint8Array(capture.keys.length);
    for (const frame of capture.stacks.frames) isOnStack[frame] = 1;
    for (const [frame, whole] of capture.keys.entries()) {
      if (isOnStack[frame] !== 1) continue;
      const [key, place] = [keyOf(whole), capture.places[frame]];
      used.add(key);
      if (place !== undefined) places.set(key, place);
    }
  }
  const keys = [...used].toSorted(compareText);
  const ranks = new Map(keys.map((key, rank) => [key, rank]));
  return { keys, places, ranksOf: (capture) => Uint32Array.from(capture.keys, (key) => ranks.get(keyOf(key)) ?? 0) };
}

/** Sums of fractions depend on their order, and the order of replicates says nothing. */
function inOrder(side: readonly SampledCapture[]): SampledCapture[] {
  return side.toSorted(
    ({ vector: a }, { vector: b }) =>
      compareText(a.window.start_wall, b.window.start_wall) || compareText(a.instance, b.instance),
  );
}

function weigh({ stacks, weight, ...rest }: SampledCapture, captures: number, ranksOf: Ranks['ranksOf']): PackedStacks {
  const ranks = ranksOf({ stacks, weight, ...rest });
  return { ...stacks, ranks, weights: stacks.weights.map((count) => (count * weight) / captures) };
}

function describe(side: readonly SampledCapture[]): FlameSide {
  const sum = (read: (capture: SampledCapture) => number): number =>
    side
      .map(read)
      .toSorted((a, b) => a - b)
      .reduce((a, b) => a + b, 0);
  const samples = sum((capture) => capture.samples);
  const listed = sum(({ stacks }) => stacks.weights.reduce((all, count) => all + count, 0));
  return {
    version: side[0]?.vector.request.version ?? '',
    captures: side.length,
    total: round(sum((capture) => capture.samples * capture.weight) / side.length),
    samples,
    ends_early: Math.max(0, samples - sum(({ whole }) => whole)),
    unlisted: Math.max(0, samples - listed),
  };
}

function isWhole({ ends_early: endsEarly, unlisted }: FlameSide): boolean {
  return endsEarly === 0 && unlisted === 0;
}

/** To 0.1 µs of CPU a second: less than one sample of the longest window. */
function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
