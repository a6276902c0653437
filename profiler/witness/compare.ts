/**
 * Compares two versions: every axis that both measured completely, and then one headline for all of it. Sets say what
 * is new, what has stopped and what was not seen; amounts and durations have verdicts where each version was captured
 * on two occasions, and are shown without direction otherwise. Pure and deterministic.
 */
import { type Comparability, describeSide, findCaveats } from './comparable.ts';
import { compareText } from './compare-text.ts';
import { exactZero, totalRate, unseenBy } from './count-side.ts';
import type { AxisDiff, CaptureRef, Confirmation, Diff, OwnRate } from './diff.ts';
import { compareDistributions, leastDurations } from './distributions.ts';
import { findLoadFactor } from './find-load.ts';
import { findWithdrawn, type Freshness, openWindow, sayConfirmation } from './fresh-captures.ts';
import { leastOccasions, plannedOccasions } from './judge/confirmation-window.ts';
import { judgeIdentity } from './judge/judge-identity.ts';
import type { ViewVerdicts } from './judge/judge-views.ts';
import { defaultSpacingMs, groupByOccasion } from './judge/occasions.ts';
import { isTooNoisy, measureOwnFalseAlarms, type OwnFalseAlarms } from './judge/own-false-alarms.ts';
import { type JudgedSides, type JudgedView, judgeSides } from './judge-sides.ts';
import { explainNoiseFloor } from './noise-floor.ts';
import { countsFor, describeRate, sayTooNoisy, withdraw } from './own-rate.ts';
import { compareRates, describeJudged } from './rate-changes.ts';
import { compareSets } from './set-changes.ts';
import { findFindings } from './summary/find-findings.ts';
import { addTestable } from './summary/notes.ts';
import { summarise } from './summary/summarise.ts';
import type { ReplicatesNeeded } from './summary/summary.ts';
import type { CaptureVector } from './vector/capture-vector.ts';
import type { AxisView } from './views.ts';

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
  const { identity, mixed } = judgeIdentity(before, after);
  const own = comparison.ownFalseAlarms ?? measureOwnFalseAlarms([...before, ...after], spacingMs);
  const sides = { before, after, spacingMs, mixed };
  const { axes, withdrawn, ownRate } = compareAxes({ ...sides, own, hasCaveats: caveats.length > 0 });
  const confirmation = window && { ...window.confirmation, withdrawn };
  return {
    workload: comparison.workload,
    env: comparison.env,
    baseline: baseline.ref,
    baseline_replicates: baselineReplicates.map(({ ref }) => ref),
    head: head.ref,
    head_replicates: headReplicates.map(({ ref }) => ref),
    baseline_choice: comparison.choice,
    ...(loadFactor !== undefined && { load_factor: loadFactor }),
    caveats,
    recorded: [...before, ...after].some(({ recorded }) => recorded),
    identity,
    spacing_ms: spacingMs,
    ...(confirmation !== undefined && { confirmation }),
    ...(ownRate !== undefined && { own_false_alarms: ownRate }),
    summary: summarise({
      from: baseline.ref.version,
      to: head.ref.version,
      ...findFindings(axes),
      notComparable: axes.flatMap(({ axis, state, reason = '' }) => (state === 'compared' ? [] : [{ axis, reason }])),
      replicatesNeeded: findNeeded([before, after], spacingMs),
      isSameBinary: identity === 'same_binary',
      tooNoisy: axes.flatMap(({ axis, own_false_alarms: rate }) => (rate?.state === 'too_noisy' ? [axis] : [])),
      ownRate,
      testable: addTestable(axes.flatMap(({ testable }) => testable ?? [])),
      ...sayConfirmation(confirmation),
    }),
    axes,
  };
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
      },
    ];
  });
}

interface Sides extends JudgedSides {
  readonly own: OwnFalseAlarms;
  readonly hasCaveats: boolean;
}

interface ComparedAxes {
  readonly axes: AxisDiff[];
  readonly withdrawn: Confirmation['withdrawn'];
  readonly ownRate: OwnRate | undefined;
}

