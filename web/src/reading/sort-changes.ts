/** The order of an axis' table. Nothing here judges: a larger difference is only a larger number. */
import type { Change } from '../../../profiler/witness/diff/diff.ts';
import { differenceOf, rateOf } from '../../../profiler/witness/diff/read-diff.ts';
import type { Sorting } from './sorting.ts';

export const sortColumns = ['key', 'before', 'after', 'difference'] as const;
export type SortColumn = (typeof sortColumns)[number];

export function sortChanges(
  changes: readonly Change[],
  { column, descending }: Sorting<SortColumn>,
): readonly Change[] {
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
