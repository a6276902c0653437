/** The only file of this connector that talks to the network: the read calls of the Prometheus HTTP interface. */
import type { z } from 'zod';
import type { ResolvedWindow } from '../../catalog/window.ts';
import type { ConnectorContext } from '../../src/connector/context.ts';
import { diagnose } from '../../src/connector/symptom.ts';
import type { FormFields } from '../../src/core/http-body.ts';
import type { HttpClient, HttpRequest } from '../../src/core/http-client.ts';
import { parseAnswer } from '../../src/core/parse-answer.ts';
import type { manifest } from './manifest.ts';
import { MetadataAnswer, NamesAnswer, QueryAnswer, SeriesAnswer } from './schema.ts';
import { symptoms } from './symptoms.ts';

export type GrafanaContext = ConnectorContext<typeof manifest>;

export interface MetricsClient {
  queryNow(text: string): Promise<QueryAnswer>;
  queryRange(text: string, window: ResolvedWindow, stepSec: number): Promise<QueryAnswer>;
  listLabelNames(selection: Selection, below?: string): Promise<z.infer<typeof NamesAnswer>>;
  listLabelValues(label: string, selection: Selection): Promise<z.infer<typeof NamesAnswer>>;
  listSeries(selection: Selection): Promise<z.infer<typeof SeriesAnswer>>;
  readMetadata(): Promise<MetadataAnswer>;
}

export interface Selection {
  readonly match?: readonly string[] | undefined;
  readonly window?: ResolvedWindow | undefined;
}

export function openMetrics(context: GrafanaContext): MetricsClient {
  const http = context.http('GRAFANA_METRICS_URL', { authorize: () => authorize(context) });
  const get = <S extends z.ZodType>(schema: S, path: string, query: FormFields): Promise<z.infer<S>> =>
    read(context, http, { schema, request: { method: 'GET', path, query, access: 'read' } });
  return {
    // Without a time, so that now is the backend's now.
    queryNow: (text) => get(QueryAnswer, '/api/v1/query', { query: text }),
    queryRange: (text, { fromMs, toMs }, stepSec) =>
      // POST because a query may be longer than an address may be; it is a read.
      read(context, http, {
        schema: QueryAnswer,
        request: {
          method: 'POST',
          path: '/api/v1/query_range',
          form: { query: text, start: seconds(fromMs), end: seconds(toMs), step: String(stepSec) },
          access: 'read',
        },
      }),
    listLabelNames: (selection, below = '') => get(NamesAnswer, `${below}/api/v1/labels`, fieldsOf(selection)),
    listLabelValues: (label, selection) =>
      get(NamesAnswer, `/api/v1/label/${encodeURIComponent(label)}/values`, fieldsOf(selection)),
    listSeries: (selection) => get(SeriesAnswer, '/api/v1/series', fieldsOf(selection)),
    readMetadata: () => get(MetadataAnswer, '/api/v1/metadata', { limit_per_metric: '1' }),
  };
}

/** Status of a label read without any credential: what stands in front of the backend answers the same to everybody. */
export async function statusWithoutCredential(context: GrafanaContext): Promise<number> {
  const http = context.http('GRAFANA_METRICS_URL');
  return (await http.send({ method: 'GET', path: '/api/v1/labels', access: 'read' })).status;
}

async function authorize({ config, secrets }: GrafanaContext): Promise<Record<string, string>> {
  const user = config.text('GRAFANA_METRICS_USER');
  const token = await secrets.read('GRAFANA_METRICS_TOKEN');
  if (user === undefined || token === undefined) return {};
  return { authorization: `Basic ${Buffer.from(`${user}:${token.reveal()}`).toString('base64')}` };
}

async function read<S extends z.ZodType>(
  { config, clock }: GrafanaContext,
  http: HttpClient,
  { schema, request }: { schema: S; request: HttpRequest },
): Promise<z.infer<S>> {
  const response = await http.send(request);
  const isPage = /^text\/html/iu.test(String(response.headers['content-type']));
  if (response.status === 200 && !isPage) return parseAnswer(schema, response.body);
  throw diagnose(symptoms, {
    response,
    path: request.path,
    nowMs: clock.now(),
    variable: (name) => config.describe(name),
  });
}

function fieldsOf({ match, window }: Selection): FormFields {
  return {
    'match[]': match,
    start: window === undefined ? undefined : seconds(window.fromMs),
    end: window === undefined ? undefined : seconds(window.toMs),
  };
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
