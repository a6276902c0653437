import type { Finding } from '../../../src/connector/connector.ts';
import { Fault } from '../../../src/core/fault.ts';
import { addScope } from '../access/add-scope.ts';
import { AnyAnswer, FoundAnswer } from '../access/found.ts';
import type { Datadog, DatadogContext } from '../client.ts';

const hourMs = 3_600_000;

/** A key with scopes may hold one of the two; when it holds neither, keys and site are checked as well. */
export async function checkMetrics(datadog: Datadog, { clock }: DatadogContext): Promise<Finding> {
  const toMs = clock.now();
  const queries = [{ data_source: 'metrics', name: 'a', query: 'avg:datadog.estimated_usage.hosts{*}' }];
  const attributes = { from: toMs - hourMs, to: toMs, queries };
  const query = await refusalOf(
    datadog.search(AnyAnswer, '/api/v2/query/timeseries', { data: { type: 'timeseries_request', attributes } }),
  );
  const list = await refusalOf(
    datadog.get(FoundAnswer, '/api/v2/metrics', { 'window[seconds]': '3600', 'page[size]': '1' }),
  );
  if (query !== undefined && list !== undefined) throw query;
  const fault = query ?? list;
  if (fault === undefined) return { status: 'ok', summary: 'Metrics can be queried and listed.' };
  const missing = query === undefined ? 'metrics_read' : 'timeseries_query';
  return {
    status: 'degraded',
    summary: `Metrics can be ${query === undefined ? 'queried and not listed' : 'listed and not queried'}.`,
    fault,
    remedy: addScope(missing),
    held: [query === undefined ? 'timeseries_query' : 'metrics_read'],
    missing: [missing],
    affects: query === undefined ? ['metrics.list', 'metrics.listTags'] : ['metrics.query'],
  };
}

async function refusalOf(read: Promise<unknown>): Promise<Fault | undefined> {
  try {
    await read;
    return undefined;
  } catch (error) {
    if (error instanceof Fault && error.kind === 'permission_missing') return error;
    throw error;
  }
}
