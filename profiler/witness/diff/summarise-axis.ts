/** An axis without its rows. */
import type { AxisDiff, AxisSummary, Change } from './diff.ts';
import type { Finding } from './summary.ts';

/** `listed`: the findings of the summary. */
export function summariseAxis(axis: AxisDiff, listed: readonly Finding[]): AxisSummary {
  return withoutRows(axis, countRows(axis.changes), listed);
}

export function countRows(changes: readonly Change[]): AxisSummary['rows'] {
  const rows: AxisSummary['rows'] = {};
  for (const { change } of changes) rows[change] = (rows[change] ?? 0) + 1;
  return rows;
}

/** `axis`: with the rows of the findings at least. `rows`: how many it has. */
export function withoutRows(
  { changes, related = [], ...axis }: AxisDiff,
  rows: AxisSummary['rows'],
  listed: readonly Finding[],
): AxisSummary {
  const keys = new Set(listed.flatMap((one) => (one.axis === axis.axis ? [one.key] : [])));
  return { ...axis, rows, related_rows: related.length, found: changes.filter(({ key }) => keys.has(key)) };
}
