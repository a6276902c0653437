/** What the rows of an axis say together. */
import type { AxisDiff, AxisSummary, Change } from './diff.ts';
import { differenceOf, rateOf } from './read-diff.ts';

export interface DescribedAxis {
  /** With the rows that were asked for. */
  readonly axis: AxisDiff;
  /** Of all of its rows. */
  readonly figures: RowFigures;
}

export interface RowFigures {
  /** How many rows say what; states that none says are absent. */
  readonly counts: AxisSummary['rows'];
  /** Rows with a verdict. */
  readonly judged: number;
  /** Sum of what the sides differ by. */
  readonly sumDifferences: () => number;
  /** In the order of the rows, of those with a verdict that says it. */
  readonly listDetectable: () => Detectable[];
}

/** Of a key with a verdict: the smallest ratio above one that would have been found, and what the key weighs. */
export interface Detectable {
  readonly ratio: number;
  readonly weight: number;
}

export function figuresOf(changes: readonly Change[]): RowFigures {
  const counts: RowFigures['counts'] = {};
  let judged = 0;
  for (const { change, verdict } of changes) {
    counts[change] = (counts[change] ?? 0) + 1;
    if (verdict !== undefined) judged += 1;
  }
  return {
    counts,
    judged,
    sumDifferences: () => {
      let sum = 0;
      for (const one of changes) sum += Math.abs(differenceOf(one));
      return sum;
    },
    listDetectable: () =>
      changes.flatMap(({ verdict, after }) => {
        const ratio = verdict?.smallest_detectable;
        return ratio === undefined ? [] : [{ ratio, weight: rateOf(after) }];
      }),
  };
}
