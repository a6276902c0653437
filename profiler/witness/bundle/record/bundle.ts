/**
 * The immutable record of one capture on one node. What was not measured has no number: an axis that
 * is `missing` carries reasons and nothing else, and a probe carries counts only under `measured`.
 */
import { z } from 'zod';
import { AxisId, CollectorRecord, ProbeResult } from './collector-record.ts';
import { Blocks, count } from './collector-stacks.ts';

/** Where a function is declared. Never part of a key: a function that moves in its file is the same function. */
export const SourcePlace = z.strictObject({ file: z.string(), line: z.number().int().positive().optional() });
export type SourcePlace = z.infer<typeof SourcePlace>;

/** The image that a version was deployed as, by its digest: a tag can be moved to another image. */
const imagePattern = /^(?:[A-Za-z0-9][\w.:/-]{0,254}@)?(?<digest>sha256:[0-9a-f]{64})$/u;

/** `sha256:<64 hexadecimal digits>`, or `name@` before it. */
export const ImageReference = z.string().regex(imagePattern);

/** Without the name, which says only where it was pulled from; the text itself where it is no reference. */
export function digestOfImage(image: string): string {
  return imagePattern.exec(image)?.groups?.['digest'] ?? image;
}

/** What an amount is a number of. */
export const Unit = z.enum(['events', 'samples', 'ns', 'bytes']);
export type Unit = z.infer<typeof Unit>;

const featureShape = {
  key: z.string(),
  /** Over the whole window, in `unit`. */
  amount: count,
  unit: Unit,
  /** How many things were counted behind the amount: calls, waits, messages, samples. Absent where nobody counted them. */
  events: count.optional(),
  /** Samples drawn at this key, where the amount is an estimate from samples. */
  samples: count.optional(),
  /** The amount in the 12 equal blocks of the window; absent where it was not measured by block. */
  blocks: Blocks.optional(),
  /** Time spent, nanoseconds: system calls and threads. */
  ns: count.optional(),
  /** Histogram of durations: bin i counts [2^i, 2^(i+1)) ns; of answers, in the bins of `duration-scale.ts`. */
  hist: z.array(count).optional(),
  /** How many durations were measured, where `ns` and `hist` are estimated from them. */
  timed: count.optional(),
  /** Bytes moved, or asked for where calls ask for memory. */
  bytes: count.optional(),
  /** Samples in which a function was anywhere on the stack. */
  inclusive: count.optional(),
  place: SourcePlace.optional(),
  /** The lines of a function in which most of its samples ran, most first. */
  lines: z.array(z.strictObject({ line: z.number().int().positive(), count })).optional(),
  /** The amount by executable, in the order of `builds` of the axis; last, what no executable is known for. */
  by_build: z.array(count).min(3).optional(),
};

/** One normalised key and how much of it was measured. */
export const Feature = z
  .strictObject(featureShape)
  .refine(({ amount, blocks }) => blocks === undefined || sum(blocks) === amount, {
    path: ['blocks'],
    error: 'must add up to the amount',
  })
  .refine(({ amount, by_build: parts }) => parts === undefined || sum(parts) === amount, {
    path: ['by_build'],
    error: 'must add up to the amount',
  });
export type Feature = z.infer<typeof Feature>;

