/** A comparison in parts: all of it but its rows, and the rows of one axis. A reader unfolds few of the tables. */
import { wholeAxes } from '../causes/evidence/evidence.ts';
import { type AxisDiff, type AxisSummary, type AxisTable, type Change, DiffSummary } from '../diff/diff.ts';
import { countRows, withoutRows } from '../diff/summarise-axis.ts';
import type { JudgedComparison } from './compare.ts';
import { joinFindings, readFindings } from './findings/find-findings.ts';

/** Rows of one axis after another are made, read and dropped. In the order of the schema. */
export function summariseComparison({ axes, conclude }: JudgedComparison): DiffSummary {
  const read = axes.map(({ describe }) => readAxis(describe()));
  const whole = conclude({ found: joinFindings(read.map(({ found }) => found)), axes: read.map(({ axis }) => axis) });
  const { findings } = whole.summary;
  return DiffSummary.parse({ ...whole, axes: read.map(({ axis, rows }) => withoutRows(axis, rows, findings)) });
}

/** Undefined where the comparison has no such axis. */
export function tableOf({ axes }: JudgedComparison, name: string): AxisTable | undefined {
  const own = axes.find(({ axis }) => axis === name);
  if (own === undefined) return undefined;
  const { axis, changes, related } = own.describe();
  return { axis, changes, ...(related && { related }) };
}

interface ReadAxis {
  /** With the rows that findings may be of alone. */
  readonly axis: AxisDiff;
  readonly found: ReturnType<typeof readFindings>;
  readonly rows: AxisSummary['rows'];
}

function readAxis(axis: AxisDiff): ReadAxis {
  const isHeld = ({ change }: Change): boolean =>
    axis.kind === 'set' || change === 'changed' || wholeAxes.has(axis.axis);
  const held = { ...axis, changes: axis.changes.filter(isHeld) };
  return { axis: held, found: readFindings(axis), rows: countRows(axis.changes) };
}
