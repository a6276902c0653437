/** How many keys of an axis are in each state, and how the axes are ordered and folded by them. */
import type { AxisDiff } from '../../../profiler/witness/diff/diff.ts';
import type { ChangeState } from '../../../profiler/witness/diff/verdict.ts';
import type { Finding } from '../../../profiler/witness/diff/summary.ts';

export type StateCounts = Readonly<Record<ChangeState, number>>;

export function countStates({ changes }: Pick<AxisDiff, 'changes'>): StateCounts {
  const counts: Record<ChangeState, number> = {
    new: 0,
    stopped: 0,
    not_seen: 0,
    changed: 0,
    no_change: 0,
    undecided: 0,
    too_rare: 0,
    not_judged: 0,
  };
  for (const { change } of changes) counts[change]++;
  return counts;
}

/** Whether one of the listed findings is on the axis, or a change that there was no room to list. */
export function hasFinding(axis: AxisDiff, findings: readonly Finding[]): boolean {
  const { changed, stopped } = countStates(axis);
  return changed + stopped > 0 || findings.some((one) => one.axis === axis.axis);
}

/** Axes with findings first and those that are not comparable last; otherwise as they are served. */
export function orderAxes(axes: readonly AxisDiff[], findings: readonly Finding[]): readonly AxisDiff[] {
  const rank = (axis: AxisDiff): number => {
    if (axis.state === 'not_comparable') return 2;
    return hasFinding(axis, findings) ? 0 : 1;
  };
  return axes.toSorted((a, b) => rank(a) - rank(b));
}

/** Axes that nothing can be said of, for one reason; the facts of both sides are the same for all of them. */
export interface IncomparableAxes {
  readonly axes: readonly AxisDiff[];
  readonly first: AxisDiff;
}

export function groupIncomparable(axes: readonly AxisDiff[]): IncomparableAxes[] {
  const groups = Map.groupBy(
    axes.filter(({ state }) => state === 'not_comparable'),
    ({ reason = '', baseline, head }) => JSON.stringify([reason, baseline, head]),
  );
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    return first === undefined ? [] : [{ axes: own, first }];
  });
}