function compareAxes({ own, hasCaveats, ...sides }: Sides): ComparedAxes {
  const { before, after, spacingMs } = sides;
  const drafts = judgeSides(sides).map((one) => {
    const rate = one.verdicts && countsFor(one.verdicts.occasions, own).axes[one.view.axis];
    const tooNoisy = rate !== undefined && isTooNoisy(rate) ? rate : undefined;
    return { ...one, verdicts: one.verdicts && tooNoisy ? withdraw(one.verdicts) : one.verdicts, rate, tooNoisy };
  });
  const axes = drafts.map(({ view, judged, verdicts, rate, tooNoisy }): AxisDiff => {
    const { axis, source, kind, unit } = view;
    const facts = { axis, source, kind, unit, baseline: describeSide(view, before), head: describeSide(view, after) };
    if (!judged.comparable) {
      return { ...facts, state: 'not_comparable', reason: judged.reason, caveats: [], changes: [], unchanged: 0 };
    }
    const compared = compareView(view, judged, verdicts, { spacingMs, hasCaveats });
    return {
      ...facts,
      state: 'compared',
      ...compared,
      caveats: [...compared.caveats, ...(tooNoisy ? [sayTooNoisy(tooNoisy)] : [])],
      ...(verdicts && { own_false_alarms: describeRate(rate ?? { comparisons: 0, false: 0 }) }),
    };
  });
  const decided = drafts.filter(({ tooNoisy }) => tooNoisy === undefined);
  return { axes, withdrawn: findWithdrawn(decided, spacingMs), ownRate: ownRateOf(drafts, own) };
}

/** Of reports with as many occasions as most of this one has. */
function ownRateOf(drafts: readonly JudgedView[], own: OwnFalseAlarms): OwnRate | undefined {
  const judged = drafts.flatMap(({ verdicts }) => verdicts ?? []);
  const [first] = judged.toSorted((a, b) => leastOf(b) - leastOf(a));
  return first && describeRate(countsFor(first.occasions, own).report);
}

function leastOf({ occasions }: ViewVerdicts): number {
  return Math.min(occasions.before, occasions.after);
}

type Comparable = Extract<Comparability, { comparable: true }>;
type Compared = Pick<AxisDiff, 'caveats' | 'changes' | 'unchanged'> & Partial<AxisDiff>;

function compareView(
  view: AxisView,
  { baseline, head, caveats }: Comparable,
  verdicts: ViewVerdicts | undefined,
  { spacingMs, hasCaveats }: Pick<Sides, 'spacingMs' | 'hasCaveats'>,
): Compared {
  const { kind, column, keyOf, isPart = (key) => keyOf(key) !== undefined } = view;
  if (kind === 'set') {
    const { changes, unchanged, expectedNew } = compareSets(baseline, head, view);
    return { caveats, changes, unchanged, expected_new: expectedNew };
  }
  const judged = verdicts && { ...verdicts, hasCaveats: hasCaveats || caveats.length > 0 };
  const facts = judged
    ? { occasions: judged.occasions, testable: describeTestable(judged.testable) }
    : { no_noise_floor: explainNoiseFloor([baseline, head].map((side) => countCaptures(side, spacingMs))) };
  if (kind === 'distribution') {
    const { changes, tooFew } = compareDistributions(baseline, head, { keyOf, judged });
    return { ...facts, caveats: [...caveats, ...explainTooFew(tooFew)], changes, unchanged: 0 };
  }
  const unseen = kind === 'scalar' || view.isExact === true ? exactZero : undefined;
  return {
    ...facts,
    caveats,
    totals: {
      before: totalRate(baseline, { isPart, column }),
      after: totalRate(head, { isPart, column }),
      ...(judged?.total && describeJudged(judged.total, judged)),
    },
    changes: compareRates(
      view,
      { before: baseline, after: head, unseen: unseen ?? ((side) => unseenBy(side, keyOf)) },
      judged,
    ),
    unchanged: 0,
  };
}

function describeTestable({ keys, of, next }: ViewVerdicts['testable']): AxisDiff['testable'] {
  return { keys, of, ...(next && { next: { window_sec: next.windowSec, keys: next.keys } }) };
}

function countCaptures(side: Comparable['head'], spacingMs: number): Parameters<typeof explainNoiseFloor>[0][number] {
  return {
    version: side[0]?.vector.request.version ?? '',
    captures: side.length,
    occasions: groupByOccasion(side, spacingMs).length,
  };
}

function explainTooFew(keys: number): string[] {
  if (keys === 0) return [];
  const which = keys === 1 ? '1 key has' : `${keys} keys have`;
  return [`${which} fewer than ${leastDurations} durations on a side and cannot be compared`];
}
