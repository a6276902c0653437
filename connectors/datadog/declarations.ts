/** Which operations this connector answers, each with the scopes it needs and the calls it makes. */
import type { Manifest } from '../../src/connector/manifest.ts';
import type { Scope } from './grants.ts';

const daySec = 86_400;
const metricsWindowSec = 31 * daySec;
const eventsWindowSec = 7 * daySec;

const nothingSecret: readonly string[] = [];
const dialects = ['datadog'] as const;
const logs = ['logs_read_data', 'logs_read_index_data'] as const satisfies readonly Scope[];

export const declarations = {
  'metrics.query': {
    grants: ['timeseries_query'],
    upstream: ['POST /api/v2/query/timeseries'],
    dialects,
    redactions: nothingSecret,
    windowSec: metricsWindowSec,
  },
  'metrics.list': {
    grants: ['metrics_read'],
    upstream: ['GET /api/v2/metrics', 'GET /api/v1/metrics'],
    redactions: nothingSecret,
    windowSec: metricsWindowSec,
  },
  'metrics.listTags': {
    grants: ['metrics_read'],
    upstream: ['GET /api/v2/metrics/{metric_name}/all-tags'],
    redactions: nothingSecret,
    windowSec: metricsWindowSec,
  },
  'logs.search': {
    grants: logs,
    upstream: ['POST /api/v2/logs/events/search'],
    dialects,
    redactions: nothingSecret,
    windowSec: eventsWindowSec,
  },
  'logs.aggregate': {
    grants: logs,
    upstream: ['POST /api/v2/logs/analytics/aggregate'],
    dialects,
    redactions: nothingSecret,
    windowSec: eventsWindowSec,
  },
  'traces.search': {
    grants: ['apm_read'],
    upstream: ['POST /api/v2/spans/events/search'],
    dialects,
    redactions: ['headers and request metadata that a tracer captured', 'attributes named as a credential'],
    windowSec: eventsWindowSec,
  },
  'traces.aggregate': {
    grants: ['apm_read'],
    upstream: ['POST /api/v2/spans/analytics/aggregate'],
    dialects,
    redactions: ['groups by headers, request metadata or attributes named as a credential: refused'],
    windowSec: eventsWindowSec,
  },
  'topology.listServices': {
    grants: ['apm_read', 'apm_service_catalog_read'],
    upstream: ['GET /api/v2/catalog/entity', 'GET /api/v2/services/definitions'],
    redactions: nothingSecret,
    windowSec: eventsWindowSec,
  },
  'topology.getDependencies': {
    grants: ['apm_read'],
    upstream: ['GET /api/v1/service_dependencies'],
    redactions: nothingSecret,
    windowSec: eventsWindowSec,
  },
  'monitors.list': {
    grants: ['monitors_read'],
    upstream: ['GET /api/v1/monitor', 'GET /api/v1/monitor/search'],
    dialects,
    redactions: nothingSecret,
  },
  'monitors.get': {
    grants: ['monitors_read'],
    upstream: ['GET /api/v1/monitor/{monitor_id}'],
    redactions: nothingSecret,
  },
  'incidents.list': {
    grants: ['incident_read'],
    upstream: ['GET /api/v2/incidents', 'GET /api/v2/incidents/search'],
    dialects,
    redactions: nothingSecret,
  },
  'incidents.get': {
    grants: ['incident_read'],
    upstream: ['GET /api/v2/incidents/{incident_id}'],
    redactions: nothingSecret,
  },
  'rum.listApplications': {
    grants: ['rum_apps_read'],
    upstream: ['GET /api/v2/rum/applications'],
    redactions: ['the client token and the key that a front end sends with'],
  },
  'rum.search': {
    grants: ['rum_apps_read'],
    upstream: ['POST /api/v2/rum/events/search'],
    dialects,
    redactions: [
      'user, query and fragment of addresses of pages and requests, together and by their parts, within sentences too',
      'of the user: everything that the application told but for usr.id and usr.anonymous_id, the address (session.ip and other fields named ip), and any place finer than a country',
      'e-mail addresses, in any field, tag or sentence',
    ],
    windowSec: eventsWindowSec,
  },
  'rum.aggregate': {
    grants: ['rum_apps_read'],
    upstream: ['POST /api/v2/rum/analytics/aggregate'],
    dialects,
    redactions: [
      'user, query and fragment of addresses of pages and requests that are grouped by',
      'groups by personal data of the user: refused',
      'e-mail addresses that are grouped by',
    ],
    windowSec: eventsWindowSec,
  },
  'synthetics.listChecks': {
    grants: ['synthetics_read'],
    upstream: ['GET /api/v1/synthetics/tests'],
    redactions: [
      'headers, body, cookies, sign-in, certificates, files, metadata and proxy of the request',
      'variables and assertions',
      'user, query and fragment of the address',
    ],
  },
  'synthetics.listResults': {
    grants: ['synthetics_read'],
    upstream: [
      'GET /api/v1/synthetics/tests/{public_id}/results',
      'GET /api/v1/synthetics/tests/browser/{public_id}/results',
    ],
    redactions: nothingSecret,
    windowSec: metricsWindowSec,
  },
  'security.listApiKeys': {
    grants: ['api_keys_read'],
    upstream: ['GET /api/v2/api_keys'],
    redactions: ['the key itself but for its last four characters'],
  },
} as const satisfies Manifest['operations'];
