/**
 * Compares two versions: every axis that both measured completely, and then one headline for all of it. Sets say what
 * is new, what has stopped and what was not seen; amounts and durations have verdicts where each version was captured
 * on two occasions, and are shown without direction otherwise. Pure and deterministic.
 */
import { compareText } from '../bundle/keys/key-text.ts';
import { type CaptureVector, workRate } from '../bundle/vector/capture-vector.ts';
import { answer } from './answer/answer.ts';
import { type AxisDiff, Diff } from '../diff/diff.ts';
import type { ReplicatesNeeded } from '../diff/summary.ts';
import {
  type ConfirmationWindow,
  defaultSpacingMs,
  groupByOccasion,
  leastOccasions,
  plannedOccasions,
} from '../judge/captures/occasions.ts';
import { findOpenIncidents, type Incident, listIncidents } from '../judge/captures/open-incidents.ts';
import { type ComparedAxes, compareAxes, type DescribableAxis } from '../judge/changes/compare-axes.ts';
import { findLoadFactor } from '../judge/changes/find-load.ts';
import { type Caveat, caveat } from '../judge/comparable/caveat.ts';
import { findCaveats } from '../judge/comparable/comparable.ts';
import { type ComparedCapture, countCaptures } from '../judge/comparable/counted-captures.ts';
import { judgeIdentity, type SideIdentity } from '../judge/identity/judge-identity.ts';
import { explainClose } from '../judge/likely/explain-close.ts';
import type { FamilyCapture } from '../judge/likely/measure-family.ts';
import { describeWindow } from '../judge/verdicts/fresh-captures.ts';
import { measureOwnFalseAlarms, type OwnFalseAlarms } from '../judge/verdicts/own-false-alarms.ts';
import { explainSeparation } from '../judge/views/separated-sides.ts';
import { type FoundKeys, joinFindings, readFindings } from './findings/find-findings.ts';
import { groupFindings } from './findings/group-findings.ts';
import { addTestable } from './summary/notes.ts';
import { sayIdentity } from './summary/say-identity.ts';
import { summarise } from './summary/summarise.ts';
import { sayConfirmation, unreadOf } from './summary/summary-facts.ts';

export interface Comparison {
  readonly workload: string;
  readonly env: string;
  readonly baseline: ComparedCapture;
  readonly baselineReplicates: readonly ComparedCapture[];
  readonly head: ComparedCapture;
  readonly headReplicates: readonly ComparedCapture[];
  readonly choice: Diff['baseline_choice'];
  /** That admitted the captures; without it, captures of both versions would still count. */
  readonly window?: ConfirmationWindow | undefined;
  /** Between the beginnings of two captures that count as two; a quarter of an hour by default. */
  readonly spacingMs?: number | undefined;
  /** What more captures of the workload say; those of the two sides alone by default. */
  readonly ownFalseAlarms?: OwnFalseAlarms | undefined;
  /** Further captures of the workload: how far two of them differ by themselves. None by default. */
  readonly history?: readonly FamilyCapture[] | undefined;
  /** That were reported of the workload. */
  readonly incidents?: readonly Incident[] | undefined;
}

export function compare(comparison: Comparison): Diff {
  const judged = judgeComparison(comparison);
  const described = judged.axes.map(({ describe }) => describe());
  const axes = described.map(({ axis }) => axis);
  return { ...judged.conclude({ found: joinFindings(described.map(readFindings)), axes }), axes };
}

/** What every axis was judged for, none of which is described. */
export interface JudgedComparison {
  readonly axes: readonly DescribableAxis[];
  /** All that is said of them together. */
  readonly conclude: (read: ReadAxes) => Omit<Diff, 'axes'>;
}

interface ReadAxes {
  readonly found: FoundKeys;
  /** With the rows of the findings at least, and every row of a set. */
  readonly axes: readonly AxisDiff[];
}

export function judgeComparison(comparison: Comparison): JudgedComparison {
  const { head, spacingMs = defaultSpacingMs } = comparison;
  const counted = countCaptures(
    [comparison.baseline, ...inOrder(comparison.baselineReplicates)],
    [head, ...inOrder(comparison.headReplicates)],
  );
  const { baseline, baselineReplicates, headReplicates } = counted;
  const before = [baseline, ...baselineReplicates].map(({ vector }) => vector);
  const after = [head, ...headReplicates].map(({ vector }) => vector);
  const loadFactor = findLoadFactor(before, after);
  const side = judgeIdentity(before, after);
  const caveats = [
    ...findCaveats(before, after),
    ...counted.caveats,
    ...explainLoad(loadFactor),
    ...explainClose([before, after], spacingMs),
    ...side.helpers,
    ...explainSeparation(side).map((text) => caveat(text, 'everything')),
  ];
  const own = comparison.ownFalseAlarms ?? measureOwnFalseAlarms([...before, ...after], spacingMs);
  const compared = compareAxes({ before, after, spacingMs, side, own, caveats, history: comparison.history ?? [] });
  return {
    axes: compared.axes,
    conclude: (read) => conclude(read, comparison, { counted, before, after, loadFactor, side, caveats, compared }),
  };
}

interface JudgedFacts {
  readonly counted: ReturnType<typeof countCaptures>;
  readonly before: readonly CaptureVector[];
  readonly after: readonly CaptureVector[];
  readonly loadFactor: number | undefined;
  readonly side: SideIdentity;
  readonly caveats: readonly Caveat[];
  readonly compared: ComparedAxes;
}

