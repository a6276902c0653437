/** Answers that mean that there is no Grafana at its address, no such data source, or nothing behind it. */
import { type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { backendAt } from '../backends.ts';

const json = (message: string): string => JSON.stringify({ message });
const uidIn = (path: string): string => /\/(?:uid|prometheus|alertmanager)\/([\w-]+)\//u.exec(path)?.[1] ?? path;
const dataSourceAt = (path: string): string => backendAt(path).dataSource?.variable ?? 'GRAFANA_METRICS_DATASOURCE';

export const grafanaAddress: readonly Symptom[] = [
  symptom({
    id: 'data_source_not_found',
    seen: '404 with `Unable to find datasource` or `data source not found`',
    when: { status: 404, body: /unable to find data ?source(?! plugin)|data ?source not found/iu },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: dataSourceAt(path), tried: uidIn(path) }),
    remedy: ({ path }) =>
      `Grafana has no data source with this uid in the organization of the service account: compare ${dataSourceAt(path)} with the end of the address that Grafana shows for the data source under Connections → Data sources.`,
    remedyWords:
      'Grafana has no data source with this uid in the organization of the service account: compare it with the end of the address that Grafana shows for the data source under Connections → Data sources.',
    example: { status: 404, body: json('Unable to find datasource') },
  }),
  symptom({
    id: 'data_source_plugin_missing',
    seen: '404 with `Unable to find datasource plugin`',
    when: { status: 404, body: /unable to find datasource plugin/iu },
    kind: 'feature_disabled',
    data: { feature: 'plugin of the data source' },
    remedy: 'Install the plugin of this data source in Grafana again, or name another data source.',
    example: { status: 404, body: json('Unable to find datasource plugin') },
  }),
  symptom({
    id: 'grafana_not_found',
    seen: 'any other 404 or 405',
    when: { status: [404, 405] },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: 'GRAFANA_URL', tried: path }),
    remedy: ({ path }) =>
      path.startsWith('/api/datasources/proxy/')
        ? 'Grafana was reached, and what is behind its data source has nothing at this path: compare the URL of the data source in Grafana, where a Mimir ends in /prometheus, and press Save & test. If every request fails so, check GRAFANA_URL and its sub-path.'
        : 'There is no Grafana at GRAFANA_URL, or its sub-path is missing or wrong: copy what the browser shows before /d/, /explore or /alerting. Alerting must be turned on for monitors.',
    remedyWords:
      'Behind a data source: compare its URL in Grafana, where a Mimir ends in /prometheus. Otherwise: correct GRAFANA_URL and its sub-path; for monitors, alerting must be turned on.',
    example: { status: 404, body: json('Not found') },
  }),
  symptom({
    id: 'grafana_web_page',
    seen: '200 with a web page',
    when: { status: 200, page: true },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: 'GRAFANA_URL', tried: path }),
    remedy:
      'A web page came back instead of an answer: GRAFANA_URL has a wrong sub-path, or a sign-in page is in front of Grafana. Set it to an address at which Grafana answers the token itself.',
    example: {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: '<!doctype html><title>Grafana</title>',
    },
  }),
  symptom({
    id: 'data_source_unreachable',
    seen: '502 or 504 without words, as the proxy of Grafana answers',
    when: { status: [502, 504], body: /^\s*$/u },
    kind: 'upstream_down',
    data: ({ response }) => ({ status: response.status }),
    remedy:
      'Grafana could not reach what is behind its data source, or waited too long for it: in Grafana, open the data source and press Save & test. If that works, check what is in front of GRAFANA_URL. The token is not the cause.',
    example: { status: 502, body: '' },
  }),
];
