/** A comparison in parts: all of it but its rows, and the rows of one axis. A reader unfolds few of the tables. */
import { isRead } from '../causes/evidence/evidence.ts';
import { type AxisDiff, type AxisSummary, type AxisTable, DiffSummary } from '../diff/diff.ts';
import { withoutRows } from '../diff/summarise-axis.ts';
import type { DescribableAxis } from '../judge/changes/compare-axes.ts';
import type { JudgedComparison } from './compare.ts';
import { joinFindings, readFindings } from './findings/find-findings.ts';

/** Rows of one axis after another are made, read and dropped. In the order of the schema. */
export function summariseComparison({ axes, conclude }: JudgedComparison): DiffSummary {
  const read = axes.map(readAxis);
  const whole = conclude({ found: joinFindings(read.map(({ found }) => found)), axes: read.map(({ axis }) => axis) });
  const { findings } = whole.summary;
  return DiffSummary.parse({ ...whole, axes: read.map(({ axis, rows }) => withoutRows(axis, rows, findings)) });
}

/** Undefined where the comparison has no such axis. */
export function tableOf({ axes }: JudgedComparison, name: string): AxisTable | undefined {
  const own = axes.find(({ axis }) => axis === name);
  if (own === undefined) return undefined;
  const { axis, changes, related } = own.describe().axis;
  return { axis, changes, ...(related && { related }) };
}

interface ReadAxis {
  /** With the rows that findings may be of alone. */
  readonly axis: AxisDiff;
  readonly found: ReturnType<typeof readFindings>;
  readonly rows: AxisSummary['rows'];
}

function readAxis({ axis: name, kind, describe }: DescribableAxis): ReadAxis {
  const described = describe((change) => kind === 'set' || isRead(name, change));
  return { axis: described.axis, found: readFindings(described), rows: described.figures.counts };
}
