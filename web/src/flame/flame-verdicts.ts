/** Which frames are coloured: those of functions whose own cost changed, in the direction in which it did. */
import type { AxisDiff } from '../../../profiler/witness/diff.ts';
import { moduleOf, rest, restOf } from '../../../profiler/witness/judge/pool-names.ts';
import { differenceOf } from '../../../profiler/witness/observed-rate.ts';
import { alwaysQuiet, type QuietRule } from './change.ts';

export interface FlameVerdicts {
  readonly isQuiet: QuietRule;
  /** False: nothing was judged, because replicates are missing or the sides are not comparable. */
  readonly hasVerdicts: boolean;
}

export const noVerdicts: FlameVerdicts = { isQuiet: alwaysQuiet, hasVerdicts: false };

/** Of the comparison's axis of functions. Functions that are too rare alone share the verdict of their module. */
export function readVerdicts(axis: AxisDiff | undefined): FlameVerdicts {
  if (axis?.state !== 'compared' || axis.no_noise_floor !== undefined) return noVerdicts;
  const changes = new Map(axis.changes.map((change) => [change.key, change]));
  const changeOf = (key: string) => changes.get(key) ?? changes.get(restOf(moduleOf(key))) ?? changes.get(rest);
  return {
    hasVerdicts: true,
    isQuiet: ({ key, before, after }) => {
      const change = changeOf(key);
      // With what it calls, a function may cost less although it costs more itself: that is another function's verdict.
      return change?.change !== 'changed' || differenceOf(change) > 0 !== after > before;
    },
  };
}
