/** Which service calls which, from the metrics that Tempo's generator makes of traces. */
import type { DataOf } from '../../../catalog/index.ts';
import { type ResolvedWindow } from '../../../catalog/window.ts';
import type { GrafanaHandlers } from '../client.ts';
import { completeness, explainEmpty } from '../completeness.ts';
import { requireWindow, widthSec } from '../../../src/connector/window.ts';
import { type MetricsClient, openMetrics } from './client.ts';
import { quote } from './quote.ts';
import { type SeriesRead, toSeries } from '../../../src/connector/promql.ts';

type Call = DataOf<'topology.getServiceGraph'>['calls'][number];

/** Of Tempo's metrics generator: https://grafana.com/docs/tempo/latest/metrics-generator/service_graphs/ */
const total = 'traces_service_graph_request_total';
const failed = 'traces_service_graph_request_failed_total';
const by = 'sum by (client, server, connection_type)';

export const serviceGraphOperations: GrafanaHandlers<'topology.getServiceGraph'> = {
  'topology.getServiceGraph': {
    async run({ service, limit }, { window, ...context }) {
      const client = openMetrics(context);
      const asked = requireWindow(window);
      const count = (metric: string): string => `${by} (${increases(metric, asked, service)})`;
      // One more than is returned, to know whether the list is cut.
      const busiest = `topk(${limit + 1}, ${count(total)} > 0)`;
      const requests = toSeries(await client.queryAt(busiest, asked.toMs));
      const failures =
        requests.series.length === 0
          ? { series: [], missing: [] }
          : toSeries(await client.queryAt(count(failed), asked.toMs));
      const calls = joinCalls(requests, failures);
      return {
        data: { calls: calls.slice(0, limit) },
        ...(calls.length > 0
          ? completeness([...requests.missing, ...failures.missing])
          : await explainNoCalls(client, asked)),
        truncated: calls.length > limit,
      };
    },
  },
};

function increases(metric: string, window: ResolvedWindow, service: string | undefined): string {
  const range = `[${Math.max(1, Math.round(widthSec(window)))}s]`;
  if (service === undefined) return `increase(${metric}${range})`;
  const name = quote(service);
  return `increase(${metric}{client=${name}}${range}) or increase(${metric}{server=${name}}${range})`;
}

/** A pair without a series of failures has had none, where failures are recorded at all. */
function joinCalls(requests: SeriesRead, failures: SeriesRead): Call[] {
  const failedBy = new Map(failures.series.map(({ labels, points }) => [keyOf(labels), numberIn(points)]));
  return requests.series
    .flatMap(({ labels, points }) => {
      const count = numberIn(points);
      const { client = '', server = '', connection_type: kind = '' } = labels;
      if (count === undefined) return [];
      const failedRequests = failedBy.size === 0 ? undefined : (failedBy.get(keyOf(labels)) ?? 0);
      return {
        client,
        server,
        ...(kind !== '' && { kind }),
        requests: count,
        ...(failedRequests !== undefined && { failedRequests }),
      };
    })
    .toSorted((a, b) => b.requests - a.requests || keyOf(a).localeCompare(keyOf(b)));
}

function keyOf(of: { readonly client?: string; readonly server?: string; readonly connection_type?: string }): string {
  return JSON.stringify([of.client ?? '', of.server ?? '', of.connection_type ?? '']);
}

function numberIn(points: SeriesRead['series'][number]['points']): number | undefined {
  const value = points[0]?.[1];
  return typeof value === 'number' ? value : undefined;
}

function explainNoCalls(client: MetricsClient, window: ResolvedWindow) {
  const others = `count(last_over_time(${total}[${Math.max(1, Math.round(widthSec(window)))}s]))`;
  return explainEmpty(async () => toSeries(await client.queryAt(others, window.toMs)).series.length, {
    others: 'no call matches; other calls are recorded in this window.',
    none: `no ${total} is recorded in this window: turn on the service graphs of the metrics generator, and send traces.`,
  });
}
