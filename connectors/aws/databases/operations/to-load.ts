import type { DataPoint, DimensionKeyDescription, MetricKeyDataPoints } from '@aws-sdk/client-pi';
import type { DataOf } from '../../../../catalog/index.ts';
import type { Series } from '../../../../catalog/metrics.ts';
import { need } from '../../access/need.ts';
import { loadMetric } from './read-load.ts';

type Data = DataOf<'databases.getLoad'>;
type Labels = Readonly<Record<string, string>>;

/** Either list is undefined when it was denied: averages are then those of the points, and curves have none. */
export function toLoad(
  curves: readonly MetricKeyDataPoints[] | undefined,
  averages: readonly DimensionKeyDescription[] | undefined,
): Pick<Data, 'total' | 'top'> {
  const all = curves?.map(toSeries) ?? [];
  const total = all.find(({ labels }) => Object.keys(labels).length === 0) ?? seriesOf({}, []);
  const entries = all.filter(({ labels }) => Object.keys(labels).length > 0);
  if (averages === undefined) {
    const top = entries.map((series) => ({ averageActiveSessions: averageOf(series, total), series }));
    return { total, top: top.toSorted((a, b) => b.averageActiveSessions - a.averageActiveSessions) };
  }
  const byLabels = new Map(entries.map((series) => [keyOf(series.labels), series]));
  const top = averages.map(({ Dimensions = {}, Total }) => ({
    averageActiveSessions: need(Total, 'Keys[].Total'),
    series: byLabels.get(keyOf(Dimensions)) ?? seriesOf(Dimensions, []),
  }));
  return { total, top };
}

function toSeries({ Key, DataPoints = [] }: MetricKeyDataPoints): Series {
  return seriesOf(Key?.Dimensions ?? {}, DataPoints.flatMap(toPoint));
}

function seriesOf(labels: Labels, points: Series['points']): Series {
  return { name: loadMetric, labels: { ...labels }, unit: 'sessions', points };
}

/** A moment without a measurement has no value. */
function toPoint({ Timestamp, Value }: DataPoint): Series['points'] {
  if (Timestamp === undefined || Value === undefined || Number.isNaN(Value)) return [];
  return [[Timestamp.getTime() / 1000, Value]];
}

/** Over the points of the whole window: an entry has none where it loaded nothing. */
function averageOf({ points }: Series, total: Series): number {
  let sum = 0;
  for (const [, value] of points) sum += Number(value);
  const count = Math.max(points.length, total.points.length);
  return count === 0 ? 0 : sum / count;
}

function keyOf(labels: Labels): string {
  return JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