function sum(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/**
 * Of axes with stacks: whether what only callers decide is whole. These are the totals of callers, and the keys of
 * waits and of memory that name the function on whose behalf a library acted. What a function did itself is not part
 * of it.
 */
export const Inclusive = z.strictObject({ state: z.enum(['complete', 'partial']), why: z.array(z.string()) });
export type Inclusive = z.infer<typeof Inclusive>;

/** What is known of a measured axis besides its features. */
export const measuredFacts = {
  axis: AxisId,
  why: z.array(z.string()),
  probes: z.array(z.string()),
  /** Version of what each of `probes` measures, where the collector states it. */
  semantics: z.record(z.string(), z.number().int().positive()).optional(),
  inclusive: Inclusive.optional(),
  /** What would make its keys more exact, as sentences. What was measured is whole without it. */
  hints: z.array(z.string()).min(1).optional(),
  /** Of the network: questions and answers were counted, which older collectors did not. */
  answers: z.literal(true).optional(),
  /** Answers that no feature has: over own ports (`accept`) and of peers beyond those that are listed. Absent where none are. */
  answers_unlisted: z.strictObject({ accept: count, connect: count }).optional(),
  /** Part of the samples in or below code that is interpreted or was made at run time and is not understood; absent where not counted. */
  unread: z.number().min(0).max(1).optional(),
  /** Samples per second as measured, for sampled axes. Bounded, as its reciprocal must be a number. */
  measured_hz: z.number().min(1e-6).max(1e9).optional(),
  /** Average weight of one sample, where samples have a weight. */
  sample_weight: z.number().min(1e-6).max(1e15).optional(),
  /** SHA-256 of the executables whose parts of the axis are known, where there are several. */
  builds: z.array(z.string()).min(2).optional(),
};

export const MissingAxis = z.strictObject({
  state: z.literal('missing'),
  axis: AxisId,
  why: z.array(z.string()).min(1),
  probes: z.array(z.string()),
});

const measuredAxis = { ...measuredFacts, features: z.array(Feature) };

export const BundleAxis = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('complete'), ...measuredAxis }),
  z.strictObject({ state: z.literal('partial'), ...measuredAxis }),
  MissingAxis,
]);
export type BundleAxis = z.infer<typeof BundleAxis>;

/** Whole stacks of the sampled axis, root first, as indexes into the features of `cpu_stacks`. */
export const Stacks = z.strictObject({
  samples: count,
  whole: count,
  frames: count,
  named: count,
  stacks: z.array(z.strictObject({ frames: z.array(count), count })),
});

const Work = z.strictObject({ amount: count, blocks: Blocks.optional() });

/** One executable that processes of the target ran, and what those processes used together. */
export const Build = z.strictObject({
  exe_path: z.string(),
  exe_sha256: z.string(),
  build_id: z.string().optional(),
  bytes: count,
  /** Listed processes that ran it, and how many of them were there when the window began. */
  processes: count,
  initial: count,
  cpu_ns: count.optional(),
  samples: count.optional(),
  /** Which runtime loads the program's code, where the executable does not hold it. */
  runtime: z.strictObject({ kind: z.string(), version: z.string().optional() }).optional(),
});
export type Build = z.infer<typeof Build>;

/** What bundles of every version have in the same form. */
export const bundleCore = {
  /** True for a replay of a recorded capture: nothing was measured on this machine. */
  recorded: z.boolean(),
  request: z.strictObject({
    request_id: z.string(),
    workload: z.string(),
    version: z.string(),
    env: z.string(),
    kind: z.enum(['head', 'replicate']),
    requested_by: z.string(),
    requested_at: z.string(),
    /** What was deployed, as the caller said. */
    image: ImageReference.optional(),
  }),
  instance: z.string(),
  target: z.strictObject({
    namespace: z.string().optional(),
    processes: CollectorRecord.shape.processes,
    processes_cut: CollectorRecord.shape.processes_cut,
    relatives_outside: CollectorRecord.shape.relatives_outside,
    /** Processes of the start that were gone at the end. */
    gone: z.array(count),
  }),
  host: CollectorRecord.shape.host,
  window: CollectorRecord.shape.window,
  stacks: Stacks.optional(),
  probes: z.array(ProbeResult),
  /** Placeholders that normalisation put into keys, with the number of values each replaces. */
  templates: z.record(z.string(), count),
  tool: z.strictObject({
    collector_version: z.string(),
    witness_version: z.string(),
    bpf_sha256: z.string(),
    memory_peak_bytes: count,
    map_bytes: count,
    cgroup_peak_bytes: count.optional(),
    overhead_cpu_ns: count,
  }),
};

export const Bundle = z.strictObject({
  ...bundleCore,
  schema: z.literal('farol.bundle.v2'),
  axes: z.array(BundleAxis),
  quota: CollectorRecord.shape.quota,
  /** What the target was asked to do: units that a cost can be divided by. Absent where the network was not measured. */
  work: z.strictObject({ messages_received: Work, accepts: Work }).optional(),
  builds: z.array(Build),
  /** Ids of the containers that processes of the target ran in. */
  containers: z.array(z.string()),
});
export type Bundle = z.infer<typeof Bundle>;
