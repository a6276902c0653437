/** How many captures of each server have an axis whole, in part or not at all, and why. */
import type { Bundle } from '../../profiler/witness/bundle/record/bundle.ts';
import type { AxisId } from '../../profiler/witness/bundle/record/collector-record.ts';

export interface StateTally {
  readonly axis: AxisId;
  complete: number;
  partial: number;
  missing: number;
  /** Captures in which nothing else is wrong than stacks that end early: what functions did themselves is right. */
  selfCostOnly: number;
  /** Reasons without their numbers, with how many captures have each. */
  readonly why: Map<string, number>;
}

const stacksEndEarly = /^\d+ of \d+ stacks do not reach their root/u;

export function tallyStates(bundles: readonly Bundle[]): StateTally[] {
  const tallies = new Map<AxisId, StateTally>();
  for (const { axis, state, why } of bundles.flatMap(({ axes }) => axes)) {
    const tally = tallies.get(axis) ?? { axis, complete: 0, partial: 0, missing: 0, selfCostOnly: 0, why: new Map() };
    tallies.set(axis, tally);
    tally[state] += 1;
    if (state === 'partial' && why.every((reason) => stacksEndEarly.test(reason))) tally.selfCostOnly += 1;
    for (const reason of new Set(why.map(withoutNumbers))) tally.why.set(reason, (tally.why.get(reason) ?? 0) + 1);
  }
  return [...tallies.values()];
}

function withoutNumbers(reason: string): string {
  return reason.replaceAll(/\d+/gu, 'n');
}
