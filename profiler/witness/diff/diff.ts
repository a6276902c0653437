/** The shape of a comparison between two versions. Pure data: what the web page, the CLI and the demo print. */
import { z } from 'zod';
import { SourcePlace } from '../bundle/record/bundle.ts';
import { AxisId } from '../bundle/record/collector-record.ts';
import { RelatedKind, Summary } from './summary.ts';
import { ChangeState, Observation, OwnRate, Verdict } from './verdict.ts';

export const CaptureRef = z.strictObject({
  request_id: z.string(),
  bundle_id: z.string(),
  version: z.string(),
  requested_at: z.string(),
  instance: z.string(),
});
export type CaptureRef = z.infer<typeof CaptureRef>;

/**
 * Keys that are the same thing on both sides, or that a cost moved between. `renamed`: `from` is now called `to`;
 * `inlined`: the functions of `from` that `to` lacks are now part of the others; `outlined`: the reverse. These are
 * counted and judged as one. `moved`: what `from` no longer costs, `to` does; both have rows of their own.
 */
export const Related = z.strictObject({
  kind: RelatedKind,
  from: z.array(z.string()).min(1),
  to: z.array(z.string()).min(1),
  /**
   * What says so. Same callers and callees, `stacks`, and the same line of source besides, `stacks_and_source`; what
   * callers did themselves, `self_cost`; both together did not change, `sum`; the same path but for the version's name,
   * for a dotted number, or for a directory with several files.
   */
  basis: z.enum(['stacks', 'stacks_and_source', 'self_cost', 'sum', 'path_version', 'path_number', 'path_directory']),
  /** All keys of the side together. */
  before: Observation,
  after: Observation,
  /** Of all of them together; absent of sets, and of what is judged only with others. */
  change: ChangeState.optional(),
  verdict: Verdict.optional(),
});
export type Related = z.infer<typeof Related>;

export const Change = z.strictObject({
  key: z.string(),
  change: ChangeState,
  before: Observation,
  after: Observation,
  /** Seconds into the window at which a new key was first seen. */
  first_seen_sec: z.number().optional(),
  /**
   * Of a new key: how likely all parts of the windows in which it was seen would be those of the newer version, had it
   * happened as often in the older one. Small where it was seen throughout; bursts make it smaller than it is.
   */
  chance: z.number().min(0).max(1).optional(),
  /** Of a new key: keys of one version come and go as much, so that it is no finding. Absent of the others. */
  comes_and_goes: z.literal(true).optional(),
  /** Where a function is declared: in the newer version, else in the older one. */
  place: SourcePlace.optional(),
  /** Of a key with a verdict. */
  verdict: Verdict.optional(),
  /** Place in the axis' `related` of what this key is a part of. */
  related: z.number().int().nonnegative().optional(),
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
  /** Change and verdict as a key has them, where amounts were judged. */
  totals: z
    .strictObject({
      before: z.number(),
      after: z.number(),
      change: ChangeState.optional(),
      verdict: Verdict.optional(),
    })
    .optional(),
  /** Keys that happened often enough to be judged alone, of all; and the window in which further ones would be. */
  testable: z
    .strictObject({
      keys: z.number().int().nonnegative(),
      of: z.number().int().nonnegative(),
      next: z.strictObject({ window_sec: z.number().positive(), keys: z.number().int().positive() }).optional(),
    })
    .optional(),
  /** Of this axis; absent where nothing was judged. */
  own_false_alarms: OwnRate.optional(),
  /** Of a set: how many keys would be new although nothing changed. */
  expected_new: z.number().nonnegative().optional(),
  /** Captures that count as one where they are closer to each other than the spacing. */
  occasions: z.strictObject({ before: z.number().int(), after: z.number().int() }).optional(),
  /**
   * Sets: what is new and what was not seen any more. Amounts: every key, what changed first, then the largest
   * difference; functions that are too rare are pooled to their module. Distributions: keys with enough durations.
   */
  changes: z.array(Change),
  /** Differences that are not changes of their own: other names, calls that were compiled away, cost that moved. Absent where nothing is. */
  related: z.array(Related).min(1).optional(),
  unchanged: z.number().int(),
});
export type AxisDiff = z.infer<typeof AxisDiff>;

/** An axis' rows by themselves. */
export const AxisTable = AxisDiff.pick({ axis: true, changes: true, related: true });
export type AxisTable = z.infer<typeof AxisTable>;

const rowCount = z.number().int().positive().optional();

