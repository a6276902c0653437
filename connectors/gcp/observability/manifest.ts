/** Metrics, alerting policies and logs. */
import { api, asksOf, daySec, oneRow, type Slice } from '../slice.ts';

const read = { scope: 'monitoring.read', area: 'monitoring' } as const;
const monitoring = api('monitoring.googleapis.com/v3/projects/{project}', read);
const prometheus = api('monitoring.googleapis.com/v1/projects/{project}/location/{location}/prometheus/api/v1', read);
const logging = api('logging.googleapis.com/v2', { scope: 'logging.read', area: 'logging' });

const methods = {
  'monitoring.projects.metricDescriptors.list': monitoring.get(
    '/metricDescriptors',
    'monitoring.metricDescriptors.list',
  ),
  'monitoring.projects.timeSeries.list': monitoring.get('/timeSeries', 'monitoring.timeSeries.list'),
  'monitoring.projects.location.prometheus.api.v1.query': prometheus.post('/query', 'monitoring.timeSeries.list'),
  'monitoring.projects.location.prometheus.api.v1.query_range': prometheus.post(
    '/query_range',
    'monitoring.timeSeries.list',
  ),
  'monitoring.projects.alertPolicies.list': monitoring.get('/alertPolicies', 'monitoring.alertPolicies.list'),
  'monitoring.projects.alerts.list': monitoring.get('/alerts', 'monitoring.alerts.list'),
  'logging.projects.logs.list': logging.get('/projects/{project}/logs', 'logging.logs.list'),
  'logging.entries.list': logging.post('/entries:list', 'logging.logEntries.list'),
} as const;

const asks = asksOf(methods);

export const observability = {
  permissions: {
    'roles/monitoring.viewer': {
      'monitoring.alertPolicies.list': 'Lists alerting policies.',
      'monitoring.alerts.list': 'Tells which alerting policies have open alerts.',
      'monitoring.metricDescriptors.list': 'Lists metrics.',
      'monitoring.timeSeries.list': 'Queries metrics, with a filter or with PromQL.',
    },
    'roles/logging.viewer': {
      'logging.logEntries.list': 'Searches log entries.',
      'logging.logs.list': 'Lists logs.',
    },
  },
  methods,
  areas: {
    monitoring: {
      title: 'Cloud Monitoring',
      probes: [{ method: 'monitoring.projects.metricDescriptors.list', path: {}, query: oneRow }],
    },
    logging: {
      title: 'Cloud Logging',
      probes: [{ method: 'logging.projects.logs.list', path: {}, query: oneRow }],
    },
  },
  operations: {
    'logs.listSources': { ...asks('logging.projects.logs.list'), windowSec: 7 * daySec },
    'logs.search': { ...asks('logging.entries.list'), windowSec: 7 * daySec, dialects: ['gcp-logging'] },
    'metrics.list': { ...asks('monitoring.projects.metricDescriptors.list'), windowSec: 25 * 3600 },
    'metrics.query': {
      ...asks(
        'monitoring.projects.timeSeries.list',
        'monitoring.projects.location.prometheus.api.v1.query',
        'monitoring.projects.location.prometheus.api.v1.query_range',
      ),
      windowSec: 31 * daySec,
      dialects: ['gcp-filter', 'promql'],
    },
    'monitors.list': asks('monitoring.projects.alertPolicies.list', 'monitoring.projects.alerts.list'),
  },
} as const satisfies Slice;
