/**
 * Grafana Cloud, the metrics half: its hosted Prometheus, and any other Prometheus or Mimir that speaks
 * the same interface. Logs, traces and alerts have addresses and scopes of their own and are not here.
 */
import type { Manifest } from '../../src/connector/manifest.ts';

const daySec = 86_400;
/** Widest window of one question; the same for every metrics backend. */
const windowSec = 31 * daySec;

export const manifest = {
  id: 'grafana',
  title: 'Grafana Cloud metrics',
  summary: 'Reads metrics from the hosted Prometheus of a Grafana Cloud stack, or from any Prometheus or Mimir.',
  vendorDocs:
    'https://grafana.com/docs/grafana-cloud/security-and-account-management/authentication-and-permissions/access-policies/',
  config: {
    GRAFANA_METRICS_URL: {
      kind: 'url',
      need: 'required',
      description: 'Address of the query interface, without /api/v1 and without /push.',
      example: 'https://prometheus-prod-13-prod-us-east-0.grafana.net/api/prom',
    },
    GRAFANA_METRICS_USER: {
      kind: 'text',
      need: { with: 'GRAFANA_METRICS_TOKEN' },
      pattern: /^[^\s:]{1,128}$/u,
      patternWords: '1 to 128 characters without spaces and colons',
      description:
        'Numeric id of the hosted metrics instance, from the details of Prometheus in the stack; the user name of a Prometheus with basic authentication.',
      example: '1234567',
    },
    GRAFANA_METRICS_TOKEN: {
      kind: 'secret',
      need: { with: 'GRAFANA_METRICS_USER' },
      description:
        'Token of an access policy with the scope metrics:read; the password of a Prometheus with basic authentication.',
      example: 'glc_…',
    },
  },
  credentials: [
    {
      id: 'access_policy_token',
      title: 'Access policy token',
      prefix: 'glc_',
      verdict: 'recommended',
      note: 'Carries exactly the scopes of its access policy; one stack and metrics:read are enough.',
    },
    {
      id: 'service_account_token',
      title: 'Service account token of a Grafana instance',
      prefix: 'glsa_',
      verdict: 'rejected',
      note: 'Opens the Grafana instance and not the metrics backend behind it.',
    },
    {
      id: 'legacy_api_key',
      title: 'API key of the earlier kind',
      prefix: 'eyJrIjoi',
      verdict: 'accepted',
      note: 'Works while the vendor still converts it; it has roles instead of scopes, so it grants more than is used.',
    },
    {
      id: 'basic_password',
      title: 'Password of a Prometheus with basic authentication',
      verdict: 'accepted',
      note: 'Has no scopes: it opens everything that the Prometheus serves.',
    },
  ],
  grants: {
    'metrics:read': {
      group: 'Access policy scope',
      need: 'required',
      purpose: 'Query, list and label reads of the metrics backend; without it the connector has nothing to serve.',
    },
  },
  forbidden: [
    { grant: 'metrics:write', because: 'Sends samples; no operation writes metrics.' },
    { grant: 'metrics:delete', because: 'Deletes series; no operation changes anything.' },
    { grant: 'rules:write', because: 'Changes alerting and recording rules; no operation writes rules.' },
    { grant: 'alerts:write', because: 'Changes notification routing; no operation writes alerts.' },
    {
      grant: 'accesspolicies:write',
      because: 'Creates credentials, and with them any other right of the organization.',
    },
    { grant: 'stacks:write', because: 'Changes the stack itself; no operation administers it.' },
  ],
  operations: {
    'metrics.query': {
      grants: ['metrics:read'],
      upstream: ['GET /api/v1/query', 'POST /api/v1/query_range', 'GET /api/v1/labels'],
      dialects: ['promql'],
      redactions: [],
      windowSec,
    },
    'metrics.list': {
      grants: ['metrics:read'],
      upstream: ['GET /api/v1/label/{name}/values', 'GET /api/v1/metadata', 'GET /api/v1/labels'],
      redactions: [],
      windowSec,
    },
    'metrics.listLabels': {
      grants: ['metrics:read'],
      upstream: ['GET /api/v1/labels', 'GET /api/v1/series'],
      redactions: [],
      windowSec,
    },
  },
  checks: {
    metrics_read: {
      proves: 'Labels of the last hour can be listed and a query is evaluated, with this address and credential.',
      grants: ['metrics:read'],
      upstream: [
        'GET /api/v1/labels',
        'GET /api/v1/query',
        'GET /api/prom/api/v1/labels',
        'GET /prometheus/api/v1/labels',
      ],
      affects: ['metrics.query', 'metrics.list', 'metrics.listLabels'],
    },
    token_kind: {
      proves: 'The credential is of a kind that the metrics backend takes and that grants no more than is used.',
      grants: [],
      upstream: [],
      affects: ['metrics.query', 'metrics.list', 'metrics.listLabels'],
    },
  },
  limits: { upstreamCalls: 20, totalMs: 30_000, responseBytes: 8 << 20 },
} as const satisfies Manifest;
