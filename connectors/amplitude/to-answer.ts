import type { DataOf } from '../../catalog/index.ts';
import { Fault } from '../../src/core/fault.ts';
import type { Dashboard, FunnelData, Label, SeriesData } from './schema.ts';

export type Series = DataOf<'analytics.querySegmentation'>['series'][number];
export type Funnel = DataOf<'analytics.queryFunnel'>['funnels'][number];
type DashboardOut = DataOf<'analytics.getDashboard'>['dashboards'][number];

/** What was asked, where it is known: a saved chart does not tell its events or groups. */
export interface AskedSeries {
  readonly events?: readonly string[];
  readonly groups?: number;
}

export function toSeries({ series, seriesLabels, seriesCollapsed, xValues }: SeriesData, asked: AskedSeries): Series[] {
  const times = xValues.map((x) => toLocalTime(x) ?? changed('$.data.xValues'));
  return series.map((values, at) => {
    if (values.length !== times.length) changed(`$.data.series.${at}`);
    const points = values.flatMap((point, nth) => {
      const value = numberOf(point);
      return value === undefined ? [] : [{ at: times[nth] ?? '', value }];
    });
    const total = seriesCollapsed?.[at]?.[0]?.value ?? undefined;
    return {
      ...nameOf(seriesLabels?.[at], at, asked),
      points,
      ...(total !== undefined && total !== sumOf(points) && { total }),
    };
  });
}

/** A date, or a time without offset; undefined for what is neither. */
export function toLocalTime(text: string): string | undefined {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?)?$/u.exec(text) ?? [];
  if (date === undefined || time === undefined) return date;
  return `${date}T${time.length === 5 ? `${time}:00` : time}`;
}

export function textOf(label: Label | undefined): string {
  return String(Array.isArray(label) ? label[1] : (label ?? ''));
}

export function numberOf(point: SeriesData['series'][number][number]): number | undefined {
  return typeof point === 'number' ? point : (point?.value ?? undefined);
}

/** A label is the group, with the number of its event before it where there are several. */
function nameOf(
  label: Label | undefined,
  at: number,
  { events, groups }: AskedSeries,
): Pick<Series, 'event' | 'group'> {
  if (groups === 0) return { ...eventAt(events, at), group: [] };
  const text = typeof label === 'number' ? '' : textOf(label);
  const number = Array.isArray(label) ? label[0] : label;
  const event = events?.length === 1 ? 0 : number;
  return { ...(typeof event === 'number' && eventAt(events, event)), group: groupOf(text, groups) };
}

function eventAt(events: readonly string[] | undefined, at: number): { event?: string } {
  const event = events?.[at];
  return event === undefined ? {} : { event };
}

/** Amplitude joins the values of two properties; where the parts are not two, a value itself holds the sign between them. */
function groupOf(text: string, groups: number | undefined): string[] {
  if (text === '') return [];
  const parts = text.split('; ');
  return groups === 2 && parts.length === 2 ? parts : [text];
}

export function toFunnel({ meta, groupValue = meta?.groupValue, ...funnel }: FunnelData): Funnel {
  const { events, cumulativeRaw, cumulative, stepByStep, medianTransTimes, avgTransTimes } = funnel;
  const steps = events.map((event, at) => ({
    event,
    users: cumulativeRaw[at] ?? changed('$.data.cumulativeRaw'),
    ofFirst: cumulative[at] ?? 0,
    ofPrevious: stepByStep[at] ?? 0,
    ...(at > 0 && secondsOf('medianSec', medianTransTimes?.[at])),
    ...(at > 0 && secondsOf('averageSec', avgTransTimes?.[at])),
  }));
  return { ...(groupValue !== undefined && { group: groupValue }), steps };
}

function secondsOf<N extends string>(name: N, ms: number | null | undefined): Partial<Record<N, number>> {
  // Sound because the one name there is is the one of the type.
  return ms == null ? {} : ({ [name]: ms / 1000 } as Partial<Record<N, number>>);
}

export function toDashboard({ id, name, charts = [] }: Dashboard): DashboardOut {
  return {
    id,
    name,
    charts: charts.map((chart) => ({
      id: chart.id,
      name: chart.name,
      ...(chart.type !== undefined && { type: chart.type }),
    })),
  };
}

function sumOf(points: Series['points']): number {
  let sum = 0;
  for (const { value } of points) sum += value;
  return sum;
}

function changed(path: string): never {
  const remedy = 'Report the path to Farol: Amplitude returned an unknown shape.';
  throw new Fault('upstream_changed', { path }, remedy);
}
