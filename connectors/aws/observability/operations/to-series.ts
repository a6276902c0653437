/** From the results of CloudWatch, which come in pages and by id and label, to whole series. */
import type { MetricDataResult } from '@aws-sdk/client-cloudwatch';
import type { DataOf } from '../../../../catalog/index.ts';
import { need } from '../../access/need.ts';
import { known } from '../../members.ts';
import type { SpokenIn } from '../spoken.ts';

export type MetricQuery = SpokenIn<'cloudwatch', 'metrics.query'>['query']['queries'][number];
type Series = DataOf<'metrics.query'>['series'][number];

export interface SeriesRead {
  /** Those with points, in the order CloudWatch first returned them. */
  readonly series: readonly Series[];
  /** Ids of queries that gave no point. */
  readonly silent: readonly string[];
  /** Why some results are not whole; each once. */
  readonly missing: readonly string[];
}

interface Gathered {
  readonly id: string;
  readonly label: string | undefined;
  readonly points: Series['points'];
  status: string | undefined;
}

/** `results` of all pages, in order: a series that goes on over several pages is one again. */
export function toSeries(results: readonly MetricDataResult[], queries: readonly MetricQuery[]): SeriesRead {
  const gathered = new Map<string, Gathered>();
  const missing = new Set<string>();
  for (const result of results) {
    const one = gatherInto(gathered, result);
    one.status = result.StatusCode;
    for (const { Code = 'note', Value = '' } of result.Messages ?? []) missing.add(`${one.id}: ${Code}. ${Value}`);
  }
  for (const { id, status } of gathered.values()) {
    const reason = status === undefined ? undefined : incomplete[status];
    if (reason !== undefined) missing.add(`${id}: ${reason}`);
  }
  const all = [...gathered.values()];
  const withPoints = all.filter(({ points }) => points.length > 0);
  return {
    series: withPoints.map((one) => render(one, queries)),
    silent: queries
      .filter(({ id, isReturned }) => isReturned && !withPoints.some((one) => one.id === id))
      .map(({ id }) => id),
    missing: [...missing],
  };
}

const incomplete: Readonly<Record<string, string>> = {
  Forbidden: 'CloudWatch may not read this metric for this account: it belongs to another account or region.',
  InternalError: 'CloudWatch failed on this query. Retry.',
  PartialData: 'CloudWatch held back further points of this series. Narrow the window.',
};

function gatherInto(gathered: Map<string, Gathered>, result: MetricDataResult): Gathered {
  const id = need(result.Id, 'MetricDataResults[].Id');
  const key = JSON.stringify([id, result.Label]);
  const one = gathered.get(key) ?? { id, label: result.Label, points: [], status: undefined };
  gathered.set(key, one);
  const values = result.Values ?? [];
  const times = result.Timestamps ?? [];
  if (values.length > times.length) need(undefined, 'MetricDataResults[].Timestamps');
  for (const [at, time] of times.entries()) {
    const value = need(values[at], 'MetricDataResults[].Values');
    one.points.push([time.getTime() / 1000, finite(value)]);
  }
  return one;
}

function render({ id, label, points }: Gathered, queries: readonly MetricQuery[]): Series {
  const query = queries.find((one) => one.id === id);
  const metric = query !== undefined && 'metric' in query ? query.metric : undefined;
  return {
    query: id,
    ...known({ name: label, unit: metric?.unit }),
    labels: { ...metric?.dimensions },
    points: points.toSorted(([before], [after]) => before - after),
  };
}

function finite(value: number): Series['points'][number][1] {
  if (Number.isFinite(value)) return value;
  if (Number.isNaN(value)) return 'NaN';
  return value > 0 ? '+Inf' : '-Inf';
}
