import { describeUpstream } from '../../../test/contract/described-upstream.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';
import type { Plant } from '../../../test/contract/planted.ts';
import { alertingRoutes } from './alerting-upstream.ts';
import { cloudApiRoutes } from './cloud-api-upstream.ts';
import { logRoutes } from './logs-upstream.ts';
import { metricRoutes } from './metrics-upstream.ts';
import { syntheticsRoutes } from './synthetics-upstream.ts';
import { ids, traceRoutes } from './traces-upstream.ts';

const lastHour = { from: 'now-1h', to: 'now' };
const logql = (text: string) => ({ query: { dialect: 'logql', text }, window: lastHour });
const traceql = (text: string) => ({ query: { dialect: 'traceql', text }, window: lastHour });

/** One line a minute ago, but for those who ask for nobody's. */
const logs = logRoutes({
  lines: (query) =>
    query.includes('nobody')
      ? []
      : [
          {
            nanos: BigInt(Date.now() - 60_000) * 1_000_000n + 1n,
            stream: { service_name: 'checkout', detected_level: 'error' },
            text: 'payment refused',
          },
        ],
  bytes: () => 1_000_000,
});

/** One attribute of this name at every span and every resource, in both forms of a trace. */
function ofSpans(key: string): readonly Plant[] {
  const attributes = (secret: string): readonly object[] => [
    { key: 'service.name', value: { stringValue: 'checkout' } },
    { key, value: { stringValue: secret } },
  ];
  const spans = 'scopeSpans.*.spans.*.attributes';
  return [
    'traces.*.spanSets.*.spans.*.attributes',
    ...['trace.resourceSpans', 'batches'].flatMap((list) => [`${list}.*.resource.attributes`, `${list}.*.${spans}`]),
  ].map((place) => [place, attributes] as const);
}

export const exemplar: Exemplar = {
  variables: {
    GRAFANA_METRICS_URL: '{upstream}',
    GRAFANA_METRICS_USER: '1234567',
    GRAFANA_METRICS_TOKEN: 'glc_{canary}',
    GRAFANA_LOGS_URL: '{upstream}',
    GRAFANA_LOGS_USER: '234567',
    GRAFANA_TRACES_URL: '{upstream}',
    GRAFANA_TRACES_USER: '345678',
    GRAFANA_ALERTS_URL: '{upstream}',
    GRAFANA_ALERTS_USER: '456789',
    GRAFANA_API_URL: '{upstream}',
    GRAFANA_STACK: 'shop-1',
    GRAFANA_SM_URL: '{upstream}',
    GRAFANA_SM_TOKEN: 'sm-{canary}',
  },
  reply: describeUpstream([
    ...alertingRoutes,
    ...syntheticsRoutes,
    ...metricRoutes,
    ...logs,
    ...traceRoutes,
    ...cloudApiRoutes,
  ]),
  questions: {
    'metrics.query': [
      { query: { dialect: 'promql', text: 'up' } },
      { query: { dialect: 'promql', text: 'up' }, window: lastHour },
      { query: { dialect: 'promql', text: 'nothing' } },
    ],
    'metrics.list': [{}, { match: ['nothing'] }],
    'metrics.listLabels': [{ match: ['up'] }],
    'topology.getServiceGraph': [{ window: lastHour }, { window: lastHour, service: 'nobody' }],
    'rum.query': [
      { app: 'shop', window: lastHour },
      { app: 'nobody', window: lastHour },
    ],
    'synthetics.queryMetrics': [
      { check: 'shop 1', window: lastHour },
      { check: 'nobody', window: lastHour },
    ],
    'logs.search': [logql('{service_name="checkout"}'), logql('{service_name="nobody"}')],
    'logs.aggregate': [
      { ...logql('sum by (level) (count_over_time({service_name="checkout"}[5m]))'), stepSec: 300 },
      logql('sum(count_over_time({service_name="checkout"}[1h]))'),
      logql('sum(count_over_time({service_name="nobody"}[1h]))'),
    ],
    'logs.listSources': [{}, { prefix: '{namespace="' }],
    'traces.search': [traceql('{ status = error }'), traceql('{ resource.service.name = "nobody" }')],
    'traces.get': [{ traceId: ids.ofSecond }, { traceId: ids.ofFirst, window: lastHour }],
    'monitors.list': [{}, { states: ['warn'] }],
    'dashboards.listStacks': [{}],
    'dashboards.search': [{}, { stack: 'shop-2', text: 'nothing' }],
    'synthetics.listChecks': [{}, { tag: 'team:nobody' }],
  },
  redacted: {
    'headers and request metadata that a tracer captured': ofSpans('http.request.header.authorization'),
    'attributes named as a credential': ofSpans('api_key'),
    'tokens of products of the stack': ['items.*.machineLearningLogsToken'],
    'what a check sends and expects: headers, bodies, scripts, passwords, tokens and keys': [
      ['*.settings.http.headers', (secret) => [`Authorization: ${secret}`]],
      '*.settings.http.body',
      '*.settings.http.basicAuth.password',
      '*.settings.http.bearerToken',
      '*.settings.http.tlsConfig.clientKey',
      ['*.settings.http.failIfBodyMatchesRegexp', (secret) => [secret]],
      '*.settings.scripted.script',
    ],
    'user, query and fragment of the address it requests': [
      ['*.target', (secret) => `https://ada:${secret}@shop.example/health?token=${secret}#${secret}`],
    ],
  },
  failures: [() => ({ status: 404, body: '404 page not found' })],
};
