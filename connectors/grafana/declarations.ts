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

export const operations = {
  'metrics.query': {
    grants: ['metrics:read'],
    upstream: ['GET /api/v1/query', 'POST /api/v1/query_range', 'GET /api/v1/labels'],
    dialects: ['promql'],
    redactions: [],
    windowSec: metricsSec,
  },
  'metrics.list': {
    grants: ['metrics:read'],
    upstream: ['GET /api/v1/label/{name}/values', 'GET /api/v1/metadata', 'GET /api/v1/labels'],
    redactions: [],
    windowSec: metricsSec,
  },
  'metrics.listLabels': {
    grants: ['metrics:read'],
    upstream: ['GET /api/v1/labels', 'GET /api/v1/series'],
    redactions: [],
    windowSec: metricsSec,
  },
  'topology.getServiceGraph': {
    grants: ['metrics:read'],
    upstream: ['POST /api/v1/query'],
    redactions: [],
    windowSec: metricsSec,
  },
  'rum.query': {
    grants: ['metrics:read'],
    upstream: ['POST /api/v1/query_range', 'GET /api/v1/labels'],
    redactions: [],
    windowSec: metricsSec,
  },
  'synthetics.queryMetrics': {
    grants: ['metrics:read'],
    upstream: ['POST /api/v1/query_range', 'GET /api/v1/labels'],
    redactions: [],
    windowSec: metricsSec,
  },
  'logs.search': {
    grants: ['logs:read'],
    upstream: ['GET /loki/api/v1/query_range', 'GET /loki/api/v1/labels'],
    dialects: ['logql'],
    redactions: [],
    windowSec: eventsSec,
  },
  'logs.aggregate': {
    grants: ['logs:read'],
    upstream: [
      'GET /loki/api/v1/index/stats',
      'GET /loki/api/v1/query_range',
      'GET /loki/api/v1/query',
      'GET /loki/api/v1/labels',
    ],
    dialects: ['logql'],
    redactions: [],
    windowSec: eventsSec,
  },
  'logs.listSources': {
    grants: ['logs:read'],
    upstream: ['GET /loki/api/v1/labels', 'GET /loki/api/v1/label/{name}/values'],
    redactions: [],
    windowSec: eventsSec,
  },
  'traces.search': {
    grants: ['traces:read'],
    upstream: ['GET /api/search'],
    dialects: ['traceql'],
    redactions: spanRedactions,
    windowSec: eventsSec,
  },
  'traces.get': {
    grants: ['traces:read'],
    upstream: ['GET /api/v2/traces/{traceID}', 'GET /api/traces/{traceID}'],
    redactions: spanRedactions,
    windowSec: eventsSec,
  },
  'monitors.list': {
    grants: ['rules:read', 'alerts:read'],
    upstream: ['GET /api/v1/rules', 'GET /api/v2/alerts'],
    redactions: [],
  },
  'dashboards.listStacks': {
    grants: ['stacks:read'],
    upstream: ['GET /api/instances'],
    redactions: ['tokens of products of the stack'],
  },
  'dashboards.search': {
    grants: ['stacks:read', 'stack-dashboards:read'],
    upstream: ['GET /api/instances/{instanceId}', 'GET /api/instances/{instanceId}/api/search'],
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
