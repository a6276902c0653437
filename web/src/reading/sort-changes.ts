/** The order of an axis' table. Nothing here judges: a larger difference is only a larger number. */
import type { Change } from '../../../profiler/witness/diff/diff.ts';
import { differenceOf, rateOf } from '../../../profiler/witness/diff/read-diff.ts';

export type SortColumn = 'key' | 'before' | 'after' | 'difference';

export interface Sorting<Column extends string = SortColumn> {
  readonly column: Column | 'served';
  readonly descending: boolean;
}

/** `served` keeps the order the control plane chose. */
export function sortChanges(changes: readonly Change[], { column, descending }: Sorting): readonly Change[] {
  if (column === 'served') return changes;
  const sign = descending ? -1 : 1;
  return changes.toSorted((a, b) => sign * compare(a, b, column));
}

/** After over before; `undefined` unless both sides have some. */
export function ratioOf({ before, after }: Change): number | undefined {
  if (!before.seen || !after.seen || before.rate === 0 || after.rate === 0) return undefined;
  return after.rate / before.rate;
}

function compare(a: Change, b: Change, column: SortColumn): number {
  switch (column) {
    case 'key':
      return a.key.localeCompare(b.key);
    case 'before':
      return rateOf(a.before) - rateOf(b.before);
    case 'after':
      return rateOf(a.after) - rateOf(b.after);
    case 'difference':
      return Math.abs(differenceOf(a)) - Math.abs(differenceOf(b));
  }
}
