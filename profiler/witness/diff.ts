/** The shape of a comparison between two versions. Pure data: what the web page, the CLI and the demo print. */
import { z } from 'zod';
import { SourcePlace } from './bundle.ts';
import { AxisId } from './collector-record.ts';

export const CaptureRef = z.strictObject({
  request_id: z.string(),
  bundle_id: z.string(),
  version: z.string(),
  requested_at: z.string(),
  instance: z.string(),
});
export type CaptureRef = z.infer<typeof CaptureRef>;

/**
 * The duration that this percentage of all durations does not exceed: nanoseconds, from the first up to but not
 * including the second, which is absent where the bucket is open.
 */
export const Quantile = z.strictObject({ percent: z.number(), from: z.number(), to: z.number().optional() });
export type Quantile = z.infer<typeof Quantile>;

/** One side of a change: how often it was counted, or that it was not seen and what that excludes. */
export const Observation = z.discriminatedUnion('seen', [
  z.strictObject({
    seen: z.literal(true),
    /** Events over all captures of the side; for CPU time, milliseconds; of a distribution, how many durations it has. */
    count: z.number().int(),
    /**
     * Value for display and ranking, in the axis' unit (per second unless the unit says otherwise); of a distribution,
     * the geometric mean.
     */
    rate: z.number(),
    captures: z.number().int(),
    of: z.number().int(),
    /** Of a distribution: the quantiles that its durations suffice to distinguish from the longest one. */
    quantiles: z.array(Quantile).optional(),
  }),
  /** At most `below` per second could have happened unseen (95 %, rule of three over the measured time). */
  z.strictObject({ seen: z.literal(false), below: z.number(), of: z.number().int() }),
]);
export type Observation = z.infer<typeof Observation>;

export const Change = z.strictObject({
  key: z.string(),
  change: z.enum(['new', 'not_seen', 'moved']),
  before: Observation,
  after: Observation,
  /** Seconds into the window at which a new key was first seen. */
  first_seen_sec: z.number().optional(),
  /** Where a function is declared: in the newer version, else in the older one. */
  place: SourcePlace.optional(),
});
export type Change = z.infer<typeof Change>;

export const AxisSide = z.strictObject({ state: z.enum(['complete', 'partial', 'missing']), why: z.array(z.string()) });

export const AxisDiff = z.strictObject({
  axis: z.string(),
  source: AxisId,
  kind: z.enum(['set', 'rate', 'scalar', 'distribution']),
  unit: z.string(),
  /** `not_comparable` carries no change, no direction and no rank: only both facts. */
  state: z.enum(['compared', 'not_comparable']),
  reason: z.string().optional(),
  baseline: AxisSide,
  head: AxisSide,
  caveats: z.array(z.string()),
  /** Present where no verdict is possible: says how many replicates are missing. Shown above every number. */
  no_noise_floor: z.string().optional(),
  totals: z.strictObject({ before: z.number(), after: z.number() }).optional(),
  /**
   * Set axes: new and not seen only. Rate axes: every tested key, largest absolute difference first, none called a
   * verdict. Distributions: keys with enough durations on both sides, the most different first.
   */
  changes: z.array(Change),
  unchanged: z.number().int(),
});
export type AxisDiff = z.infer<typeof AxisDiff>;

export const Diff = z.strictObject({
  workload: z.string(),
  env: z.string(),
  baseline: CaptureRef,
  baseline_replicates: z.array(CaptureRef),
  head: CaptureRef,
  head_replicates: z.array(CaptureRef),
  /** Why this baseline, and what was passed over. */
  baseline_choice: z.strictObject({
    why: z.string(),
    skipped: z.array(z.strictObject({ version: z.string(), request_id: z.string(), why: z.string() })),
  }),
  /** Head load over baseline load: median of ratios over frequent keys. */
  load_factor: z.number().optional(),
  caveats: z.array(z.string()),
  recorded: z.boolean(),
  axes: z.array(AxisDiff),
});
export type Diff = z.infer<typeof Diff>;
