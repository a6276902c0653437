/**
 * Compares two versions: every axis that both measured completely, and then one headline for all of it. Sets say what
 * is new, what has stopped and what was not seen; amounts and durations have verdicts where each version was captured
 * on two occasions, and are shown without direction otherwise. Pure and deterministic.
 */
import { findCaveats } from './comparable.ts';
import { compareAxes } from './compare-axes.ts';
import { compareText } from './compare-text.ts';
import type { CaptureRef, Diff } from './diff.ts';
import { findLoadFactor } from './find-load.ts';
import { type Freshness, openWindow, sayConfirmation } from './fresh-captures.ts';
import { leastOccasions, plannedOccasions } from './judge/confirmation-window.ts';
import { judgeIdentity, type SideIdentity } from './judge/judge-identity.ts';
import { defaultSpacingMs, groupByOccasion } from './judge/occasions.ts';
import { measureOwnFalseAlarms, type OwnFalseAlarms } from './judge/own-false-alarms.ts';
import { explainSeparation } from './separated-sides.ts';
import { findFindings } from './summary/find-findings.ts';
import { addTestable } from './summary/notes.ts';
import { sayIdentity } from './summary/say-identity.ts';
import { summarise } from './summary/summarise.ts';
import type { ReplicatesNeeded } from './summary/summary.ts';
import type { CaptureVector } from './vector/capture-vector.ts';
import { workRate } from './work-rate.ts';

export interface ComparedCapture {
  readonly ref: CaptureRef;
  readonly vector: CaptureVector;
}

export interface Comparison {
  readonly workload: string;
  readonly env: string;
  readonly baseline: ComparedCapture;
  readonly baselineReplicates: readonly ComparedCapture[];
  readonly head: ComparedCapture;
  readonly headReplicates: readonly ComparedCapture[];
  readonly choice: Diff['baseline_choice'];
  /** What the control plane knows of the newer version; without it there is no confirmation window. */
  readonly fresh?: Freshness | undefined;
  /** Between the beginnings of two captures that count as two; a quarter of an hour by default. */
  readonly spacingMs?: number | undefined;
  /** What more captures of the workload say; those of the two sides alone by default. */
  readonly ownFalseAlarms?: OwnFalseAlarms | undefined;
}

export function compare(comparison: Comparison): Diff {
  const { baseline, head, spacingMs = defaultSpacingMs } = comparison;
  const baselineReplicates = inOrder(comparison.baselineReplicates);
  const window = comparison.fresh && openWindow(comparison, comparison.fresh, spacingMs);
  const headReplicates = inOrder(window?.admitted ?? comparison.headReplicates);
  const before = [baseline, ...baselineReplicates].map(({ vector }) => vector);
  const after = [head, ...headReplicates].map(({ vector }) => vector);
  const loadFactor = findLoadFactor(before, after);
  const caveats = findCaveats([...before, ...after]);
  if (loadFactor !== undefined && (loadFactor < 0.5 || loadFactor > 2)) {
    caveats.push(`the load of the two sides differs by a factor of ${loadFactor.toFixed(2)}`);
  }
  const side = judgeIdentity(before, after);
  caveats.push(...explainSeparation(side));
  const own = comparison.ownFalseAlarms ?? measureOwnFalseAlarms([...before, ...after], spacingMs);
  const sides = { before, after, spacingMs, side };
  const { axes, findWithdrawn, ownRate } = compareAxes({ ...sides, own, hasCaveats: caveats.length > 0 });
  const confirmation = window && { ...window.confirmation, withdrawn: findWithdrawn() };
  return {
    workload: comparison.workload,
    env: comparison.env,
    baseline: baseline.ref,
    baseline_replicates: baselineReplicates.map(({ ref }) => ref),
    head: head.ref,
    head_replicates: headReplicates.map(({ ref }) => ref),
    baseline_choice: comparison.choice,
    ...(loadFactor !== undefined && { load_factor: loadFactor }),
    ...workOf(before, after),
    caveats,
    recorded: [...before, ...after].some(({ recorded }) => recorded),
    identity: side.identity,
    identity_basis: describeBasis(comparison, side),
    spacing_ms: spacingMs,
    ...(confirmation !== undefined && { confirmation }),
    ...(ownRate !== undefined && { own_false_alarms: ownRate }),
    summary: summarise({
      from: baseline.ref.version,
      to: head.ref.version,
      ...findFindings(axes),
      notComparable: axes.flatMap(({ axis, state, reason = '' }) => (state === 'compared' ? [] : [{ axis, reason }])),
      replicatesNeeded: findNeeded(confirmation?.state === 'closed' ? [before] : [before, after], spacingMs),
      isSameBinary: side.identity === 'same_binary',
      tooNoisy: axes.flatMap(({ axis, own_false_alarms: rate }) => (rate?.state === 'too_noisy' ? [axis] : [])),
      ownRate,
      testable: addTestable(axes.flatMap(({ testable }) => testable ?? [])),
      ...sayConfirmation(confirmation),
    }),
    axes,
  };
}

function workOf(before: readonly CaptureVector[], after: readonly CaptureVector[]): Pick<Diff, 'work_per_second'> {
  const [a, b] = [workRate(before), workRate(after)];
  return a === undefined || b === undefined ? {} : { work_per_second: { before: a, after: b } };
}

function describeBasis({ baseline, head }: Comparison, { identity, basis }: SideIdentity): Diff['identity_basis'] {
  const sides = [
    { version: baseline.ref.version, basis: basis.before },
    { version: head.ref.version, basis: basis.after },
  ] as const;
  return { baseline: basis.before, head: basis.after, sentences: sayIdentity(...sides, identity) };
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
