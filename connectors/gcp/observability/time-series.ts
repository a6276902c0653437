/** Cloud Monitoring's own query: a filter that names one metric, and an aggregation. */
import type { ArgumentsOf } from '../../../catalog/index.ts';
import type { Series } from '../../../catalog/metrics.ts';
import type { ResolvedWindow } from '../../../catalog/window.ts';
import { Fault } from '../../../src/core/fault.ts';
import type { TimeSeries, TypedValue } from './schema.ts';
import { ask } from '../ask.ts';
import { type GcpContext, projectOf } from '../context.ts';
import { unreachableNotes } from '../places.ts';
import { present } from '../wording.ts';
import type { SeriesRead } from './promql.ts';

export type FilterQuery = Extract<ArgumentsOf<'metrics.query'>['query'], { dialect: 'gcp-filter' }>;

/** The vendor counts points, not series, to a page. */
const pageSize = '20000';
const maxPages = 8;

export interface TimeSeriesRead extends SeriesRead {
  /** False when there were further pages. */
  readonly isWhole: boolean;
}

/** A series may go on in the next page, so that pages are joined by what tells series apart. */
export async function readTimeSeries(
  context: GcpContext,
  { filter, aggregation }: FilterQuery,
  { window, stepSec }: { readonly window: ResolvedWindow; readonly stepSec: number },
): Promise<TimeSeriesRead> {
  const found = new Map<string, Series>();
  const notes: string[] = [];
  let pageToken: string | undefined;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const answer = await ask(context, 'monitoring.projects.timeSeries.list', {
      path: { project: projectOf(context) },
      query: {
        filter,
        'interval.startTime': new Date(window.fromMs).toISOString(),
        'interval.endTime': new Date(window.toMs).toISOString(),
        view: 'FULL',
        pageSize,
        pageToken,
        ...(aggregation !== undefined && {
          'aggregation.alignmentPeriod':
            aggregation.aligner === 'ALIGN_NONE' ? undefined : `${aggregation.alignmentSec ?? stepSec}s`,
          'aggregation.perSeriesAligner': aggregation.aligner,
          'aggregation.crossSeriesReducer': aggregation.reducer,
          'aggregation.groupByFields': aggregation.groupBy,
        }),
      },
    });
    for (const one of answer.timeSeries) join(found, one, answer.unit);
    notes.push(
      ...unreachableNotes(answer.unreachable),
      ...answer.executionErrors.map(({ code }) => `Part of it could not be read (code ${code ?? 'not given'}).`),
    );
    pageToken = answer.nextPageToken === '' ? undefined : answer.nextPageToken;
    if (pageToken === undefined) break;
  }
  // The vendor tells the newest point first.
  const series = [...found.values()].map((one) => ({ ...one, points: one.points.toSorted(([a], [b]) => a - b) }));
  return { series, notes: [...new Set(notes)], isWhole: pageToken === undefined };
}

function join(found: Map<string, Series>, one: TimeSeries, unit: string | undefined): void {
  const labels = {
    ...present({ metric: one.metric?.type, resource: one.resource?.type }),
    ...prefixed('resource', one.resource?.labels),
    ...prefixed('metric', one.metric?.labels),
    ...prefixed('user', one.metadata?.userLabels),
  };
  const key = JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const series: Series = found.get(key) ?? { labels, ...present({ unit: one.unit ?? unit }), points: [] };
  for (const { interval, value } of one.points) {
    series.points.push([Date.parse(interval.endTime) / 1000, numberOf(value)]);
  }
  found.set(key, series);
}

/** A label of the metric and one of the resource may have the same name. */
function prefixed(kind: string, labels: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [`${kind}.${name}`, value]));
}

const nonFinite = { NaN: 'NaN', Infinity: '+Inf', '-Infinity': '-Inf' } as const;

/** A distribution is told by its mean; a text is no number. */
function numberOf(value: TypedValue): Series['points'][number][1] {
  if (value.doubleValue !== undefined) {
    return typeof value.doubleValue === 'number' ? value.doubleValue : nonFinite[value.doubleValue];
  }
  if (value.int64Value !== undefined) return Number(value.int64Value);
  if (value.boolValue !== undefined) return value.boolValue ? 1 : 0;
  if (value.distributionValue !== undefined) return value.distributionValue.mean ?? 0;
  throw new Fault(
    'invalid_arguments',
    { field: 'query.aggregation' },
    'Ask for numbers: this metric holds texts; align it with ALIGN_COUNT or the like.',
  );
}
