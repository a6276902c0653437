/**
 * What a comparison says first: a sentence, at most seven findings in the order in which somebody should look at them,
 * and how much could not be judged. Data: page, command line, comment and demo show the same.
 */
import { z } from 'zod';
import { SourcePlace } from '../bundle/record/bundle.ts';
import { EffectRatio, OneSided, Verdict } from './verdict.ts';

/**
 * How sure a finding is. `observed`: seen, without a verdict; `likely`: of single captures, with odds; `suspected`: judged, with a caveat or without a unit of
 * work; `provisional`: two occasions of each version; `confirmed`: three.
 */
export const Level = z.enum(['observed', 'likely', 'suspected', 'provisional', 'confirmed']);
export type Level = z.infer<typeof Level>;

export const LevelCounts = z.strictObject({
  confirmed: z.number().int().nonnegative(),
  provisional: z.number().int().nonnegative(),
  suspected: z.number().int().nonnegative(),
  /** Absent in comparisons of earlier versions. */
  likely: z.number().int().nonnegative().optional(),
  observed: z.number().int().nonnegative(),
});
export type LevelCounts = z.infer<typeof LevelCounts>;

/** The same in every language. */
export const Text = z.strictObject({ en: z.string(), 'pt-BR': z.string() });
export type Text = z.infer<typeof Text>;

/** What makes a version cost more or less, as `causes/` recognises it. */
export const CauseId = z.enum([
  'connection-per-request',
  'connections-reused',
  'lookup-per-request',
  'more-questions',
  'file-per-request',
  'file-lock',
  'synchronous-write',
  'logging',
  'polling',
  'lock-contention',
  'wait-for-peer',
  'wait-for-disk',
  'process-per-request',
  'thread-per-request',
  'descriptor-growth',
  'thread-growth',
  'memory-growth',
  'garbage-collection',
  'allocation',
  'serialising',
  'regular-expression',
  'compression',
  'hashing',
  'exceptions',
  'retries',
  'page-faults',
  'own-function',
]);
export type CauseId = z.infer<typeof CauseId>;

/** How sure something is, beside its level, as its verdict has it: absent where that is not `likely`. */
const likelihood = { odds: Verdict.shape.odds, earlier: Verdict.shape.earlier };

/** Findings that one thing explains. */
export const Cause = z.strictObject({
  id: CauseId,
  /** What the newer version does now, and what the older one did. */
  sentence: Text,
  /** Where to look first. */
  look: Text,
  level: Level,
  ...likelihood,
  /** The own function that it happens in, as a key names it. */
  function: z.string().optional(),
  place: SourcePlace.optional(),
  /** The rows that say so, the most telling first; for each request where `per` says so, of durations for one. */
  evidence: z
    .array(
      z.strictObject({
        axis: z.string(),
        key: z.string(),
        before: z.number(),
        after: z.number(),
        unit: z.string(),
        per: z.enum(['second', 'work', 'each']),
        /** After over before with its 95 % interval, where one was found. */
        ...EffectRatio.partial().shape,
      }),
    )
    .min(1),
  /** All findings that it explains: `evidence` lists the first of them. */
  findings: z.number().int().positive(),
});
export type Cause = z.infer<typeof Cause>;

/** What one version alone reaches or does. */
export const Fresh = z.strictObject({
  axis: z.string(),
  key: z.string(),
  text: Text,
  /** Further ones of the axis, which have no entry of their own. */
  others: z.number().int().nonnegative(),
});
export type Fresh = z.infer<typeof Fresh>;

/** What a comparison says first. */
export const Answer = z.strictObject({
  /** At most two sentences: what a request costs now, and why. */
  lead: Text,
  /** Whether the lead says the first cause: otherwise none of the causes explains its cost. */
  names_cause: z.boolean(),
  /** Of the least sure that the lead says; absent where that is no finding, and in comparisons of earlier versions. */
  level: Level.optional(),
  ...likelihood,
  /** The one that weighs most first; at most five. */
  causes: z.array(Cause),
  more_causes: z.number().int().nonnegative(),
  /** What widens the reach of the newer version: somebody should say that it is meant. */
  fresh: z.array(Fresh),
  /** One line that accounts for every finding and every amount without a verdict. */
  account: Text,
  /** What limits it, a sentence each: captures that are missing, what is still open, code that is not understood. */
  limits: z.strictObject({ en: z.array(z.string()), 'pt-BR': z.array(z.string()) }),
});
export type Answer = z.infer<typeof Answer>;

/** How keys of both versions belong together, as `Related` of a comparison explains it. */
export const RelatedKind = z.enum(['renamed', 'inlined', 'outlined', 'moved']);

