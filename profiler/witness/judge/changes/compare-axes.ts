/** Rows of every axis of a comparison, with the verdicts that the whole report was judged for at once. */
import { type Caveat, isLimited } from '../comparable/caveat.ts';
import { type Comparability, describeSide } from '../comparable/comparable.ts';
import { exactZero, lostBy, totalRate, unseenBy } from './count-side.ts';
import type { AxisDiff, Confirmation } from '../../diff/diff.ts';
import type { Observation, OwnRate } from '../../diff/verdict.ts';
import { compareDistributions, leastDurations } from './distributions.ts';
import { findWithdrawn } from '../verdicts/fresh-captures.ts';
import { noiseOf, type ViewVerdicts } from '../views/judge-views.ts';
import { groupByOccasion } from '../captures/occasions.ts';
import { judgeLikely, type LikelyVerdicts } from '../likely/judge-likely.ts';
import { type FamilyCapture, measureFamily } from '../likely/measure-family.ts';
import type { RateVerdict } from '../statistics/rate-verdicts.ts';
import { isTooNoisy, type OwnCount, type OwnFalseAlarms } from '../verdicts/own-false-alarms.ts';
import { comparedOf, type JudgedSides, type JudgedView, judgeSides } from '../verdicts/judge-sides.ts';
import { countsFor, describeRate, explainNoiseFloor, sayTooNoisy, withdraw } from '../verdicts/withheld-verdicts.ts';
import { type DescribedAxis, figuresOf, type RowFigures } from '../../diff/row-figures.ts';
import { type AxisRows, type IsAsked, listedRows } from './axis-rows.ts';
import { describeJudged, describeLikely, describeVerdict, withoutRatio, workOf } from './rate-changes.ts';
import { describeRelated } from './describe-related.ts';
import { RateRows } from './rate-rows.ts';
import type { DraftFacts } from '../related/draft-views.ts';
import { findMoved, type Move } from '../related/find-moved.ts';
import { compareSets } from './set-changes.ts';

interface AxesFacts extends DraftFacts {
  readonly own: OwnFalseAlarms;
  /** Of the whole report. */
  readonly caveats: readonly Caveat[];
  /** Further captures of the workload, which say how far captures differ. */
  readonly history: readonly FamilyCapture[];
}

export interface ComparedAxes {
  /** In order. What a judged axis is described with takes more time and memory than its verdicts. */
  readonly axes: readonly DescribableAxis[];
  /** What two occasions had suggested: judged when it is asked for, because only a confirmation window says it. */
  readonly findWithdrawn: () => Confirmation['withdrawn'];
  readonly ownRate: OwnRate | undefined;
}

export interface DescribableAxis {
  readonly axis: string;
  readonly kind: AxisDiff['kind'];
  readonly describe: (isAsked?: IsAsked) => DescribedAxis;
}

/** With what it showed of its own false alarms. */
interface RatedView extends JudgedView {
  readonly rate: OwnCount | undefined;
  /** Present where verdicts are withdrawn for it. */
  readonly tooNoisy: OwnCount | undefined;
  /** Of a view without verdicts. */
  readonly likely: LikelyVerdicts | undefined;
}

export function compareAxes({ own, caveats, history, ...facts }: AxesFacts): ComparedAxes {
  const judged = judgeSides(facts);
  const likely = findLikely(judged, { ...facts, caveats, history });
  const rated = judged.views.map((one) => addLikely(rateView(one, own), likely.get(one.view.axis)));
  const axes = rated.map((one) => ({
    axis: one.view.axis,
    kind: one.view.kind,
    describe: (isAsked?: IsAsked) => describeAxis(one, judged, { ...facts, caveats, isAsked }),
  }));
  const decided = rated.filter(({ tooNoisy }) => tooNoisy === undefined);
  return { axes, findWithdrawn: () => findWithdrawn(decided, facts.spacingMs), ownRate: ownRateOf(rated, own) };
}

interface DescribingFacts extends Omit<AxesFacts, 'own' | 'history'> {
  readonly isAsked: IsAsked | undefined;
}

