/**
 * Which of a few figures likely changed, where captures are too few for a verdict on every key: how far two captures of
 * this workload differ by themselves is learned from its history. Beside verdicts it finds what they have no power for.
 */
import { findOccasions } from '../captures/occasions.ts';
import { besideLevel, dominantShare, type FamilyMember, judgeFamily, likelyLevel } from '../statistics/judge-family.ts';
import type { RateVerdict } from '../statistics/rate-verdicts.ts';
import type { FamilyValue, VersionValues } from '../statistics/learn-variance.ts';
import { measuredPrior } from '../statistics/measured-prior.ts';
import { meanOf } from '../statistics/sums.ts';
import { type FamilyCapture, type FamilyFigure, totalFigure } from './measure-family.ts';

/** Of one view. */
export interface LikelyVerdicts {
  readonly verdicts: ReadonlyMap<string, RateVerdict>;
  readonly total: RateVerdict | undefined;
  /** Earlier captures that say how far captures differ. */
  readonly earlier: number;
}

export interface LikelyFacts {
  readonly before: readonly FamilyCapture[];
  readonly after: readonly FamilyCapture[];
  /** Further captures of the workload, in any order. */
  readonly history: readonly FamilyCapture[];
  readonly spacingMs: number;
  /** Views that can be compared without a limit. */
  readonly axes: ReadonlySet<string>;
  /** Every key has a verdict of its own, which has most of the level. */
  readonly hasVerdicts: boolean;
}

/** History that is used, the newest. */
export const mostHistory = 24;

/** By view; views without a figure that both sides have are absent. */
export function judgeLikely(facts: LikelyFacts): Map<string, LikelyVerdicts> {
  const { hasVerdicts } = facts;
  const earlier = chooseEarlier(facts);
  const asked = listFigures(facts)
    .map((figure) => ({ figure, member: memberOf(figure, { ...facts, earlier }) }))
    .filter(({ member }) => member.before.length > 0 && member.after.length > 0);
  const verdicts = judgeFamily(
    asked.map(({ member }) => member),
    measuredPrior,
    hasVerdicts ? besideLevel : likelyLevel,
  );
  const found = new Map<string, LikelyVerdicts & { readonly verdicts: Map<string, RateVerdict> }>();
  for (const [at, { figure }] of asked.entries()) {
    const { axis, key } = figure;
    const own = found.get(axis) ?? { verdicts: new Map(), total: undefined, earlier: earlier.length };
    const verdict = verdicts[at];
    if (verdict === undefined) continue;
    if (key === totalFigure) found.set(axis, { ...own, total: verdict });
    else found.set(axis, { ...own, verdicts: own.verdicts.set(key, verdict) });
  }
  return found;
}

/** Of the machine of the newer version, and of neither side: another one would differ by itself. */
function chooseEarlier({ before, after, history }: LikelyFacts): FamilyCapture[] {
  const [head] = after;
  const compared = new Set([...before, ...after].map(placeOf));
  const once = new Map(history.map((one) => [placeOf(one), one]));
  return [...once.values()]
    .filter((one) => one.instance === head?.instance && one.host === head.host && one.version !== head.version)
    .filter((one) => !compared.has(placeOf(one)) && Number.isFinite(one.start))
    .toSorted((a, b) => a.start - b.start)
    .slice(-mostHistory);
}

function placeOf({ version, instance, start }: FamilyCapture): string {
  return JSON.stringify([version, instance, start]);
}

/** What both sides have, of functions those that are a large part of both together. */
function listFigures({ before, after, axes }: LikelyFacts): FamilyFigure[] {
  const known = new Map<string, FamilyFigure>();
  for (const figure of before.flatMap(({ figures }) => figures)) known.set(nameOf(figure), figure);
  return [...known.values()].filter((figure) => {
    const sides = [before, after].map((side) => side.flatMap(({ figures }) => figures.filter(isLike(figure))));
    if (!axes.has(figure.axis) || sides.some((some) => some.length === 0)) return false;
    return meanOf(sides.flat().map(({ share = 1 }) => share)) >= dominantShare;
  });
}

function nameOf({ axis, key }: FamilyFigure): string {
  return `${axis} ${key}`;
}

function isLike({ axis, key, method }: FamilyFigure): (other: FamilyFigure) => boolean {
  return (other) => other.axis === axis && other.key === key && other.method === method;
}

interface MemberFacts extends Pick<LikelyFacts, 'before' | 'after' | 'spacingMs'> {
  readonly earlier: readonly FamilyCapture[];
}

function memberOf(figure: FamilyFigure, { before, after, earlier, spacingMs }: MemberFacts): FamilyMember {
  const valuesOf = (captures: readonly FamilyCapture[]): VersionValues => {
    // A bundle whose start is no time is of no occasion.
    const found = captures.flatMap(({ start, work, figures }) =>
      figures.filter(isLike(figure)).map(({ value, counting }) => ({ start, one: { value, counting, work } })),
    );
    const starts = found.map(({ start }) => start);
    return findOccasions(starts, spacingMs).map((places) =>
      places.flatMap((at): FamilyValue[] => (found[at] === undefined ? [] : [found[at].one])),
    );
  };
  const versions = [...Map.groupBy(earlier, ({ version }) => version).values()].map(valuesOf);
  return {
    kind: figure.kind,
    before: valuesOf(before),
    after: valuesOf(after),
    history: versions.filter((one) => one.length > 0),
  };
}
