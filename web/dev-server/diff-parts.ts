/** A comparison as the control plane gives it to the page: without rows, and the rows of one axis. */
import type { Diff } from '../../profiler/witness/diff/diff.ts';
import { summariseAxis } from '../../profiler/witness/diff/summarise-axis.ts';
import type { ComparisonSummary, ComparisonTable } from '../../src/control/api/api.ts';

const comparison = 'comparison-1';

export function summaryOf({ axes, ...diff }: Diff): ComparisonSummary {
  return { ...diff, comparison, axes: axes.map((axis) => summariseAxis(axis, diff.summary.findings)) };
}

/** As earlier versions compared. */
export function withoutAnswer({ summary: { answer: _answer, ...summary }, ...diff }: Diff): Diff {
  return { ...diff, summary };
}

export function tableOf({ axes }: Diff, name: string | null): ComparisonTable | undefined {
  const own = axes.find(({ axis }) => axis === name);
  if (own === undefined) return undefined;
  const { axis, changes, related } = own;
  return { comparison, axis, changes, ...(related && { related }) };
}
