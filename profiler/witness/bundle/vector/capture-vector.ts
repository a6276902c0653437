/**
 * What a comparison needs of one capture, as columns of numbers: a fraction of a bundle, stored beside it, and read
 * without inflating or parsing the bundle.
 */
import { z } from 'zod';
import { Bundle, measuredFacts, MissingAxis, type SourcePlace, Unit } from '../record/bundle.ts';

/** Units in the order of their numbers in `AxisColumns.units`. */
export const units = Unit.options;

/** In `presence`: the key was not measured by block. */
export const noPresence = 0xffff;
/** In `spread`: not known. */
export const noSpread = 0xffff;

export type Numbers = Float64Array | Uint32Array;

/** One entry for each key, in the order of `keys`. In the optional columns `NaN` says that the key has no such value. */
export interface AxisColumns {
  /** In code unit order. A key that a bundle has twice is here twice. */
  readonly keys: readonly string[];
  /** Indexes into `units`. */
  readonly units: Uint8Array;
  readonly amount: Numbers;
  readonly events?: Numbers | undefined;
  readonly samples?: Numbers | undefined;
  readonly ns?: Numbers | undefined;
  readonly bytes?: Numbers | undefined;
  readonly timed?: Numbers | undefined;
  readonly inclusive?: Numbers | undefined;
  /** Samples in which it is the innermost function of the target's own code; 0 of what is not own. */
  readonly own?: Numbers | undefined;
  /** Samples in which it is the innermost function whose kind of work is known; 0 of the others. */
  readonly work?: Numbers | undefined;
  /** Of own functions, samples in which they are anywhere on the stack. */
  readonly within?: Numbers | undefined;
  /** Bit i: the key occurred in block i of the window; `noPresence` where that was not measured. */
  readonly presence: Uint16Array;
  /** Standard deviation of the blocks over their mean, in thousandths; `noSpread` without blocks or amount. */
  readonly spread: Uint16Array;
  /** By executable, in the order of `builds` of the axis; last, what no executable is known for. They add up to `amount`. */
  readonly byBuild?: readonly Numbers[] | undefined;
  readonly histograms?: Histograms | undefined;
  readonly places?: Places | undefined;
  /** Of sampled functions, where whole stacks were kept. */
  readonly edges?: Edges | undefined;
}

/** Names of the columns that a key may have no value in. */
export const optionalColumns = [
  'events',
  'samples',
  'ns',
  'bytes',
  'timed',
  'inclusive',
  'own',
  'work',
  'within',
] as const;
export type OptionalColumn = (typeof optionalColumns)[number];

/** Latency histograms without their empty bins: those of key i are the bins from `starts[i]` to before `starts[i + 1]`. */
export interface Histograms {
  /** Bins of each key's histogram, the empty ones included; 0 for a key without one. */
  readonly lengths: Uint16Array;
  readonly starts: Uint32Array;
  readonly bins: Uint16Array;
  readonly counts: Numbers;
}

/** Where the functions of keys are declared. */
export interface Places {
  readonly files: readonly string[];
  /** One more than the index into `files`; 0 for a key without a place. */
  readonly file: Uint32Array;
  /** 0 where only the file is known. */
  readonly line: Uint32Array;
}

/** Calls between functions, as indexes into `keys`, in order of caller and callee. */
export interface Edges {
  readonly caller: Uint32Array;
  readonly callee: Uint32Array;
  /** Samples whose stacks have the one directly above the other. */
  readonly samples: Numbers;
}

const requestFacts = Bundle.shape.request.pick({
  workload: true,
  version: true,
  env: true,
  kind: true,
  requested_at: true,
  image: true,
});

const axisFacts = {
  ...measuredFacts,
  /** Events that were lost, of the axis and of following children; absent where none was. */
  lost: z.number().int().positive().optional(),
};

/** Everything but the columns. */
export const VectorFacts = z.strictObject({
  request: requestFacts,
  instance: z.string(),
  recorded: z.boolean(),
  builds: Bundle.shape.builds,
  containers: Bundle.shape.containers,
  host: Bundle.shape.host,
  quota: Bundle.shape.quota,
  window: Bundle.shape.window,
  work: Bundle.shape.work,
  tool: Bundle.shape.tool.pick({ collector_version: true, witness_version: true, bpf_sha256: true }),
  /** Processes that the target had when the window began. */
  initial_processes: z.number().int().nonnegative(),
  /** How long the oldest of them had run then; absent where the collector did not say when that was. */
  age_ns: z.number().nonnegative().optional(),
  axes: z.array(
    z.discriminatedUnion('state', [
      z.strictObject({ state: z.literal('complete'), ...axisFacts }),
      z.strictObject({ state: z.literal('partial'), ...axisFacts }),
      MissingAxis,
    ]),
  ),
});
export type VectorFacts = z.infer<typeof VectorFacts>;

