/** What is said of one key, or of a whole axis: what each side shows, how far apart they are, and how sure that is. */
import { z } from 'zod';

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
    /**
     * Of an amount without a verdict: standard deviation of the twelve parts of a window over their mean. It says how
     * steady the key was, not by how much captures differ.
     */
    spread: z.number().nonnegative().optional(),
  }),
  /**
   * At most `below` per second could have happened unseen (95 %, rule of three over the measured time). `lost`: events
   * that were lost and may have been of this key; absent where none was.
   */
  z.strictObject({
    seen: z.literal(false),
    below: z.number(),
    of: z.number().int(),
    lost: z.number().int().positive().optional(),
  }),
]);
export type Observation = z.infer<typeof Observation>;

/** After over before, with its 95 % interval. */
export const EffectRatio = z.strictObject({
  ratio: z.number().positive(),
  low: z.number().nonnegative(),
  high: z.number().positive(),
});
export type EffectRatio = z.infer<typeof EffectRatio>;

/** A cost that every capture of one side lacks. Over none there is no ratio: what is said is how much the other side has. */
export const OneSided = z.strictObject({
  /** The side that has any. */
  only: z.enum(['before', 'after']),
  /** Mean of that side, a second or for each unit of work. */
  amount: z.number().positive(),
  /** Of the amount, without the time that it is of: `calls`, `bytes`, `CPU ms`. */
  unit: z.string(),
  per: z.enum(['second', 'work']),
});
export type OneSided = z.infer<typeof OneSided>;

export const Verdict = z.strictObject({
  /**
   * `likely`: a version was captured on one occasion, and the workload's history says how far captures differ;
   * `suspected`: a caveat, or no unit of work; `provisional`: two occasions of a version; `confirmed`: three of each.
   */
  level: z.enum(['likely', 'suspected', 'provisional', 'confirmed']),
  per_second: EffectRatio.optional(),
  /** For each message received and connection accepted by the target. */
  per_work: EffectRatio.optional(),
  /** In place of ratios where every capture of one side has none. */
  one_sided: OneSided.optional(),
  /** Chance of a difference as large at every share of the load that the key may follow, if nothing had changed. */
  p: z.number().min(0).max(1).optional(),
  /** Ratio above one that four of five comparisons like this would have found. */
  smallest_detectable: z.number().positive().optional(),
  /** Of a change that the few figures showed which single captures are asked for: so many to one against chance. */
  odds: z.number().int().positive().optional(),
  /** With `likely`: earlier captures of the workload that say how far captures differ. */
  earlier: z.number().int().nonnegative().optional(),
});
export type Verdict = z.infer<typeof Verdict>;

/**
 * How often comparisons of captures of one version call something changed. `not_known`: too few comparisons could be
 * made; `too_noisy`: beyond doubt more often than a report promises, so that nothing is claimed.
 */
export const OwnRate = z.strictObject({
  state: z.enum(['not_known', 'known', 'too_noisy']),
  comparisons: z.number().int().nonnegative(),
  false: z.number().int().nonnegative(),
  /** The 95 % interval of the rate; absent while it is not known. */
  low: z.number().min(0).max(1).optional(),
  high: z.number().min(0).max(1).optional(),
});
export type OwnRate = z.infer<typeof OwnRate>;

/**
 * Of sets: `new`, `stopped` (earned by enough captures) and `not_seen`. Of amounts: `changed`, `no_change` (of 25 % or
 * more), `undecided`, `too_rare` (fewer than ten events a capture) and `not_judged` (without replicates).
 */
export const ChangeState = z.enum([
  'new',
  'stopped',
  'not_seen',
  'changed',
  'no_change',
  'undecided',
  'too_rare',
  'not_judged',
]);
export type ChangeState = z.infer<typeof ChangeState>;
