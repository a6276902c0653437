/**
 * How often a report on this workload is wrong: captures of one version are compared with each other, by the rules of
 * any report, and whatever is called changed is a false alarm. Splits share no capture, so that each says something of
 * its own; they follow each other in time, as versions do.
 */
import type { CaptureVector } from '../../bundle/vector/capture-vector.ts';
import { groupByOccasion, leastOccasions, plannedOccasions } from '../captures/occasions.ts';
import { judgeIdentity } from '../identity/judge-identity.ts';
import { betaQuantile } from '../statistics/special-functions.ts';
import { findChangedAxes } from './judge-sides.ts';

export interface OwnCount {
  readonly comparisons: number;
  /** Those of them that called something changed. */
  readonly false: number;
}

/** By so many occasions on each side. */
export interface OwnCounts {
  /** Any axis. */
  readonly report: OwnCount;
  /** By axis; axes that were never judged are absent. */
  readonly axes: Readonly<Record<string, OwnCount>>;
}

/** Of reports with two occasions of each version, and with three or more. */
export type OwnFalseAlarms = Readonly<Record<'two' | 'three', OwnCounts>>;

/** Where even the lower end of the interval is beyond this, verdicts are withdrawn: it is what a report promises. */
export const mostFalseAlarms = 0.05;
/** With fewer comparisons, not even false alarms in all of them would show it: of one, the lower end is 0.025. */
export const leastComparisons = 2;

/** Captures that it is measured of, the newest ones: ten comparisons of three with three. */
export const mostOwnCaptures = 60;

/** Occasions of one version that the smallest comparison needs. */
export const leastOwnOccasions = 2 * leastOccasions;

export const noneMeasured: OwnFalseAlarms = {
  two: { report: { comparisons: 0, false: 0 }, axes: {} },
  three: { report: { comparisons: 0, false: 0 }, axes: {} },
};

/**
 * Captures of one workload and environment, of any versions and in any order; one that is given twice counts once.
 * Each number of occasions is measured when it is first asked for: a report has mostly one of the two.
 */
export function measureOwnFalseAlarms(captures: readonly CaptureVector[], spacingMs: number): OwnFalseAlarms {
  const once = new Map(captures.map((vector) => [placeOf(vector), vector]));
  const versions = Map.groupBy(once.values(), ({ request, instance }) => JSON.stringify([request.version, instance]));
  const occasions = [...versions.values()].map((own) => occasionsOf(own, spacingMs));
  const known = new Map<number, OwnCounts>();
  const measure = (ofSide: number): OwnCounts => {
    const counts = known.get(ofSide) ?? addCounts(occasions.map((own) => measureVersion(own, ofSide, spacingMs)));
    known.set(ofSide, counts);
    return counts;
  };
  return {
    get two() {
      return measure(leastOccasions);
    },
    get three() {
      return measure(plannedOccasions);
    },
  };
}

/** A machine begins no two captures of a process at once. */
function placeOf({ request, instance, window }: CaptureVector): string {
  return JSON.stringify([request.version, instance, window.start_wall]);
}

type OwnOccasions = readonly (readonly CaptureVector[])[];

function occasionsOf(captures: readonly CaptureVector[], spacingMs: number): OwnOccasions {
  const grouped = groupByOccasion(
    captures.map((vector) => ({ vector })),
    spacingMs,
  );
  return grouped.map((some) => some.map(({ vector }) => vector));
}

function measureVersion(occasions: OwnOccasions, ofSide: number, spacingMs: number): OwnCounts {
  const counts: OwnCounts[] = [];
  for (let at = 0; at + 2 * ofSide <= occasions.length; at += 2 * ofSide) {
    const middle = at + ofSide;
    const [before, after] = [occasions.slice(at, middle).flat(), occasions.slice(middle, middle + ofSide).flat()];
    counts.push(compareSplit(before, after, spacingMs));
  }
  return addCounts(counts);
}

/** Nothing is learned from captures of different builds, whatever their version is called. */
function compareSplit(before: readonly CaptureVector[], after: readonly CaptureVector[], spacingMs: number): OwnCounts {
  const side = judgeIdentity(before, after);
  if (side.identity === 'different' || side.mixed !== undefined) return addCounts([]);
  const axes: Record<string, OwnCount> = {};
  for (const [axis, hasChanged] of findChangedAxes({ before, after, spacingMs, side })) {
    axes[axis] = { comparisons: 1, false: hasChanged ? 1 : 0 };
  }
  const all = Object.values(axes);
  if (all.length === 0) return addCounts([]);
  return { report: { comparisons: 1, false: all.some((one) => one.false > 0) ? 1 : 0 }, axes };
}

export function addFalseAlarms(all: readonly OwnFalseAlarms[]): OwnFalseAlarms {
  return { two: addCounts(all.map(({ two }) => two)), three: addCounts(all.map(({ three }) => three)) };
}

function addCounts(all: readonly OwnCounts[]): OwnCounts {
  const names = [...new Set(all.flatMap(({ axes }) => Object.keys(axes)))];
  return {
    report: addUp(all.map(({ report }) => report)),
    axes: Object.fromEntries(names.map((name) => [name, addUp(all.flatMap(({ axes }) => axes[name] ?? []))])),
  };
}

function addUp(counts: readonly OwnCount[]): OwnCount {
  let [comparisons, wrong] = [0, 0];
  for (const one of counts) {
    comparisons += one.comparisons;
    wrong += one.false;
  }
  return { comparisons, false: wrong };
}

/** The two-sided 95 % interval of a rate (Clopper and Pearson 1934, Biometrika 26(4)). */
export function intervalOf({ comparisons, false: wrong }: OwnCount): { readonly low: number; readonly high: number } {
  return {
    low: wrong === 0 ? 0 : betaQuantile(0.025, wrong, comparisons - wrong + 1),
    high: wrong === comparisons ? 1 : betaQuantile(0.975, wrong + 1, comparisons - wrong),
  };
}

/** Whether verdicts are wrong more often here than a report promises, beyond doubt. */
export function isTooNoisy(count: OwnCount): boolean {
  return count.comparisons >= leastComparisons && intervalOf(count).low > mostFalseAlarms;
}

/**
 * Raised with every change after which the same captures may get other verdicts: counts of false alarms that are stored
 * are made again then. `test/same-bytes` fails while verdicts of stored captures changed and this did not.
 */
export const judgementVersion = 3;