function describeAxis(one: RatedView, judged: JudgedSides, facts: DescribingFacts): DescribedAxis {
  const { axis, source, kind, unit } = one.view;
  const sides = { baseline: describeSide(one.view, facts.before), head: describeSide(one.view, facts.after) };
  const whole = { axis, source, kind, unit, ...sides };
  if (!one.judged.comparable) {
    const { reason } = one.judged;
    const nothing: AxisDiff = { ...whole, state: 'not_comparable', reason, caveats: [], changes: [], unchanged: 0 };
    return { axis: nothing, figures: figuresOf([]) };
  }
  const moves = axis === 'cpu_stacks' ? listMoves(one, judged, facts.spacingMs) : [];
  const { spacingMs, caveats, isAsked } = facts;
  const { figures, ...compared } = compareView(one, one.judged, { moves, spacingMs, caveats, isAsked });
  const described: AxisDiff = {
    ...whole,
    state: 'compared',
    ...compared,
    caveats: [...compared.caveats, ...(one.tooNoisy ? [sayTooNoisy(one.tooNoisy)] : [])],
    ...(one.verdicts && { own_false_alarms: describeRate(one.rate ?? { comparisons: 0, false: 0 }) }),
  };
  return { axis: described, figures };
}

/** Where nothing limits a view, and all of it is compared: what one build used has no history. */
function findLikely(
  { views }: JudgedSides,
  { before, after, spacingMs, caveats, history }: Omit<AxesFacts, 'own'>,
): ReadonlyMap<string, LikelyVerdicts> {
  const axes = views.flatMap(({ view, judged, isOfBuild }) => {
    if (!judged.comparable || isOfBuild) return [];
    return isLimited([...caveats, ...judged.caveats], noiseOf(view)) ? [] : [view.axis];
  });
  return judgeLikely({
    before: before.map(measureFamily),
    after: after.map(measureFamily),
    history,
    spacingMs,
    axes: new Set(axes),
    hasVerdicts: views.some(({ verdicts }) => verdicts !== undefined),
  });
}

/** Beside verdicts, what the few figures show for sure is changed as well; without them it is likely. */
function addLikely(one: Omit<RatedView, 'likely'>, likely: LikelyVerdicts | undefined): RatedView {
  const { verdicts } = one;
  if (verdicts === undefined || likely === undefined || one.tooNoisy !== undefined) return { ...one, likely };
  const joined = new Map<number, RateVerdict>();
  for (const [key, found] of likely.verdicts) {
    const place = verdicts.keys.indexOf(key);
    if (place !== -1) joined.set(place, joinVerdicts(verdicts.verdicts.at(place), found));
  }
  const total = verdicts.total && joinVerdicts(verdicts.total, likely.total);
  return { ...one, likely, verdicts: { ...verdicts, verdicts: verdicts.verdicts.replace(joined), total } };
}

/** A change is found by either, and so is the smallest one that would have been. */
function joinVerdicts(known: RateVerdict, found: RateVerdict | undefined): RateVerdict {
  if (found === undefined || known.perSecond === undefined || known.state === 'changed') return known;
  if (found.state === 'changed') return { ...known, state: 'changed', odds: found.odds };
  const { detectable = Number.POSITIVE_INFINITY } = found;
  return { ...known, detectable: Math.min(known.detectable ?? Number.POSITIVE_INFINITY, detectable) };
}

function rateView(one: JudgedView, own: OwnFalseAlarms): Omit<RatedView, 'likely'> {
  const { verdicts, view } = one;
  const rate = verdicts && countsFor(verdicts.occasions, own).axes[view.axis];
  const tooNoisy = rate !== undefined && isTooNoisy(rate) ? rate : undefined;
  return { ...one, verdicts: verdicts && tooNoisy ? withdraw(verdicts) : verdicts, rate, tooNoisy };
}

/** Of reports with as many occasions as most of this one has. */
function ownRateOf(views: readonly JudgedView[], own: OwnFalseAlarms): OwnRate | undefined {
  const judged = views.flatMap(({ verdicts }) => verdicts ?? []);
  const [first] = judged.toSorted((a, b) => leastOf(b) - leastOf(a));
  return first && describeRate(countsFor(first.occasions, own).report);
}

function leastOf({ occasions }: ViewVerdicts): number {
  return Math.min(occasions.before, occasions.after);
}

