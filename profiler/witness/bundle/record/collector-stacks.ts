/** Figures that several axes of a record have: counts by block, latencies, and stacks with what they weigh. */
import { z } from 'zod';

export const count = z.number().int().nonnegative();
/** In the 12 equal parts of the measured window. */
export const Blocks = z.array(count).length(12);

/** What a function weighs on top of a stack in the processes whose executable has this hash (`processes[].exe_sha256`). */
const BuildShare = z.strictObject({
  exe_sha256: z.string().regex(/^[0-9a-f]{64}$/u),
  self: count,
  self_blocks: Blocks,
});

/**
 * `self`: what a function weighs on top of a stack; `total`: anywhere on it. `file` and `line` declare it, as far as
 * debug information or the runtime of its language says; `lines`: the lines of it in which most of `self` ran.
 */
export const SampledFunction = z.strictObject({
  name: z.string(),
  module: z.string(),
  self: count,
  total: count,
  self_blocks: Blocks,
  file: z.string().optional(),
  line: z.number().int().positive().optional(),
  lines: z.array(z.strictObject({ line: z.number().int().positive(), self: count })).optional(),
  /**
   * Only of clock samples, and only where the processes ran several executables: `self` by executable, in the order of
   * their hashes. What no executable can be found for is missing from the sum.
   */
  self_by_build: z.array(BuildShare).min(1).optional(),
});

/** Stacks that do not reach their root: a stable word for why, the sentence for people, and how many. */
export const EndsEarly = z.array(z.strictObject({ reason: z.string(), text: z.string(), samples: count }));

/**
 * Of the processes whose Python interpreter is understood: stacks, how many of them lack frames of the interpreter, and
 * how many such frames there are.
 */
export const PythonStacks = z.strictObject({ samples: count, incomplete: count, frames: count });

export const Histogram = z.array(count).length(40);

/** User stacks of events with a weight (bytes, faults), estimated from those that were taken. */
export const Sites = z.strictObject({
  /** Stacks that were taken; those that did not arrive; those that reach their root. */
  samples: count,
  lost: count,
  whole: count,
  ends_early: EndsEarly.optional(),
  python: PythonStacks.optional(),
  functions: z.array(SampledFunction),
  /** Root first; each frame is an index into `functions`. `kind`: the call that asked, or who faulted. */
  stacks: z.array(z.strictObject({ frames: z.array(count), kind: z.string(), count, weight: count })),
  cut: z.strictObject({ functions: count, stacks: count }),
});
export type Sites = z.infer<typeof Sites>;