/** An axis without its rows. */
export const AxisSummary = AxisDiff.omit({ changes: true, related: true }).extend({
  /** How many rows say what; states that none says are absent. */
  rows: z.strictObject({
    new: rowCount,
    stopped: rowCount,
    not_seen: rowCount,
    changed: rowCount,
    no_change: rowCount,
    undecided: rowCount,
    too_rare: rowCount,
    not_judged: rowCount,
  }),
  /** How many differences are no changes of their own. */
  related_rows: z.number().int().nonnegative(),
  /** The rows that the listed findings are of. */
  found: z.array(Change),
});
export type AxisSummary = z.infer<typeof AxisSummary>;

/** How long captures of the newer version are fresh evidence, what is still missing, and how it ended. */
export const Confirmation = z.strictObject({
  state: z.enum(['open', 'closed']),
  /** RFC 3339 in UTC: when it closes at the latest, or has closed. */
  closes_at: z.string(),
  closed_by: z.enum(['planned', 'next_version', 'time']).optional(),
  /** Occasions of the newer version that count, and how many a confirmed verdict still needs. */
  occasions: z.number().int().nonnegative(),
  missing: z.number().int().nonnegative(),
  /** What two occasions suggested and three did not confirm. */
  withdrawn: z.array(
    z.strictObject({ axis: z.string(), key: z.string(), ended: z.enum(['went_away', 'not_confirmed']) }),
  ),
});
export type Confirmation = z.infer<typeof Confirmation>;

/**
 * Where the code came from that the CPU samples of a side ran in. `files`: the executables and libraries alone;
 * `elsewhere`: also scripts, or code that was made at run time; `unknown`: CPU stacks were not measured completely.
 */
export const CodeOrigin = z.strictObject({
  from: z.enum(['files', 'elsewhere', 'unknown']),
  /** Share of the samples in code that was interpreted or made at run time and has no names, 0 to 1. */
  unread: z.number().min(0).max(1),
  /** Of what came from elsewhere, as it is named in keys; the largest first. */
  modules: z.array(z.string()),
});
export type CodeOrigin = z.infer<typeof CodeOrigin>;

/**
 * What says that captures are of one version: executables that hold the program, the digest of its image, or the
 * version of the request alone.
 */
export const IdentityBasis = z.strictObject({
  by: z.enum(['executables', 'image', 'version']),
  /** Path and the beginning of build id or hash. Empty where the sides are mixed and cannot be separated. */
  executables: z.array(z.string()),
  /** That load the program from elsewhere. */
  runtimes: z.array(z.string()),
  /** Digest, where every capture of the side was requested with it. */
  image: z.string().optional(),
  /** Absent in comparisons of earlier versions. */
  code: CodeOrigin.optional(),
});
export type IdentityBasis = z.infer<typeof IdentityBasis>;

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
  /** Head load over baseline load: units of work of the target, else the median ratio of frequent system calls. */
  load_factor: z.number().optional(),
  /** Units of work a second on each side, the mean over its captures; absent where one of them did not count them. */
  work_per_second: z.strictObject({ before: z.number().positive(), after: z.number().positive() }).optional(),
  caveats: z.array(z.string()),
  recorded: z.boolean(),
  /**
   * What ran. `same_binary`: the same executables, all samples ran in code of them and of their libraries, and no known
   * image or library differs. It says where to look for the cause of a difference, and makes none of them harmless.
   */
  identity: z.enum(['different', 'same_binary', 'same_runtime', 'unknown']),
  identity_basis: z.strictObject({
    baseline: IdentityBasis,
    head: IdentityBasis,
    sentences: z.strictObject({ en: z.string(), 'pt-BR': z.string() }),
  }),
  /** Milliseconds between two captures that count as two. */
  spacing_ms: z.number().nonnegative(),
  /** Absent offline, unless the time is said as of which files are compared. */
  confirmation: Confirmation.optional(),
  /** Of whole reports on this workload; absent where no amount was judged. */
  own_false_alarms: OwnRate.optional(),
  /** Reported incidents of the workload that were open while these captures measured; they change no verdict. Absent without any. */
  incidents: z
    .array(
      z.strictObject({
        title: z.string(),
        started_at: z.string(),
        ended_at: z.string().optional(),
        captures: z.array(z.string()),
      }),
    )
    .min(1)
    .optional(),
  /** At least so many more that began earlier than those listed. Absent when all are listed. */
  further_incidents: z.int().min(1).optional(),
  summary: Summary,
  axes: z.array(AxisDiff),
});
export type Diff = z.infer<typeof Diff>;

/** A comparison without the rows of its axes, which may be a hundred thousand. */
export const DiffSummary = Diff.omit({ axes: true }).extend({ axes: z.array(AxisSummary) });
export type DiffSummary = z.infer<typeof DiffSummary>;
