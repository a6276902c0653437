/**
 * Compares two versions: every axis that both measured completely, and then one headline for all of it. Sets say what
 * is new, what has stopped and what was not seen; amounts and durations have verdicts where each version was captured
 * on two occasions, and are shown without direction otherwise. Pure and deterministic.
 */
import { type Comparability, describeSide, findCaveats } from './comparable.ts';
import { compareText } from './compare-text.ts';
import { exactZero, totalRate, unseenBy } from './count-side.ts';
import type { AxisDiff, CaptureRef, Change, Confirmation, Diff, Observation } from './diff.ts';
import { compareDistributions, leastDurations } from './distributions.ts';
import { findLoadFactor } from './find-load.ts';
import { findWithdrawn, type Freshness, openWindow, sayConfirmation } from './fresh-captures.ts';
import { leastOccasions, plannedOccasions } from './judge/confirmation-window.ts';
import { judgeIdentity, type SideIdentity } from './judge/judge-identity.ts';
import { judgeViews, type ViewVerdicts } from './judge/judge-views.ts';
import { defaultSpacingMs, groupByOccasion } from './judge/occasions.ts';
import { explainNoiseFloor } from './noise-floor.ts';
import { compareRates, describeVerdict } from './rate-changes.ts';
import { describeRelated } from './related/describe-related.ts';
import { type DraftedView, type DraftFacts, draftViews } from './related/draft-views.ts';
import { findMoved, type Move, type MoveFacts } from './related/find-moved.ts';
import type { RelatedFunctions } from './related/relate.ts';
import { explainSeparation } from './separated-sides.ts';
import { compareSets } from './set-changes.ts';
import { findFindings } from './summary/find-findings.ts';
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
  const { axes, withdrawn } = compareAxes({ before, after, spacingMs, side, hasCaveats: caveats.length > 0 });
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
    ...workOf(before, after),
    caveats,
    recorded: [...before, ...after].some(({ recorded }) => recorded),
    identity: side.identity,
    identity_basis: describeBasis(comparison, side),
    spacing_ms: spacingMs,
    ...(confirmation !== undefined && { confirmation }),
    summary: summarise({
      from: baseline.ref.version,
      to: head.ref.version,
      ...findFindings(axes),
      notComparable: axes.flatMap(({ axis, state, reason = '' }) => (state === 'compared' ? [] : [{ axis, reason }])),
      replicatesNeeded: findNeeded([before, after], spacingMs),
      isSameBinary: side.identity === 'same_binary',
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

interface Sides extends DraftFacts {
  readonly hasCaveats: boolean;
}

interface ComparedAxes {
  readonly axes: AxisDiff[];
  readonly withdrawn: Confirmation['withdrawn'];
}

/** All views first say whether they can be compared; then those that can be are judged together. */
function compareAxes(sides: Sides): ComparedAxes {
  const { before, after, spacingMs, hasCaveats } = sides;
  const { drafts, functions } = draftViews(sides);
  const comparable = drafts.flatMap(({ view, judged, isOfBuild }) =>
    judged.comparable ? [{ view, before: judged.baseline, after: judged.head, isOfBuild }] : [],
  );
  const verdicts = judgeViews(comparable, spacingMs);
  const axes = drafts.map((draft): AxisDiff => {
    const { view, judged } = draft;
    const { axis, source, kind, unit } = view;
    const facts = { axis, source, kind, unit, baseline: describeSide(view, before), head: describeSide(view, after) };
    if (!judged.comparable) {
      return { ...facts, state: 'not_comparable', reason: judged.reason, caveats: [], changes: [], unchanged: 0 };
    }
    const at = comparable.findIndex((one) => one.view === view);
    const own = verdicts[at];
    const moves =
      own && axis === 'cpu_stacks' ? listMoves(functions, { compared: comparable, at, verdicts: own, spacingMs }) : [];
    return {
      ...facts,
      state: 'compared',
      ...compareView(draft, judged, { verdicts: own, moves, spacingMs, hasCaveats }),
    };
  });
  return { axes, withdrawn: findWithdrawn(comparable, verdicts, spacingMs) };
}

function listMoves(
  functions: RelatedFunctions | undefined,
  facts: Pick<MoveFacts, 'compared' | 'at' | 'verdicts' | 'spacingMs'>,
): Move[] {
  if (functions === undefined) return [];
  const { before, after, relations } = functions;
  const taken = new Set([...relations.values()].map(({ key }) => key));
  return findMoved({ before, after, ...facts, isTaken: (key) => taken.has(key) });
}

type Comparable = Extract<Comparability, { comparable: true }>;
type Compared = Pick<AxisDiff, 'caveats' | 'changes' | 'unchanged'> & Partial<AxisDiff>;

interface ViewFacts extends Pick<Sides, 'spacingMs' | 'hasCaveats'> {
  readonly verdicts: ViewVerdicts | undefined;
  readonly moves: readonly Move[];
}

function compareView(
  { view, plainKeyOf, relationOf }: DraftedView,
  { baseline, head, caveats }: Comparable,
  { verdicts, moves, spacingMs, hasCaveats }: ViewFacts,
): Compared {
  const { kind, column, keyOf, isPart = (key) => keyOf(key) !== undefined } = view;
  const isExact = kind === 'scalar' || view.isExact === true;
  // Once for each side: it reads all of its keys.
  const [unseenBefore, unseenAfter] = [baseline, head].map((side) =>
    isExact ? exactZero(side) : unseenBy(side, keyOf),
  ) as [Observation, Observation];
  const sides = { before: baseline, after: head, unseenBefore, unseenAfter };
  const judged = verdicts && { ...verdicts, hasCaveats: hasCaveats || caveats.length > 0 };
  const relate = (changes: readonly Change[]) =>
    describeRelated({
      view,
      sides,
      plainKeyOf,
      relationOf,
      changes,
      moves: moves.map((move) => ({ ...move, verdict: judged && describeVerdict(move.verdict, judged) })),
    });
  if (kind === 'set') {
    const { changes, unchanged, expectedNew } = compareSets(baseline, head, view);
    return { caveats, ...relate(changes), unchanged, expected_new: expectedNew };
  }
  const facts = judged
    ? { occasions: judged.occasions }
    : { no_noise_floor: explainNoiseFloor([baseline, head].map((side) => countCaptures(side, spacingMs))) };
  if (kind === 'distribution') {
    const { changes, tooFew } = compareDistributions(baseline, head, { keyOf, judged });
    return { ...facts, caveats: [...caveats, ...explainTooFew(tooFew)], ...relate(changes), unchanged: 0 };
  }
  return {
    ...facts,
    caveats,
    totals: { before: totalRate(baseline, { isPart, column }), after: totalRate(head, { isPart, column }) },
    ...relate(compareRates(view, sides, judged)),
    unchanged: 0,
  };
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
