/** The amounts behind a finding, in what its ratio is of: a second, or a unit of work. */
import type { AxisDiff, Change, Diff } from '../../../profiler/witness/diff/diff.ts';
import type { Observation } from '../../../profiler/witness/diff/verdict.ts';
import type { Finding } from '../../../profiler/witness/diff/summary.ts';
import { totalKey } from '../../../profiler/witness/diff/read-diff.ts';
import { formatBytes, formatFigure, formatMeasure, formatNanoseconds } from '../reading/format-number.ts';

export interface FindingRow {
  readonly axis: AxisDiff;
  readonly change: Change;
}

export function rowOfFinding({ axes }: Pick<Diff, 'axes'>, { axis: name, key }: Finding): FindingRow | undefined {
  const axis = axes.find((one) => one.axis === name);
  if (axis === undefined) return undefined;
  const change = key === totalKey ? rowOfTotal(axis) : axis.changes.find((one) => one.key === key);
  return change === undefined ? undefined : { axis, change };
}

/** Every capture measured some of a whole axis. */
function rowOfTotal({ totals }: AxisDiff): Change | undefined {
  if (totals === undefined) return undefined;
  const observe = (rate: number): Observation => ({ seen: true, count: 0, rate, captures: 0, of: 0 });
  return {
    key: totalKey,
    change: totals.change ?? 'not_judged',
    before: observe(totals.before),
    after: observe(totals.after),
  };
}

interface AmountFormat {
  readonly unit: string;
  /** What the unit is called in the language of the page. */
  readonly unitName: string;
  readonly locale: string;
  /** Units of work a second; undefined shows amounts a second. */
  readonly workPerSecond?: number | undefined;
}

/** Undefined of what was not seen. */
export function formatObserved(side: Observation, format: AmountFormat): string | undefined {
  if (!side.seen) return undefined;
  const { unit, unitName, locale, workPerSecond } = format;
  if (workPerSecond === undefined || !unit.endsWith('/s')) return formatMeasure(side.rate, unitName, locale);
  const value = side.rate / workPerSecond;
  switch (unit) {
    case 'CPU ms/s':
      return `${formatNanoseconds(value * 1e6, locale)} CPU`;
    case 'ms/s':
      return formatNanoseconds(value * 1e6, locale);
    case 'ns/s':
      return formatNanoseconds(value, locale);
    case 'bytes/s':
      return formatBytes(value, locale);
    default:
      return `${formatFigure(value, locale)} ${unitName.replace(/\/s$/u, '')}`;
  }
}