/** Those that are counted and judged as one. */
const MergedKind = RelatedKind.exclude(['moved']);
export type MergedKind = z.infer<typeof MergedKind>;

const related = { kind: RelatedKind, from: z.array(z.string()).min(1), to: z.array(z.string()).min(1) };

export const Brought = z.strictObject({
  axis: z.string(),
  /** `(total)` of a whole axis that no single key explains. */
  key: z.string(),
  state: z.enum(['new', 'stopped', 'changed']),
  level: Level,
  ...likelihood,
  /** After over before, with its 95 % interval; of a change of what both sides have. */
  ratio: z.number().positive().optional(),
  low: z.number().positive().optional(),
  high: z.number().positive().optional(),
  /** Of a change of what every capture of one side lacks: the side that has any, and how much. */
  only: OneSided.shape.only.optional(),
  amount: OneSided.shape.amount.optional(),
  unit: OneSided.shape.unit.optional(),
  /** What ratio and amount are of: a second, or a unit of work. */
  per: OneSided.shape.per.optional(),
  /** Part of all that differs on the axis that this key explains, 0 to 1. */
  share: z.number().min(0).max(1).optional(),
  place: SourcePlace.optional(),
  /** The change is that of all of these together. */
  related: z.strictObject({ ...related, kind: MergedKind }).optional(),
});
export type Brought = z.infer<typeof Brought>;

export const Finding = Brought.extend({
  /** Further keys of the axis that are new too, or stopped too. */
  others: z.array(z.string()).min(1).optional(),
  /** Findings that are consequences of this one, as `group-findings.ts` tells them; they are in no other place. */
  brings: z.array(Brought).min(1).optional(),
});
export type Finding = z.infer<typeof Finding>;

/** Functions that look changed and are not, or of which that is not known; those that did change together are findings. */
export const RelatedNote = z.strictObject({
  axis: z.string(),
  ...related,
  /** Of all of them together: no change, or none beyond noise. */
  cost: z.enum(['same', 'undecided']),
});
export type RelatedNote = z.infer<typeof RelatedNote>;

export const ReplicatesNeeded = z.strictObject({
  version: z.string(),
  for_verdict: z.number().int().nonnegative(),
  for_confirmed: z.number().int().positive(),
  duration_sec: z.number().nonnegative(),
  warmup_sec: z.number().nonnegative(),
  /** With which the head was requested. */
  image: z.string().optional(),
});
export type ReplicatesNeeded = z.infer<typeof ReplicatesNeeded>;

/**
 * The confirmation window: what it still needs and until when, and how it ended. Where nothing was confirmed:
 * `went_away` is what two occasions had suggested; `not_confirmed` also what a caveat limits to a suspicion.
 */
export const SummaryWindow = z.strictObject({
  state: z.enum(['open', 'closed']),
  /** RFC 3339 in UTC: when it closes at the latest, or has closed. */
  until: z.string(),
  /** Occasions of the newer version that a confirmed verdict still needs. */
  missing: z.number().int().nonnegative(),
  ended: z
    .enum(['confirmed', 'went_away', 'not_confirmed', 'closed_without_replicates', 'nothing_to_confirm'])
    .optional(),
});
export type SummaryWindow = z.infer<typeof SummaryWindow>;

export const Summary = z.strictObject({
  /** Absent in comparisons of earlier versions. */
  answer: Answer.optional(),
  /** In English; `sentences` has every language. */
  sentence: z.string(),
  sentences: z.strictObject({ en: z.string(), 'pt-BR': z.string() }),
  /** What limits it, a sentence each: how often reports are wrong here, and how many keys could be judged. */
  notes: z.strictObject({ en: z.array(z.string()), 'pt-BR': z.array(z.string()) }),
  /** Each further key of a finding, and each that it brings, is a finding too. */
  findings: z.array(Finding),
  /** Findings that no listed one names: with `findings` and their `others` these are all that `levels` counts. */
  more: z.number().int().nonnegative(),
  /** All findings, as a gate and SARIF see each by itself, by how sure they are. Absent in comparisons of earlier versions. */
  levels: LevelCounts.optional(),
  /** What costs most first; at most seven. Absent where there is none. */
  related: z.array(RelatedNote).min(1).optional(),
  /** Keys with a verdict, `undecided` among them. */
  judged: z.number().int().nonnegative(),
  undecided: z.number().int().nonnegative(),
  /** Absent offline without a time. */
  window: SummaryWindow.optional(),
  /** Captures that a verdict, and a confirmed one, still need; with the window of the version's head. */
  replicates_needed: z.array(ReplicatesNeeded),
  /** Axes without a comparison. */
  not_comparable: z.array(z.strictObject({ axis: z.string(), reason: z.string() })),
});
export type Summary = z.infer<typeof Summary>;
