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

const ofLogs = ['logs.search', 'logs.aggregate', 'logs.listSources'] as const;
const ofTraces = ['traces.search', 'traces.get'] as const;
const ofStacks = ['dashboards.listStacks', 'dashboards.search'] as const;

export const checks = {
  metrics_read: {
    proves: 'Labels of the last hour can be listed and a query is evaluated, with this address and credential.',
    grants: ['metrics:read'],
    upstream: [
      'GET /api/v1/labels',
      'GET /api/v1/query',
      'GET /api/prom/api/v1/labels',
      'GET /prometheus/api/v1/labels',
    ],
    affects: ofMetrics,
  },
  token_kind: {
    proves: 'Each token is of a kind that its backend accepts and grants no more than is used.',
    grants: [],
    upstream: [],
    affects: [...ofMetrics, ...ofLogs, ...ofTraces, 'monitors.list', ...ofStacks],
  },
  logs_read: {
    proves: 'Labels of the last hour can be listed in Loki.',
    grants: ['logs:read'],
    upstream: ['GET /loki/api/v1/labels'],
    affects: ofLogs,
  },
  traces_read: {
    proves: 'Traces of the last hour can be searched in Tempo.',
    grants: ['traces:read'],
    upstream: ['GET /api/search', 'GET /tempo/api/search'],
    affects: ofTraces,
  },
  rules_read: {
    proves: 'Alerting rules can be listed.',
    grants: ['rules:read'],
    upstream: ['GET /api/v1/rules'],
    affects: ['monitors.list'],
  },
  alerts_read: {
    proves: 'Alerts can be listed in the Alertmanager.',
    grants: ['alerts:read'],
    upstream: ['GET /api/v2/alerts', 'GET /alertmanager/api/v2/alerts'],
    affects: ['monitors.list'],
  },
  stacks_read: {
    proves: 'Stacks can be listed with the Cloud API. Sent only if a token, an address or a stack is set for it.',
    grants: ['stacks:read'],
    upstream: ['GET /api/instances'],
    affects: ofStacks,
  },
  dashboard_search: {
    proves:
      'This account answers a search for dashboards with an access policy token, at a path that the vendor does not document. Sent only if a stack is set.',
    grants: ['stacks:read', 'stack-dashboards:read'],
    upstream: ['GET /api/instances/{instanceId}', 'GET /api/instances/{instanceId}/api/search'],
    affects: ['dashboards.search'],
  },
  synthetics_read: {
    proves: 'Synthetic checks can be listed with the token of Synthetic Monitoring.',
    grants: ['synthetic monitoring access token'],
    upstream: ['GET /api/v1/check/list'],
    affects: ['synthetics.listChecks'],
  },
} as const satisfies Record<string, CheckDeclaration>;
