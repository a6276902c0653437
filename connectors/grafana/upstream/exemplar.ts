import { describeUpstream } from '../../../test/contract/described-upstream.ts';
import type { UpstreamCall } from '../../../src/connector/manifest.ts';
import type { Exemplar, Exemplars } from '../../../test/contract/exemplar.ts';
import type { Plant } from '../../../test/contract/planted.ts';
import { alertingRoutes } from './alerting-upstream.ts';
import { manifest } from '../manifest.ts';
import { cloudApiRoutes } from './cloud-api-upstream.ts';
import { FakeGrafana, subPath } from './fake-grafana.ts';
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

/** Dashboards of a Grafana and traces of a Tempo have the same path. */
const searchOfBoth = 'GET /api/search';
const ofSettings = 'tokens of products of the stack, addresses and settings of data sources';

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
    [ofSettings]: ['items.*.machineLearningLogsToken'],
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
  unmade: callsOf((call) => isOfGrafana(call) || call === searchOfBoth),
};

/** What is behind the data sources of a Grafana. */
export const dataOfBackends = describeUpstream([...metricRoutes, ...logs, ...traceRoutes]);
const grafana = new FakeGrafana({ backend: dataOfBackends });
const synthetics = describeUpstream(syntheticsRoutes);

/** All but Synthetic Monitoring through the data sources of one Grafana, below a sub-path. */
export const variants: Exemplars['variants'] = {
  'through Grafana': {
    ...exemplar,
    variables: {
      GRAFANA_URL: `{upstream}${subPath}`,
      GRAFANA_SERVICE_ACCOUNT_TOKEN: 'glsa_{canary}',
      GRAFANA_SM_URL: '{upstream}',
      GRAFANA_SM_TOKEN: 'sm-{canary}',
    },
    reply: (call) => (call.path.startsWith(`${subPath}/`) ? grafana.reply(call) : synthetics(call)),
    nameOf: ({ method, path }) => `${method} ${path.replace(new RegExp(`^${subPath}(?=/)`, 'u'), '')}` as UpstreamCall,
    questions: { ...exemplar.questions, 'dashboards.search': [{}, { stack: 'grafana', text: 'nothing' }] },
    redacted: { ...exemplar.redacted, [ofSettings]: ['*.url', '*.user', '*.jsonData.httpHeaderValue1', '*.database'] },
    failures: [],
    unmade: callsOf((call) => !isOfGrafana(call) && !call.endsWith('/check/list')),
  },
};

function isOfGrafana(call: UpstreamCall): boolean {
  return /^\w+ \/api\/(?:datasources|prometheus|alertmanager|access-control)(?:\/|$)/u.test(call);
}

function callsOf(fits: (call: UpstreamCall) => boolean): readonly UpstreamCall[] {
  const declared = [...Object.values(manifest.operations), ...Object.values(manifest.checks)];
  return declared.flatMap(({ upstream }) => (upstream as readonly UpstreamCall[]).filter(fits));
}
