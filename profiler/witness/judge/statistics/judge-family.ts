/**
 * What likely changed between two versions of which one was captured once, among the few figures that a release engineer
 * asks for first. A small family of questions is what single captures have the power for; the promise is on all of it
 * together. Pure and deterministic.
 */
import { adjustByHolm, oddsOf } from './select.ts';
import type { Elasticities } from './contrast.ts';
import {
  criticalValue,
  type Effect,
  leastEffect,
  noChangeBelow,
  type RateVerdict,
  upperTail,
} from './rate-verdicts.ts';
import {
  type FamilyPrior,
  learnVariance,
  meanOfVersion,
  varianceOfMean,
  type VersionValues,
} from './learn-variance.ts';

/** What is asked: the CPU time of the process, who waits for its answers, functions that dominate, and bytes. */
export type FamilyKind = 'cpu' | 'response' | 'function' | 'bytes';

export interface FamilyMember {
  readonly kind: FamilyKind;
  readonly before: VersionValues;
  readonly after: VersionValues;
  /** Other versions of the workload that ran before, oldest first. */
  readonly history: readonly VersionValues[];
}

/** Functions of at least this part of the CPU time are asked for. */
export const dominantShare = 0.1;
/** Part of the level that each kind has; members of a kind share it equally. */
export const familyWeights: Readonly<Record<FamilyKind, number>> = {
  cpu: 0.5,
  response: 0.2,
  function: 0.25,
  bytes: 0.05,
};
/**
 * The same where captures of both versions are judged: what many functions teach about the noise of one understates that of
 * some, so that these have little.
 */
export const askedWeights: typeof familyWeights = { cpu: 0.76, response: 0.15, function: 0.04, bytes: 0.05 };
/** Chance that a report in which nothing changed says that something likely did. Simulation decides that it holds. */
export const likelyLevel = 0.05;
/** The same beside verdicts on every key, which have a level of their own. */
export const besideLevel = 0.01;
/** Waiting may grow or shrink with the load; the others follow it from not at all to wholly. */
const elasticities: Readonly<Record<FamilyKind, Elasticities>> = {
  cpu: [0, 1],
  response: [-1, 1],
  function: [0, 1],
  bytes: [0, 1],
};

/** One verdict for each member, in order; of a change with its odds. `level`: for all of them together. */
export function judgeFamily(
  members: readonly FamilyMember[],
  priors: Readonly<Record<FamilyKind, FamilyPrior>>,
  level = likelyLevel,
): RateVerdict[] {
  const tests = members.map((member) => testMember(member, priors[member.kind]));
  const shares = shareLevel(members);
  const adjusted = adjustByHolm(
    tests.map(({ p }) => p),
    shares,
  );
  return tests.map(({ sure, largest, error, degrees, p, perSecond, perWork }, at) => {
    const half = criticalValue(0.025, degrees) * error;
    const effect = (change: number): Effect => ({ change, low: change - half, high: change + half });
    const whole = adjusted[at] ?? 1;
    const isChanged = whole <= level && Math.abs(sure) >= leastEffect;
    const isSmall = largest + criticalValue(0.05, degrees) * error < noChangeBelow;
    const stateUnchanged = isSmall ? 'no_change' : 'undecided';
    const critical = criticalValue((level * (shares[at] ?? 1)) / 2, degrees);
    return {
      state: isChanged ? 'changed' : stateUnchanged,
      perSecond: effect(perSecond),
      perWork: perWork === undefined ? undefined : effect(perWork),
      p,
      ...(isChanged && { odds: oddsOf(whole) }),
      degrees,
      detectable: Math.max(leastEffect, (critical + criticalValue(0.2, degrees)) * error),
    };
  });
}

interface Tested {
  readonly perSecond: number;
  readonly perWork: number | undefined;
  /** The part of the difference that every elasticity to the load shows. */
  readonly sure: number;
  readonly largest: number;
  readonly error: number;
  readonly degrees: number;
  readonly p: number;
}

function testMember({ kind, before, after, history }: FamilyMember, prior: FamilyPrior): Tested {
  const learned = learnVariance({ history, before, after }, prior, elasticities[kind]);
  const error = Math.sqrt(varianceOfMean(before, learned.between) + varianceOfMean(after, learned.between));
  const [a, b] = [meanOfVersion(before), meanOfVersion(after)];
  const perSecond = b.value - a.value;
  const shift = a.work === undefined || b.work === undefined ? undefined : b.work - a.work;
  const ends = learned.elasticities.map((one) => perSecond - one * (shift ?? 0));
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const sure = low > 0 ? low : Math.min(high, 0);
  const { degrees } = learned;
  const p = Math.min(1, 2 * upperTail(Math.abs(sure) / error, degrees));
  const largest = Math.max(Math.abs(low), Math.abs(high));
  return {
    perSecond,
    perWork: shift === undefined ? undefined : perSecond - shift,
    sure,
    largest,
    error,
    degrees,
    p,
  };
}

/** Of the level, what each member has: kinds that are not asked leave theirs to the others. */
function shareLevel(members: readonly FamilyMember[]): number[] {
  const count = (kind: FamilyKind): number => members.filter((one) => one.kind === kind).length;
  const asked = (Object.keys(familyWeights) as FamilyKind[]).filter((kind) => count(kind) > 0);
  const whole = asked.reduce((sum, kind) => sum + familyWeights[kind], 0);
  return members.map(({ kind }) => familyWeights[kind] / whole / count(kind));
}
