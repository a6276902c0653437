/** The amounts behind a finding, in what its ratio is of: a second, or a unit of work. */
import type { AxisSummary, Change, DiffSummary } from '../../../profiler/witness/diff/diff.ts';
import type { Observation } from '../../../profiler/witness/diff/verdict.ts';
import type { Finding } from '../../../profiler/witness/diff/summary.ts';
import { totalKey } from '../../../profiler/witness/diff/read-diff.ts';
import { formatBytes, formatFigure, formatMeasure, formatNanoseconds } from '../reading/format-number.ts';

export interface FindingRow {
  readonly axis: AxisSummary;
  readonly change: Change;
}

export function rowOfFinding(
  { axes }: Pick<DiffSummary, 'axes'>,
  { axis: name, key }: Finding,
): FindingRow | undefined {
  const axis = axes.find((one) => one.axis === name);
  if (axis === undefined) return undefined;
  const change = key === totalKey ? rowOfTotal(axis) : axis.found.find((one) => one.key === key);
  return change === undefined ? undefined : { axis, change };
}

/** Every capture measured some of a whole axis. */
function rowOfTotal({ totals }: AxisSummary): Change | undefined {
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
  /** What one of it is called, where that is another word. */
  readonly one?: string | undefined;
  readonly locale: string;
  /** Units of work a second; undefined shows amounts a second. */
  readonly workPerSecond?: number | undefined;
}

/** Undefined of what was not seen. */
export function formatObserved(side: Observation, format: AmountFormat): string | undefined {
  if (!side.seen) return undefined;
  const { unit, unitName, locale, workPerSecond, one } = format;
  if (workPerSecond === undefined || !unit.endsWith('/s')) return formatMeasure(side.rate, unitName, locale);
  const of = (name: string): string => name.replace(/\/s$/u, '');
  return formatAmount(side.rate / workPerSecond, { unit: of(unit), unitName: of(unitName), one, locale });
}

/** Of a unit that is not one a second. */
export function formatAmount(value: number, { unit, unitName, one = unitName, locale }: AmountFormat): string {
  switch (unit) {
    case 'CPU ms':
      return `${formatNanoseconds(value * 1e6, locale)} CPU`;
    case 'ms':
      return formatNanoseconds(value * 1e6, locale);
    case 'ns':
      return formatNanoseconds(value, locale);
    case 'bytes':
      return formatBytes(value, locale);
    default: {
      const figure = formatFigure(value, locale);
      return `${figure} ${figure === '1' ? one : unitName}`;
    }
  }
}
