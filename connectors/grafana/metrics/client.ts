/** The read calls of the Prometheus HTTP interface. */
import type { z } from 'zod';
import type { ResolvedWindow } from '../../../catalog/window.ts';
import type { FormFields } from '../../../src/core/http-body.ts';
import type { GrafanaContext } from '../client.ts';
import { openBackend, placeOf } from '../open-backend.ts';
import { secondsOf } from '../times.ts';
import { PromqlAnswer } from '../../../src/connector/promql.ts';
import { MetadataAnswer, NamesAnswer, SeriesAnswer } from './schema.ts';

export interface MetricsClient {
  /** The setting to look at where nothing at all is found. */
  readonly place: string;
  queryNow(text: string): Promise<PromqlAnswer>;
  queryAt(text: string, atMs: number): Promise<PromqlAnswer>;
  queryRange(text: string, window: ResolvedWindow, stepSec: number): Promise<PromqlAnswer>;
  listLabelNames(selection: Selection): Promise<z.infer<typeof NamesAnswer>>;
  listLabelValues(label: string, selection: Selection): Promise<z.infer<typeof NamesAnswer>>;
  listSeries(selection: Selection): Promise<z.infer<typeof SeriesAnswer>>;
  readMetadata(): Promise<MetadataAnswer>;
}

export interface Selection {
  readonly match?: readonly string[] | undefined;
  readonly window?: ResolvedWindow | undefined;
}

export function openMetrics(context: GrafanaContext): MetricsClient {
  const { get, post } = openBackend(context, 'metrics');
  return {
    place: placeOf(context, 'metrics'),
    // Without a time, so that now is the backend's now.
    queryNow: (text) => get(PromqlAnswer, '/api/v1/query', { query: text }),
    queryAt: (text, atMs) => post(PromqlAnswer, '/api/v1/query', { query: text, time: secondsOf(atMs) }),
    queryRange: (text, { fromMs, toMs }, stepSec) =>
      post(PromqlAnswer, '/api/v1/query_range', {
        query: text,
        start: secondsOf(fromMs),
        end: secondsOf(toMs),
        step: String(stepSec),
      }),
    listLabelNames: (selection) => get(NamesAnswer, '/api/v1/labels', fieldsOf(selection)),
    listLabelValues: (label, selection) =>
      get(NamesAnswer, `/api/v1/label/${encodeURIComponent(label)}/values`, fieldsOf(selection)),
    listSeries: (selection) => get(SeriesAnswer, '/api/v1/series', fieldsOf(selection)),
    readMetadata: () => get(MetadataAnswer, '/api/v1/metadata', { limit_per_metric: '1' }),
  };
}

function fieldsOf({ match, window }: Selection): FormFields {
  return {
    'match[]': match,
    start: window === undefined ? undefined : secondsOf(window.fromMs),
    end: window === undefined ? undefined : secondsOf(window.toMs),
  };
}
