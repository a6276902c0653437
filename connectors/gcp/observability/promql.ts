/** The Prometheus interface of Cloud Monitoring: https://cloud.google.com/stackdriver/docs/managed-prometheus/query-api-ui */
import type { Series } from '../../../catalog/metrics.ts';
import type { ResolvedWindow } from '../../../catalog/window.ts';
import { toSeries } from '../../../src/connector/promql.ts';
import { ask } from '../ask.ts';
import { type GcpContext, projectOf } from '../context.ts';

export interface SeriesRead {
  readonly series: readonly Series[];
  /** What the answer does not hold, in sentences. */
  readonly notes: readonly string[];
}

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
  const { series, missing } = toSeries(answer);
  return { series, notes: missing };
}