function listMoves({ view, verdicts }: JudgedView, { views, functions }: JudgedSides, spacingMs: number): Move[] {
  if (verdicts === undefined || functions === undefined) return [];
  const { before, after, relations } = functions;
  const taken = new Set([...relations.values()].map(({ key }) => key));
  const compared = views.flatMap((one) => comparedOf(one) ?? []);
  const at = compared.findIndex((one) => one.view === view);
  return findMoved({ before, after, compared, at, verdicts, spacingMs, isTaken: (key) => taken.has(key) });
}

type Comparable = Extract<Comparability, { comparable: true }>;
type Compared = Pick<AxisDiff, 'caveats' | 'changes' | 'unchanged'> &
  Partial<AxisDiff> & { readonly figures: RowFigures };

interface ViewFacts extends Pick<DescribingFacts, 'spacingMs' | 'caveats' | 'isAsked'> {
  readonly moves: readonly Move[];
}

function compareView(
  { view, verdicts, plainKeyOf, relationOf, likely }: RatedView,
  { baseline, head, caveats: own }: Comparable,
  { moves, spacingMs, caveats: ofReport, isAsked }: ViewFacts,
): Compared {
  const { kind, unit, keyOf } = view;
  const isExact = kind === 'scalar' || view.isExact === true;
  // Once for each side: it reads all of its keys.
  const [unseenBefore, unseenAfter] = [baseline, head].map((side) =>
    isExact ? exactZero(side) : unseenBy(side, keyOf),
  ) as [Observation, Observation];
  const sides = { before: baseline, after: head, unseenBefore, unseenAfter };
  const caveats = own.map(({ text }) => text);
  const judged = verdicts && { ...verdicts, hasCaveats: isLimited([...ofReport, ...own], noiseOf(view)) };
  const relate = (rows: AxisRows) => ({
    figures: rows.figures,
    ...describeRelated(rows.list(isAsked), {
      view,
      sides,
      plainKeyOf,
      relationOf,
      rowsOf: (keys) => rows.list((_, key) => keys.has(key)),
      moves: moves.map((move) => ({ ...move, verdict: judged && describeVerdict(move.verdict, judged) })),
    }),
  });
  if (kind === 'set') {
    const { changes, unchanged, expectedNew } = compareSets(sides, view);
    return {
      caveats: [...caveats, ...explainLost([baseline, head])],
      ...relate(listedRows(changes)),
      unchanged,
      expected_new: expectedNew,
    };
  }
  const facts = judged
    ? { occasions: judged.occasions, testable: describeTestable(judged.testable) }
    : { no_noise_floor: explainNoiseFloor([baseline, head].map((side) => countCaptures(side, spacingMs))) };
  if (kind === 'distribution') {
    const { changes, tooFew } = compareDistributions(baseline, head, { keyOf, judged, likely });
    return { ...facts, caveats: [...caveats, ...explainTooFew(tooFew)], ...relate(listedRows(changes)), unchanged: 0 };
  }
  const totals = {
    before: totalRate(baseline, view),
    after: totalRate(head, view),
  };
  const { verdict, ...total } = describeTotal(judged, likely);
  return {
    ...facts,
    caveats,
    totals: {
      ...totals,
      ...total,
      ...(verdict && { verdict: withoutRatio(verdict, { ...totals, unit, work: workOf(sides) }) }),
    },
    ...relate(new RateRows({ view, sides, judged, likely })),
    unchanged: 0,
  };
}

function describeTotal(
  judged: Parameters<typeof describeJudged>[1] | undefined,
  likely: LikelyVerdicts | undefined,
): Partial<ReturnType<typeof describeJudged>> {
  if (judged?.total !== undefined) return describeJudged(judged.total, judged);
  return judged === undefined && likely?.total !== undefined ? describeLikely(likely.total, likely) : {};
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

function explainLost(sides: readonly Comparable['head'][]): string[] {
  return sides.flatMap((side) => {
    const lost = lostBy(side);
    const version = side[0]?.vector.request.version ?? '';
    const what = lost === 1 ? '1 event was' : `${lost} events were`;
    return lost === 0 ? [] : [`${what} lost in ${version}: a key that it did not show may have happened`];
  });
}

function explainTooFew(keys: number): string[] {
  if (keys === 0) return [];
  const which = keys === 1 ? '1 key has' : `${keys} keys have`;
  return [`${which} fewer than ${leastDurations} durations on a side and cannot be compared`];
}
