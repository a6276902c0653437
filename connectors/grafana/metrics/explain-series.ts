/** Why a question about metrics has an empty answer: nothing there, or nothing that matches. */
import { type Completeness, completeness, explainEmpty } from '../completeness.ts';
import type { MetricsClient, Selection } from './client.ts';
import type { SeriesRead } from '../../../src/connector/promql.ts';

const hourMs = 3_600_000;

export async function explainSeries(
  client: MetricsClient,
  { series, missing }: SeriesRead,
  { window, nowMs }: { readonly window: Selection['window']; readonly nowMs: number },
): Promise<Completeness> {
  if (series.length > 0 || missing.length > 0) return completeness(missing);
  return explainNoSeries(client, window ?? { fromMs: nowMs - hourMs, toMs: nowMs });
}

/** Asked again without the filter, in this window. */
export function explainNoSeries(client: MetricsClient, window: Selection['window']): Promise<Completeness> {
  return explainEmpty(async () => (await client.listLabelNames({ window })).data.length, {
    others: 'nothing matches; other series exist in this window.',
    none: 'no series at all exists in this window: nothing is sent here, or GRAFANA_METRICS_USER names another instance.',
  });
}
