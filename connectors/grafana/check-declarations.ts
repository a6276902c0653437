/** One check for each permission, each in the words of what it proves. A backend that is not set is skipped, never red. */
import type { CheckDeclaration } from '../../src/connector/manifest.ts';

const ofMetrics = [
  'metrics.query',
  'metrics.list',
  'metrics.listLabels',
  'topology.getServiceGraph',
  'rum.query',
  'synthetics.queryMetrics',
] as const;

const dataSources = 'GET /api/datasources';
const proxy = '/api/datasources/proxy/uid/{uid}';
/** Judged where a Grafana is in front. */
const throughGrafana = ['datasources:query', 'datasources:read'] as const;

const ofLogs = ['logs.search', 'logs.aggregate', 'logs.listSources'] as const;
const ofTraces = ['traces.search', 'traces.get'] as const;
const ofStacks = ['dashboards.listStacks', 'dashboards.search'] as const;

export const checks = {
  metrics_read: {
    proves: 'Labels of the last hour can be listed and a query is evaluated, with this address and credential.',
    grants: ['metrics:read'],
    judges: throughGrafana,
    upstream: [
      'GET /api/v1/labels',
      'GET /api/v1/query',
      dataSources,
      `GET ${proxy}/api/v1/labels`,
      `GET ${proxy}/api/v1/query`,
      'GET /api/prom/api/v1/labels',
      'GET /prometheus/api/v1/labels',
    ],
    affects: ofMetrics,
  },
  token_kind: {
    proves:
      'Each token is of a kind that its backend accepts and grants no more than is used. Of a service account of Grafana, that it has the permissions to read and none to write.',
    grants: [],
    upstream: ['GET /api/access-control/user/permissions'],
    affects: [...ofMetrics, ...ofLogs, ...ofTraces, 'monitors.list', ...ofStacks],
  },
  logs_read: {
    proves: 'Labels of the last hour can be listed in Loki.',
    grants: ['logs:read'],
    judges: throughGrafana,
    upstream: ['GET /loki/api/v1/labels', dataSources, `GET ${proxy}/loki/api/v1/labels`],
    affects: ofLogs,
  },
  traces_read: {
    proves: 'Traces of the last hour can be searched in Tempo.',
    grants: ['traces:read'],
    judges: throughGrafana,
    upstream: ['GET /api/search', 'GET /tempo/api/search', dataSources, `GET ${proxy}/api/search`],
    affects: ofTraces,
  },
  rules_read: {
    proves: 'Alerting rules can be listed; through a Grafana, its own and those of its data source of metrics.',
    grants: ['rules:read'],
    judges: ['alert.rules:read', 'alert.rules.external:read'],
    upstream: ['GET /api/v1/rules', dataSources, 'GET /api/prometheus/{uid}/api/v1/rules'],
    affects: ['monitors.list'],
  },
  alerts_read: {
    proves:
      'Alerts can be listed in the Alertmanager; through a Grafana, in its own and in that of its data source, where it has one.',
    grants: ['alerts:read'],
    judges: ['alert.instances:read', 'alert.instances.external:read'],
    upstream: [
      'GET /api/v2/alerts',
      'GET /alertmanager/api/v2/alerts',
      dataSources,
      'GET /api/alertmanager/{uid}/api/v2/alerts',
    ],
    affects: ['monitors.list'],
  },
  stacks_read: {
    proves:
      'Stacks can be listed with the Cloud API. Sent only if a token, an address or a stack is set for it. Through a Grafana, that it lists data sources.',
    grants: ['stacks:read'],
    judges: ['datasources:read'],
    upstream: ['GET /api/instances', dataSources],
    affects: ofStacks,
  },
  dashboard_search: {
    proves:
      'This account answers a search for dashboards with an access policy token, at a path that the vendor does not document. Sent only if a stack is set. Through a Grafana, that it answers the search for its own dashboards, which is documented.',
    grants: ['stacks:read', 'stack-dashboards:read'],
    judges: ['dashboards:read'],
    upstream: ['GET /api/instances/{instanceId}', 'GET /api/instances/{instanceId}/api/search', 'GET /api/search'],
    affects: ['dashboards.search'],
  },
  synthetics_read: {
    proves: 'Synthetic checks can be listed with the token of Synthetic Monitoring.',
    grants: ['synthetic monitoring access token'],
    upstream: ['GET /api/v1/check/list'],
    affects: ['synthetics.listChecks'],
  },
} as const satisfies Record<string, CheckDeclaration>;
