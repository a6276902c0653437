/**
 * The immutable record of one capture on one node. What was not measured has no number: an axis that
 * is `missing` carries reasons and nothing else, and a probe carries counts only under `measured`.
 */
import { z } from 'zod';
import { AxisId, CollectorRecord, ProbeResult } from './collector-record.ts';

const count = z.number().int().nonnegative();

/** Where a function is declared. Never part of a key: a function that moves in its file is the same function. */
export const SourcePlace = z.strictObject({ file: z.string(), line: z.number().int().positive().optional() });
export type SourcePlace = z.infer<typeof SourcePlace>;

/** One normalised key and how often it was counted, in the 12 equal blocks of the window and in all. */
export const Feature = z.strictObject({
  key: z.string(),
  count,
  blocks: z.array(count).length(12),
  /** Time spent, nanoseconds: system calls and threads. */
  ns: count.optional(),
  /** Latency histogram: bin i counts [2^i, 2^(i+1)) ns. */
  hist: z.array(count).optional(),
  /** How many durations were measured, where `ns` and `hist` are estimated from them. */
  timed: count.optional(),
  /** Bytes moved, or asked for where calls ask for memory. */
  bytes: count.optional(),
  /** Samples in which a function was anywhere on the stack. */
  inclusive: count.optional(),
  place: SourcePlace.optional(),
  /** The lines of a function in which most of `count` ran, most first. */
  lines: z.array(z.strictObject({ line: z.number().int().positive(), count })).optional(),
  /** Number of sampled stacks behind this count, where it is an estimate. */
  samples: count.optional(),
});
export type Feature = z.infer<typeof Feature>;

const measuredAxis = {
  axis: AxisId,
  why: z.array(z.string()),
  probes: z.array(z.string()),
  features: z.array(Feature),
  /** Samples per second as measured, for sampled axes. */
  measured_hz: z.number().positive().optional(),
  /** Average weight of one sample, where samples have a weight. */
  sample_weight: z.number().positive().optional(),
};

export const BundleAxis = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('complete'), ...measuredAxis }),
  z.strictObject({ state: z.literal('partial'), ...measuredAxis }),
  z.strictObject({
    state: z.literal('missing'),
    axis: AxisId,
    why: z.array(z.string()).min(1),
    probes: z.array(z.string()),
  }),
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

export const Bundle = z.strictObject({
  schema: z.literal('farol.bundle.v1'),
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
  }),
  instance: z.string(),
  target: z.strictObject({
    namespace: z.string().optional(),
    processes: CollectorRecord.shape.processes,
    processes_cut: CollectorRecord.shape.processes_cut,
    /** Processes of the start that were gone at the end. */
    gone: z.array(count),
  }),
  host: CollectorRecord.shape.host,
  window: CollectorRecord.shape.window,
  axes: z.array(BundleAxis),
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
});
export type Bundle = z.infer<typeof Bundle>;
