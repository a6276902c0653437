/** Which frames are coloured: those of functions whose own cost changed, in the direction in which it did. */
import type { AxisSummary, Change } from '../../../profiler/witness/diff/diff.ts';
import { differenceOf } from '../../../profiler/witness/diff/read-diff.ts';
import { findRowKey } from '../reading/row-choice.ts';
import { alwaysQuiet, type QuietRule } from './change.ts';

export interface FlameVerdicts {
  readonly isQuiet: QuietRule;
  /** False: nothing was judged, because replicates are missing or the sides are not comparable. */
  readonly hasVerdicts: boolean;
  /** The row of the comparison that a function is in; itself where nothing was compared. */
  readonly rowOf: (key: string) => string;
}

const itself = (key: string): string => key;
export const noVerdicts: FlameVerdicts = { isQuiet: alwaysQuiet, hasVerdicts: false, rowOf: itself };

/**
 * Of the comparison's axis of functions. Functions that are too rare alone share the verdict of their module. `rows`: its
 * rows; while they are read, every frame is grey.
 */
export function readVerdicts(axis: AxisSummary | undefined, rows: readonly Change[] = []): FlameVerdicts {
  if (axis?.state !== 'compared' || axis.no_noise_floor !== undefined) return noVerdicts;
  const changes = new Map(rows.map((change) => [change.key, change]));
  const keys = new Set(changes.keys());
  const rowOf = (key: string): string => findRowKey(keys, key);
  return {
    hasVerdicts: true,
    rowOf,
    isQuiet: ({ key, before, after }) => {
      const change = changes.get(rowOf(key));
      // With what it calls, a function may cost less although it costs more itself: that is another function's verdict.
      return change?.change !== 'changed' || differenceOf(change) > 0 !== after > before;
    },
  };
}
