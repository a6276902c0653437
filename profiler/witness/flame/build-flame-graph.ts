/**
 * The flame graph of one capture, or of two versions: whole stacks merged into one tree, in milliseconds of CPU a
 * second. Pure and deterministic.
 */
import type { Bundle, SourcePlace } from '../bundle.ts';
import { describeSide, judgeAxis } from '../comparable.ts';
import { compareText } from '../compare-text.ts';
import { foldNameless } from '../nameless.ts';
import type { CaptureVector } from '../vector/capture-vector.ts';
import { vectorOf } from '../vector/vector-of.ts';
import { cutNodes } from './cut-nodes.ts';
import { type FlameFrame, type FlameGraph, type FlameSide, mostNodes } from './flame-graph.ts';
import { mergeStacks, type MergedStacks, type WeighedStack } from './merge-stacks.ts';

const axisId = 'cpu_stacks';

interface SampledCapture extends Read {
  readonly axis: Extract<Bundle['axes'][number], { features: unknown }>;
  readonly stacks: NonNullable<Bundle['stacks']>;
  readonly hz: number;
}

/** With what a comparison reads of it, made once. */
interface Read {
  readonly bundle: Bundle;
  readonly vector: CaptureVector;
}

function read(bundle: Bundle): Read {
  return { bundle, vector: vectorOf(bundle) };
}

interface Sides {
  readonly before: readonly SampledCapture[];
  readonly after: readonly SampledCapture[];
}

/** Of one capture. `most`: nodes that remain. */
export function buildFlameGraph(bundle: Bundle, most = mostNodes): FlameGraph {
  const side = [read(bundle)];
  const after = sampledOf(side);
  return after.length === 0 ? { state: 'missing', why: [explainMissing(side)] } : draw({ before: [], after }, most);
}

/** Of two versions: the first bundle of a side is its head. The same captures as `compare` uses of that axis. */
export function compareFlameGraphs(baseline: readonly Bundle[], head: readonly Bundle[], most = mostNodes): FlameGraph {
  const [whole, newer] = [baseline.map(read), head.map(read)];
  const [a, b] = [whole, newer].map((side) => side.map(({ vector }) => vector));
  const judged = judgeAxis({ source: axisId }, a ?? [], b ?? []);
  const used = (side: 'baseline' | 'head', all: readonly Read[]): readonly Read[] => {
    if (!judged.comparable) return all;
    const kept = new Set(judged[side].map(({ vector }) => vector));
    return all.filter(({ vector }) => kept.has(vector));
  };
  const sides = { before: sampledOf(used('baseline', whole)), after: sampledOf(used('head', newer)) };
  const why = [
    ...(sides.before.length === 0 ? [explainMissing(whole)] : []),
    ...(sides.after.length === 0 ? [explainMissing(newer)] : []),
  ];
  if (why.length > 0) return { state: 'missing', why };
  const drawn = draw(sides, most);
  return judged.comparable ? drawn : { ...drawn, not_comparable: judged.reason };
}

function sampledOf(side: readonly Read[]): SampledCapture[] {
  return side.flatMap(({ bundle, vector }) => {
    const axis = bundle.axes.find((one) => one.axis === axisId);
    if (axis === undefined || axis.state === 'missing' || bundle.stacks === undefined) return [];
    const { measured_hz: hz } = axis;
    return hz === undefined ? [] : [{ bundle, vector, axis, stacks: bundle.stacks, hz }];
  });
}

function explainMissing(side: readonly Read[]): string {
  const vectors = side.map(({ vector }) => vector);
  const { why } = describeSide({ source: axisId }, vectors);
  const reason = why.length === 0 ? 'the capture has no whole stacks' : why.join('; ');
  return `${vectors[0]?.request.version ?? 'no version'}: ${reason}`;
}

function draw(sides: Sides, most: number): FlameGraph & { state: 'measured' } {
  const isCompared = sides.before.length > 0;
  const { keys, places, rankOf } = rankFunctions(sides, isCompared);
  const merged = mergeStacks([...weigh(sides.before, 0, rankOf), ...weigh(sides.after, 1, rankOf)], keys.length);
  const { nodes, cut } = cutNodes(merged.nodes, most);
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
  };
}

function costOf({ self, total }: MergedStacks, rank: number, side: 0 | 1): FlameFrame['after'] {
  return { self: round(self[rank]?.[side] ?? 0), total: round(total[rank]?.[side] ?? 0) };
}

interface Ranks {
  /** Functions on any stack, in order. */
  readonly keys: readonly string[];
  readonly places: ReadonlyMap<string, SourcePlace>;
  /** The rank of a feature of a capture. */
  readonly rankOf: (capture: SampledCapture, feature: number) => number | undefined;
}

function rankFunctions({ before, after }: Sides, isCompared: boolean): Ranks {
  const vectorsOf = (side: readonly SampledCapture[]) => side.map(({ vector }) => vector);
  const fold = foldNameless(vectorsOf(before), vectorsOf(after));
  const keyOf = (key: string): string => (isCompared ? fold(axisId, key) : key);
  const places = new Map<string, SourcePlace>();
  const keysOf = new Map<SampledCapture, (string | undefined)[]>();
  const used = new Set<string>();
  // The newer side last: it is the one whose places are shown.
  for (const capture of [...before, ...after]) {
    const keys = capture.axis.features.map(({ key }) => keyOf(key));
    keysOf.set(capture, keys);
    const seen = new Set<number>();
    for (const { frames } of capture.stacks.stacks) for (const frame of frames) seen.add(frame);
    for (const frame of seen) {
      const [key, place] = [keys[frame], capture.axis.features[frame]?.place];
      if (key === undefined) continue;
      used.add(key);
      if (place !== undefined) places.set(key, place);
    }
  }
  const keys = [...used].toSorted(compareText);
  const ranks = new Map(keys.map((key, rank) => [key, rank]));
  return { keys, places, rankOf: (capture, feature) => ranks.get(keysOf.get(capture)?.[feature] ?? '') };
}

function weigh(side: readonly SampledCapture[], index: 0 | 1, rankOf: Ranks['rankOf']): WeighedStack[] {
  return side.flatMap((capture) => {
    const weight = weightOfSample(capture) / side.length;
    return capture.stacks.stacks.map(({ frames, count }) => ({
      frames: frames.flatMap((frame) => rankOf(capture, frame) ?? []),
      weight: count * weight,
      side: index,
    }));
  });
}

/** Milliseconds of CPU a second that one sample of a capture is worth. */
function weightOfSample({ hz, bundle }: SampledCapture): number {
  return 1000 / hz / Math.max(bundle.window.measured_ns / 1e9, 1e-9);
}

function describe(side: readonly SampledCapture[]): FlameSide {
  const sum = (read: (capture: SampledCapture) => number): number =>
    side
      .map(read)
      .toSorted((a, b) => a - b)
      .reduce((a, b) => a + b, 0);
  const samples = sum(({ stacks }) => stacks.samples);
  const listed = sum(({ stacks }) => stacks.stacks.reduce((all, { count }) => all + count, 0));
  return {
    version: side[0]?.bundle.request.version ?? '',
    captures: side.length,
    total: round(sum((capture) => capture.stacks.samples * weightOfSample(capture)) / side.length),
    samples,
    ends_early: Math.max(0, samples - sum(({ stacks }) => stacks.whole)),
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
