/** The Prometheus interface of Cloud Monitoring: https://cloud.google.com/stackdriver/docs/managed-prometheus/query-api-ui */
import type { Series } from '../../../catalog/metrics.ts';
import type { ResolvedWindow } from '../../../catalog/window.ts';
import { Fault } from '../../../src/core/fault.ts';
import type { PromqlAnswer } from '../answers/observed.ts';
import { ask } from '../ask.ts';
import { type GcpContext, projectOf } from '../context.ts';

export interface SeriesRead {
  readonly series: readonly Series[];
  /** What the answer does not hold, in sentences. */
  readonly notes: readonly string[];
}

type Point = Series['points'][number];

/** The one place that queries of a project are asked in. */
const location = 'global';

/** Values over a window, or present ones without it. */
export async function queryPromql(
  context: GcpContext,
  text: string,
  over: { readonly window: ResolvedWindow; readonly stepSec: number } | undefined,
): Promise<SeriesRead> {
  const path = { project: projectOf(context), location };
  const answer =
    over === undefined
      ? await ask(context, 'monitoring.projects.location.prometheus.api.v1.query', { path, json: { query: text } })
      : await ask(context, 'monitoring.projects.location.prometheus.api.v1.query_range', {
          path,
          json: {
            query: text,
            start: (over.window.fromMs / 1000).toFixed(3),
            end: (over.window.toMs / 1000).toFixed(3),
            step: `${over.stepSec}s`,
          },
        });
  return toSeries(answer);
}

function toSeries({ data, warnings }: PromqlAnswer): SeriesRead {
  switch (data.resultType) {
    case 'scalar':
      return { series: [{ labels: {}, points: [toPoint(data.result)] }], notes: warnings };
    case 'string':
      throw new Fault('invalid_arguments', { field: 'query.text' }, 'Ask for numbers; this query is a text.');
    case 'vector':
      return gather(
        data.result.map(({ metric, value }) => ({ labels: metric, points: value && [toPoint(value)] })),
        warnings,
      );
    case 'matrix':
      return gather(
        data.result.map(({ metric, values }) => ({ labels: metric, points: values?.map(toPoint) })),
        warnings,
      );
  }
}

/** Series of native histograms have no values. */
function gather(
  all: readonly { readonly labels: Series['labels']; readonly points: Point[] | undefined }[],
  warnings: readonly string[],
): SeriesRead {
  const series = all.flatMap(({ labels, points }) => (points === undefined ? [] : [{ labels, points }]));
  const left = all.length - series.length;
  const notes = left === 0 ? [] : [`${left} series of histograms are left out; ask for a quantile or a sum of them.`];
  return { series, notes: [...warnings, ...notes] };
}

const nonFinite: Readonly<Record<string, Point[1]>> = { NaN: 'NaN', '+Inf': '+Inf', '-Inf': '-Inf' };

function toPoint([atSec, text]: readonly [number, string]): Point {
  const value = Number(text);
  return [atSec, Number.isFinite(value) ? value : (nonFinite[text] ?? 'NaN')];
}
