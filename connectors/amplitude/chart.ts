/** A saved chart has the form its kind has: over time, a funnel, or anything else as a table. */
import type { DataOf } from '../../catalog/index.ts';
import type { ChartData, RetentionData, SeriesData } from './schema.ts';
import { numberOf, textOf, toFunnel, toLocalTime, toSeries } from './to-answer.ts';

type Chart = DataOf<'analytics.getChart'>;

export function toChart(data: ChartData): Chart {
  if (Array.isArray(data)) return { form: 'funnel', funnels: data.map(toFunnel) };
  // Told apart by what only one of them has: the schema does not say more.
  if (!('xValues' in data)) return toRetention(data);
  const overTime = data as SeriesData;
  return overTime.xValues.every((x) => toLocalTime(x) !== undefined)
    ? { form: 'series', series: toSeries(overTime, {}) }
    : toTable(overTime);
}

export function isEmptyChart(chart: Chart): boolean {
  if (chart.form === 'series') return chart.series.length === 0;
  return (chart.form === 'funnel' ? chart.funnels : chart.rows).length === 0;
}

/** A row for each value on the axis, a column for each series. */
function toTable({ series, seriesLabels, xValues }: SeriesData): Chart {
  return {
    form: 'table',
    columns: ['value', ...series.map((_, at) => textOf(seriesLabels?.[at]))],
    rows: xValues.map((x, row) => [x, ...series.map((values) => numberAt(values, row))]),
  };
}

function numberAt(values: SeriesData['series'][number], at: number): number | string {
  const point = values[at];
  return (point === undefined ? undefined : numberOf(point)) ?? '';
}

/** A row for each day of first use and each interval after it; `all` means all days together. */
function toRetention({ series }: RetentionData): Chart {
  const rows = series.flatMap(({ dates, values, combined = [] }, nth) =>
    [...dates.map((date) => [date, values[date] ?? []] as const), ['all', combined] as const].flatMap(
      ([date, cohort]) => cohort.map(({ count, outof }, interval) => [nth, date, interval, count, outof]),
    ),
  );
  return { form: 'table', columns: ['series', 'date', 'interval', 'retained', 'users'], rows };
}
