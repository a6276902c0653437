/** What a row is a part of besides itself. */
import type { AxisDiff, Change, Related } from './diff.ts';

export function relatedOf({ related }: AxisDiff, change: Change): Related | undefined {
  return change.related === undefined ? undefined : related?.[change.related];
}