type AxisFacts = VectorFacts['axes'][number];
export type MissingVector = Extract<AxisFacts, { state: 'missing' }>;
export type MeasuredVector = Exclude<AxisFacts, MissingVector> & { readonly columns: AxisColumns };
export type AxisVector = MeasuredVector | MissingVector;

export type CaptureVector = Omit<VectorFacts, 'axes'> & { readonly axes: readonly AxisVector[] };

/**
 * Adds the histogram of a key to `sum`, which grows to its length, and returns how many durations it has; it makes no
 * array of its own, because a comparison reads a hundred thousand of them.
 */
export function addHistogram(sum: number[], { lengths, starts, bins, counts }: Histograms, key: number): number {
  while (sum.length < (lengths[key] ?? 0)) sum.push(0);
  let count = 0;
  const end = starts[key + 1] ?? 0;
  for (let at = starts[key] ?? 0; at < end; at++) {
    const bin = bins[at] ?? 0;
    const some = counts[at] ?? 0;
    sum[bin] = (sum[bin] ?? 0) + some;
    count += some;
  }
  return count;
}

/** How many durations the histogram of a key has. */
export function countDurations({ starts, counts }: Histograms, key: number): number {
  let count = 0;
  const end = starts[key + 1] ?? 0;
  for (let at = starts[key] ?? 0; at < end; at++) count += counts[at] ?? 0;
  return count;
}

/** The histogram of a key with its empty bins; undefined when it has none. */
export function histogramOf({ histograms }: AxisColumns, key: number): number[] | undefined {
  const length = histograms?.lengths[key] ?? 0;
  if (histograms === undefined || length === 0) return undefined;
  const whole = Array<number>(length).fill(0);
  const end = histograms.starts[key + 1] ?? 0;
  for (let at = histograms.starts[key] ?? 0; at < end; at++) {
    whole[histograms.bins[at] ?? 0] = histograms.counts[at] ?? 0;
  }
  return whole;
}

/** Whole numbers that fit take half the memory. */
export function smallest(counts: Float64Array | readonly number[]): Numbers {
  for (const count of counts) {
    if (!Number.isInteger(count) || count < 0 || count > 0xffff_ffff) return Float64Array.from(counts);
  }
  return Uint32Array.from(counts);
}

/** A value of an optional column; undefined where the key has none. */
export function valueOf(column: Numbers | undefined, key: number): number | undefined {
  const value = column?.[key];
  return value === undefined || Number.isNaN(value) ? undefined : value;
}

export function placeOf({ places }: AxisColumns, key: number): SourcePlace | undefined {
  const file = places?.files[(places.file[key] ?? 0) - 1];
  if (file === undefined) return undefined;
  const line = places?.line[key] ?? 0;
  return { file, ...(line > 0 && { line }) };
}

/** Standard deviation of the 12 blocks over their mean; undefined where it is not known. */
export function spreadOf({ spread }: AxisColumns, key: number): number | undefined {
  const thousandths = spread[key] ?? noSpread;
  return thousandths === noSpread ? undefined : thousandths / 1000;
}

/** The first of the 12 blocks in which a key occurred. */
export function firstBlockOf({ presence }: AxisColumns, key: number): number | undefined {
  const bits = presence[key] ?? noPresence;
  return bits === noPresence || bits === 0 ? undefined : 31 - Math.clz32(bits & -bits);
}

/** Messages received and connections accepted a second over all captures; undefined where none were, or one did not count them. */
export function workRate(side: readonly CaptureVector[]): number | undefined {
  let [units, nanoseconds] = [0, 0];
  for (const { work, window } of side) {
    if (work === undefined) return undefined;
    units += work.messages_received.amount + work.accepts.amount;
    nanoseconds += window.measured_ns;
  }
  return units === 0 || nanoseconds === 0 ? undefined : (units * 1e9) / nanoseconds;
}
