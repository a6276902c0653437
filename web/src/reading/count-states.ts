/** How many keys of an axis are in each state, and how the axes are ordered and folded by them. */
import type { AxisSummary } from '../../../profiler/witness/diff/diff.ts';
import type { ChangeState } from '../../../profiler/witness/diff/verdict.ts';
import type { Finding } from '../../../profiler/witness/diff/summary.ts';

export type StateCounts = Readonly<Record<ChangeState, number>>;

export function countStates({ rows }: Pick<AxisSummary, 'rows'>): StateCounts {
  return {
    new: rows.new ?? 0,
    stopped: rows.stopped ?? 0,
    not_seen: rows.not_seen ?? 0,
    changed: rows.changed ?? 0,
    no_change: rows.no_change ?? 0,
    undecided: rows.undecided ?? 0,
    too_rare: rows.too_rare ?? 0,
    not_judged: rows.not_judged ?? 0,
  };
}

export function countRows(axis: Pick<AxisSummary, 'rows'>): number {
  return Object.values(countStates(axis)).reduce((sum, count) => sum + count, 0);
}

/** Whether both sides measured the axis and neither saw anything on it. */
export function isEmpty(axis: AxisSummary): boolean {
  const { state, unchanged, totals = { before: 0, after: 0 } } = axis;
  return state === 'compared' && countRows(axis) + unchanged + totals.before + totals.after === 0;
}

/** Whether one of the listed findings is on the axis, or a change that there was no room to list. */
export function hasFinding(axis: AxisSummary, findings: readonly Finding[]): boolean {
  const { changed, stopped } = countStates(axis);
  return changed + stopped > 0 || findings.some((one) => one.axis === axis.axis);
}

/** Axes with findings first and those that are not comparable last; otherwise as they are served. */
export function orderAxes(axes: readonly AxisSummary[], findings: readonly Finding[]): readonly AxisSummary[] {
  const rank = (axis: AxisSummary): number => {
    if (axis.state === 'not_comparable') return 2;
    return hasFinding(axis, findings) ? 0 : 1;
  };
  return axes.toSorted((a, b) => rank(a) - rank(b));
}

/** Axes that nothing can be said of, for one reason; the facts of both sides are the same for all of them. */
export interface IncomparableAxes {
  readonly axes: readonly AxisSummary[];
  readonly first: AxisSummary;
}

export function groupIncomparable(axes: readonly AxisSummary[]): IncomparableAxes[] {
  const groups = Map.groupBy(
    axes.filter(({ state }) => state === 'not_comparable'),
    ({ reason = '', baseline, head }) => JSON.stringify([reason, baseline, head]),
  );
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    return first === undefined ? [] : [{ axes: own, first }];
  });
}
