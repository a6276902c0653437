/** Totals that changed although no single key explains it: what a process spends in all is asked before where. */
import type { AxisDiff } from '../../diff/diff.ts';
import { differenceOf } from '../../diff/observed-rate.ts';
import { totalKey } from './total-key.ts';
import { effectOf } from './effect-of.ts';
import { relatedOf } from '../../diff/related-of.ts';
import type { Finding } from '../../diff/summary.ts';

/** A key that makes so much of the difference is the better answer. */
const explains = 0.5;
/** Both show where the CPU time went, by function and by thread. */
const cpuAxes: ReadonlySet<string> = new Set(['cpu_stacks', 'cpu_time']);

/** `axes`: those that were compared. */
export function findTotals(axes: readonly AxisDiff[]): Finding[] {
  // The CPU time of the process is one fact, which is measured exactly on one of the two axes.
  const isSaid = axes.some(({ axis, totals }) => axis === 'cpu_time' && totals?.change !== undefined);
  return axes.flatMap((one): Finding[] => {
    const { axis, totals } = one;
    if (totals?.change !== 'changed' || totals.verdict === undefined) return [];
    const where = cpuAxes.has(axis) ? axes.filter((other) => cpuAxes.has(other.axis)) : [one];
    if ((axis === 'cpu_stacks' && isSaid) || isExplained(totals.after - totals.before, where)) return [];
    const { verdict } = totals;
    return [{ axis, key: totalKey, state: 'changed', level: verdict.level, ...effectOf(verdict), share: 1 }];
  });
}

function isExplained(difference: number, axes: readonly AxisDiff[]): boolean {
  return axes.some((axis) =>
    axis.changes.some(
      (one) =>
        one.change === 'changed' &&
        relatedOf(axis, one)?.kind !== 'moved' &&
        differenceOf(one) / difference >= explains,
    ),
  );
}
