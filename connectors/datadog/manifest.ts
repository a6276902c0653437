/** Datadog: metrics, logs, traces, monitors, incidents, front ends, synthetic tests and the software catalog. */
import type { Manifest } from '../../src/connector/manifest.ts';
import { declarations } from './declarations.ts';
import { forbidden, grants } from './grants.ts';
import { reach } from './access/sites.ts';
import { variables } from './access/variables.ts';

/** Made after a refusal to tell its causes apart: is the API key of this site, and does the application key open anything? */
const telling = ['GET /api/v1/validate', 'GET /api/v1/monitor', 'GET /api/v1/metrics'] as const;

export const manifest = {
  id: 'datadog',
  title: 'Datadog',
  summary:
    'Reads metrics, logs, traces, monitors, incidents, front-end events, synthetic tests and the software catalog of one Datadog organization.',
  vendorDocs: 'https://docs.datadoghq.com/account_management/api-app-keys/',
  config: variables,
  reach,
  credentials: [
    {
      id: 'scoped_application_key',
      title: 'Application key with scopes',
      verdict: 'recommended',
      note: 'Opens exactly its scopes; for metrics these must hold timeseries_query and metrics_read.',
    },
    {
      id: 'application_key',
      title: 'Application key without scopes',
      verdict: 'accepted',
      note: 'Reads metrics without any scope, and may do everything its owner may, writing included: give it to a service account with a role that only reads.',
    },
    {
      id: 'api_key',
      title: 'API key',
      verdict: 'accepted',
      note: 'Needed beside the application key. Has no scopes; anybody who has it can send data to the organization.',
    },
    {
      id: 'client_token',
      title: 'Client token',
      prefix: 'pub',
      verdict: 'rejected',
      note: 'Sends data from browsers and phones, and reads nothing.',
    },
  ],
  grants,
  forbidden,
  operations: declarations,
  checks: {
    api_key: {
      proves: 'The API key is one of this site; asked with the API key alone.',
      grants: [],
      upstream: ['GET /api/v1/validate'],
      affects: [
        'metrics.query',
        'metrics.list',
        'metrics.listTags',
        'logs.search',
        'logs.aggregate',
        'traces.search',
        'traces.aggregate',
        'topology.listServices',
        'topology.getDependencies',
        'monitors.list',
        'monitors.get',
        'incidents.list',
        'incidents.get',
        'rum.listApplications',
        'rum.search',
        'rum.aggregate',
        'synthetics.listChecks',
        'synthetics.listResults',
        'security.listApiKeys',
      ],
    },
    metrics: {
      proves: 'A metric query is evaluated and metrics are listed. A key without scopes needs none for it.',
      grants: [],
      judges: ['timeseries_query', 'metrics_read'],
      upstream: ['POST /api/v2/query/timeseries', 'GET /api/v2/metrics', ...telling],
      affects: ['metrics.query', 'metrics.list', 'metrics.listTags'],
    },
    monitors_read: {
      proves: 'One monitor is read.',
      grants: ['monitors_read'],
      upstream: telling,
      affects: ['monitors.list', 'monitors.get'],
    },
    logs_read_data: {
      proves: 'One log line of the last day is found, which needs the scope of the indexes too.',
      grants: ['logs_read_data', 'logs_read_index_data'],
      upstream: ['POST /api/v2/logs/events/search', ...telling],
      affects: ['logs.search', 'logs.aggregate'],
    },
    apm_read: {
      proves: 'Spans of the last hour are searched.',
      grants: ['apm_read'],
      upstream: ['POST /api/v2/spans/events/search', ...telling],
      affects: ['traces.search', 'traces.aggregate', 'topology.getDependencies'],
    },
    apm_service_catalog_read: {
      proves: 'One service of the software catalog is read.',
      grants: ['apm_service_catalog_read'],
      upstream: ['GET /api/v2/catalog/entity', 'GET /api/v2/services/definitions', ...telling],
      affects: ['topology.listServices'],
    },
    incident_read: {
      proves: 'One incident is read.',
      grants: ['incident_read'],
      upstream: ['GET /api/v2/incidents', ...telling],
      affects: ['incidents.list', 'incidents.get'],
    },
    rum_apps_read: {
      proves: 'The front-end applications are listed and one of their events is searched for.',
      grants: ['rum_apps_read'],
      upstream: ['GET /api/v2/rum/applications', 'POST /api/v2/rum/events/search', ...telling],
      affects: ['rum.listApplications', 'rum.search', 'rum.aggregate'],
    },
    synthetics_read: {
      proves: 'One synthetic test is read.',
      grants: ['synthetics_read'],
      upstream: ['GET /api/v1/synthetics/tests', ...telling],
      affects: ['synthetics.listChecks', 'synthetics.listResults'],
    },
    api_keys_read: {
      proves: 'One API key is described, when DATADOG_READ_API_KEYS is on; otherwise nothing is sent.',
      grants: ['api_keys_read'],
      upstream: ['GET /api/v2/api_keys', ...telling],
      affects: ['security.listApiKeys'],
    },
  },
  limits: { upstreamCalls: 20, totalMs: 30_000, responseBytes: 8 << 20 },
} as const satisfies Manifest;
