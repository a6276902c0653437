/** Comparisons of captures, as tests need them. */
import { compare, type Comparison } from '../profiler/witness/say/compare.ts';
import type { ComparedCapture } from '../profiler/witness/judge/comparable/counted-captures.ts';
import type { AxisDiff, Diff } from '../profiler/witness/diff/diff.ts';

type More = Pick<Comparison, 'spacingMs' | 'window' | 'ownFalseAlarms' | 'history'>;

export function diffOf(before: readonly ComparedCapture[], after: readonly ComparedCapture[], more: More = {}): Diff {
  return compare(comparisonOf(before, after, more));
}

/** The first capture of a side is its head, the others are its replicates. */
export function comparisonOf(
  before: readonly ComparedCapture[],
  after: readonly ComparedCapture[],
  more: More = {},
): Comparison {
  const [baseline, ...baselineReplicates] = before;
  const [head, ...headReplicates] = after;
  if (baseline === undefined || head === undefined) throw new Error('a side has no capture');
  const choice = { why: 'v1 is the latest version captured before v2', skipped: [] };
  const sides = { baseline, baselineReplicates, head, headReplicates };
  return { workload: 'app', env: 'production', ...sides, choice, ...more };
}

export function axisOf(diff: Diff, axis: string): AxisDiff {
  const found = diff.axes.find((one) => one.axis === axis);
  if (found === undefined) throw new Error(`no axis ${axis}`);
  return found;
}