function conclude({ found, axes }: ReadAxes, comparison: Comparison, facts: JudgedFacts): Omit<Diff, 'axes'> {
  const { head, window, spacingMs = defaultSpacingMs } = comparison;
  const { counted, before, after, loadFactor, side, caveats, compared } = facts;
  const { baseline, baselineReplicates, headReplicates } = counted;
  const { ownRate } = compared;
  const work = workOf(before, after);
  const confirmation = window && describeWindow(window, compared.findWithdrawn());
  const { wants = { baseline: true, head: true } } = window ?? {};
  const incidents = findOpenIncidents(comparison.incidents ?? [], [
    baseline,
    ...baselineReplicates,
    head,
    ...headReplicates,
  ]);
  const replicatesNeeded = findNeeded([...(wants.baseline ? [before] : []), ...(wants.head ? [after] : [])], spacingMs);
  const versions = { from: baseline.ref.version, to: head.ref.version };
  return {
    workload: comparison.workload,
    env: comparison.env,
    baseline: baseline.ref,
    baseline_replicates: baselineReplicates.map(({ ref }) => ref),
    head: head.ref,
    head_replicates: headReplicates.map(({ ref }) => ref),
    baseline_choice: { ...comparison.choice, skipped: [...comparison.choice.skipped, ...counted.skipped] },
    ...(loadFactor !== undefined && { load_factor: loadFactor }),
    ...work,
    caveats: caveats.map(({ text }) => text),
    recorded: [...before, ...after].some(({ recorded }) => recorded),
    identity: side.identity,
    identity_basis: describeBasis(comparison, side),
    spacing_ms: spacingMs,
    ...(confirmation !== undefined && { confirmation }),
    ...(ownRate !== undefined && { own_false_alarms: ownRate }),
    ...listIncidents(incidents),
    summary: summarise({
      ...versions,
      ...found,
      answer: answer({
        workload: comparison.workload,
        ...versions,
        ...found,
        axes,
        work: work.work_per_second,
        hasVerdict: hasVerdict(found, replicatesNeeded),
      }),
      findings: groupFindings(found.findings, { axes, work: work.work_per_second }),
      notComparable: axes.flatMap(({ axis, state, reason = '' }) => (state === 'compared' ? [] : [{ axis, reason }])),
      replicatesNeeded,
      isSameBinary: side.identity === 'same_binary',
      unread: unreadOf(side.basis),
      tooNoisy: axes.flatMap(({ axis, own_false_alarms: rate }) => (rate?.state === 'too_noisy' ? [axis] : [])),
      ownRate,
      ...(found.findings.some(({ per }) => per === 'work') && { work: work.work_per_second }),
      testable: addTestable(axes.flatMap(({ testable }) => testable ?? [])),
      ...sayConfirmation(confirmation, found.findings),
    }),
  };
}

function hasVerdict({ judged }: FoundKeys, needed: readonly ReplicatesNeeded[]): boolean {
  return judged > 0 && needed.every(({ for_verdict: captures }) => captures === 0);
}

/** Beyond these nobody knows that a program still works as it does at the other load. */
function explainLoad(factor: number | undefined): Caveat[] {
  if (factor === undefined || (factor >= 0.5 && factor <= 2)) return [];
  return [caveat(`the load of the two sides differs by a factor of ${factor.toFixed(2)}`, 'everything')];
}

function workOf(before: readonly CaptureVector[], after: readonly CaptureVector[]): Pick<Diff, 'work_per_second'> {
  const [a, b] = [workRate(before), workRate(after)];
  return a === undefined || b === undefined ? {} : { work_per_second: { before: a, after: b } };
}

function describeBasis({ baseline, head }: Comparison, side: SideIdentity): Diff['identity_basis'] {
  const { basis } = side;
  const sides = [
    { version: baseline.ref.version, basis: basis.before },
    { version: head.ref.version, basis: basis.after },
  ] as const;
  return { baseline: basis.before, head: basis.after, sentences: sayIdentity(...sides, side) };
}

/** Whatever order the replicates were given in, sums and sentences come out the same. */
function inOrder(captures: readonly ComparedCapture[]): ComparedCapture[] {
  return captures.toSorted(
    ({ ref: a }, { ref: b }) =>
      compareText(a.requested_at, b.requested_at) ||
      compareText(a.request_id, b.request_id) ||
      compareText(a.bundle_id, b.bundle_id),
  );
}

/** `sides`: those of which further captures would count. */
function findNeeded(sides: readonly (readonly CaptureVector[])[], spacingMs: number): ReplicatesNeeded[] {
  return sides.flatMap((side) => {
    const [head] = side;
    const taken = groupByOccasion(
      side.map((vector) => ({ vector })),
      spacingMs,
    ).length;
    if (head === undefined || taken >= plannedOccasions) return [];
    return [
      {
        version: head.request.version,
        for_verdict: Math.max(0, leastOccasions - taken),
        for_confirmed: plannedOccasions - taken,
        duration_sec: Math.round(head.window.requested_ns / 1e9),
        warmup_sec: Math.round(head.window.warmup_ns / 1e9),
        ...(head.request.image !== undefined && { image: head.request.image }),
      },
    ];
  });
}

/**
 * A comparison of our own in the order of its schema. Its rows, which may be a hundred thousand, are made in that order:
 * to read them by the schema costs more than to write them.
 */
export function inSchemaOrder(diff: Diff): Diff {
  const ordered = Diff.parse({ ...diff, axes: diff.axes.map((axis) => ({ ...axis, changes: [] })) });
  return { ...ordered, axes: ordered.axes.map((axis, at) => ({ ...axis, changes: diff.axes[at]?.changes ?? [] })) };
}
