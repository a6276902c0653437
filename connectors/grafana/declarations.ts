/** Which permissions and calls each operation uses, and how wide a window one call may ask for. */
import type { OperationName } from '../../catalog/index.ts';
import type { OperationDeclaration } from '../../src/connector/manifest.ts';

const daySec = 86_400;
/** Widest window of one question about metrics; the same for every metrics backend. */
const metricsSec = 31 * daySec;
/** Logs and traces: what one search may walk through. */
const eventsSec = 7 * daySec;

/** Headers that an instrumented program captured carry its credentials. */
const spanRedactions = ['headers and request metadata that a tracer captured', 'attributes named as a credential'];

/** Where a Grafana is in front: finds the data source of a type when none is named. */
const dataSources = 'GET /api/datasources';
const proxy = '/api/datasources/proxy/uid/{uid}';
/** What a read of a backend needs through a Grafana. */
const throughGrafana = ['datasources:query', 'datasources:read'] as const;

export const operations = {
  'metrics.query': {
    grants: ['metrics:read', ...throughGrafana],
    upstream: [
      'GET /api/v1/query',
      'POST /api/v1/query_range',
      'GET /api/v1/labels',
      dataSources,
      `GET ${proxy}/api/v1/query`,
      `POST ${proxy}/api/v1/query_range`,
      `GET ${proxy}/api/v1/labels`,
    ],
    dialects: ['promql'],
    redactions: [],
    windowSec: metricsSec,
  },
  'metrics.list': {
    grants: ['metrics:read', ...throughGrafana],
    upstream: [
      'GET /api/v1/label/{name}/values',
      'GET /api/v1/metadata',
      'GET /api/v1/labels',
      dataSources,
      `GET ${proxy}/api/v1/label/{name}/values`,
      `GET ${proxy}/api/v1/metadata`,
      `GET ${proxy}/api/v1/labels`,
    ],
    redactions: [],
    windowSec: metricsSec,
  },
  'metrics.listLabels': {
    grants: ['metrics:read', ...throughGrafana],
    upstream: [
      'GET /api/v1/labels',
      'GET /api/v1/series',
      dataSources,
      `GET ${proxy}/api/v1/labels`,
      `GET ${proxy}/api/v1/series`,
    ],
    redactions: [],
    windowSec: metricsSec,
  },
  'topology.getServiceGraph': {
    grants: ['metrics:read', ...throughGrafana],
    upstream: ['POST /api/v1/query', dataSources, `POST ${proxy}/api/v1/query`],
    redactions: [],
    windowSec: metricsSec,
  },
  'rum.query': {
    grants: ['metrics:read', ...throughGrafana],
    upstream: [
      'POST /api/v1/query_range',
      'GET /api/v1/labels',
      dataSources,
      `POST ${proxy}/api/v1/query_range`,
      `GET ${proxy}/api/v1/labels`,
    ],
    redactions: [],
    windowSec: metricsSec,
  },
  'synthetics.queryMetrics': {
    grants: ['metrics:read', ...throughGrafana],
    upstream: [
      'POST /api/v1/query_range',
      'GET /api/v1/labels',
      dataSources,
      `POST ${proxy}/api/v1/query_range`,
      `GET ${proxy}/api/v1/labels`,
    ],
    redactions: [],
    windowSec: metricsSec,
  },
  'logs.search': {
    grants: ['logs:read', ...throughGrafana],
    upstream: [
      'GET /loki/api/v1/query_range',
      'GET /loki/api/v1/labels',
      dataSources,
      `GET ${proxy}/loki/api/v1/query_range`,
      `GET ${proxy}/loki/api/v1/labels`,
    ],
    dialects: ['logql'],
    redactions: [],
    windowSec: eventsSec,
  },
  'logs.aggregate': {
    grants: ['logs:read', ...throughGrafana],
    upstream: [
      'GET /loki/api/v1/index/stats',
      'GET /loki/api/v1/query_range',
      'GET /loki/api/v1/query',
      'GET /loki/api/v1/labels',
      dataSources,
      `GET ${proxy}/loki/api/v1/index/stats`,
      `GET ${proxy}/loki/api/v1/query_range`,
      `GET ${proxy}/loki/api/v1/query`,
      `GET ${proxy}/loki/api/v1/labels`,
    ],
    dialects: ['logql'],
    redactions: [],
    windowSec: eventsSec,
  },
  'logs.listSources': {
    grants: ['logs:read', ...throughGrafana],
    upstream: [
      'GET /loki/api/v1/labels',
      'GET /loki/api/v1/label/{name}/values',
      dataSources,
      `GET ${proxy}/loki/api/v1/labels`,
      `GET ${proxy}/loki/api/v1/label/{name}/values`,
    ],
    redactions: [],
    windowSec: eventsSec,
  },
  'traces.search': {
    grants: ['traces:read', ...throughGrafana],
    upstream: ['GET /api/search', dataSources, `GET ${proxy}/api/search`],
    dialects: ['traceql'],
    redactions: spanRedactions,
    windowSec: eventsSec,
  },
  'traces.get': {
    grants: ['traces:read', ...throughGrafana],
    upstream: [
      'GET /api/v2/traces/{traceID}',
      'GET /api/traces/{traceID}',
      dataSources,
      `GET ${proxy}/api/v2/traces/{traceID}`,
      `GET ${proxy}/api/traces/{traceID}`,
    ],
    redactions: spanRedactions,
    windowSec: eventsSec,
  },
  'monitors.list': {
    grants: [
      'rules:read',
      'alerts:read',
      'alert.rules:read',
      'alert.rules.external:read',
      'alert.instances:read',
      'alert.instances.external:read',
      'datasources:read',
    ],
    upstream: [
      'GET /api/v1/rules',
      'GET /api/v2/alerts',
      dataSources,
      'GET /api/prometheus/{uid}/api/v1/rules',
      'GET /api/alertmanager/{uid}/api/v2/alerts',
    ],
    redactions: [],
  },
  'dashboards.listStacks': {
    grants: ['stacks:read', 'datasources:read'],
    upstream: ['GET /api/instances', dataSources],
    redactions: ['tokens of products of the stack, addresses and settings of data sources'],
  },
  'dashboards.search': {
    grants: ['stacks:read', 'stack-dashboards:read', 'dashboards:read'],
    upstream: ['GET /api/instances/{instanceId}', 'GET /api/instances/{instanceId}/api/search', 'GET /api/search'],
    redactions: [],
  },
  'synthetics.listChecks': {
    grants: ['synthetic monitoring access token'],
    upstream: ['GET /api/v1/check/list'],
    redactions: [
      'what a check sends and expects: headers, bodies, scripts, passwords, tokens and keys',
      'user, query and fragment of the address it requests',
    ],
  },
} as const satisfies Partial<Record<OperationName, OperationDeclaration>>;
