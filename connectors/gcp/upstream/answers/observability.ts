/** Good answers of Cloud Monitoring and Cloud Logging. */
import type { Exemplar } from '../../../../test/contract/exemplar.ts';
import { project } from '../project.ts';

const policy = {
  name: `projects/${project}/alertPolicies/111`,
  displayName: 'Checkout errors',
  enabled: true,
  severity: 'CRITICAL',
  combiner: 'OR',
  conditions: [
    {
      displayName: '5xx',
      conditionThreshold: {
        filter: 'metric.type = "run.googleapis.com/request_count"',
        comparison: 'COMPARISON_GT',
        thresholdValue: 5,
        duration: '300s',
      },
    },
  ],
  documentation: { content: 'Look at the checkout dashboard.', subject: 'Checkout' },
  notificationChannels: [`projects/${project}/notificationChannels/7`],
  userLabels: { team: 'shop' },
  creationRecord: { mutateTime: '2026-01-05T10:00:00Z', mutatedBy: 'dev@example.com' },
  mutationRecord: { mutateTime: '2026-02-05T10:00:00Z' },
};

const quietPolicy = {
  name: `projects/${project}/alertPolicies/222`,
  displayName: 'Queue depth',
  enabled: true,
  conditions: [{ conditionPrometheusQueryLanguage: { query: 'queue_depth > 100', duration: '60s' } }],
};

const openAlert = {
  name: `projects/${project}/alerts/a1`,
  state: 'OPEN',
  openTime: '2026-11-20T10:00:00Z',
  policy: { name: policy.name },
  resource: { type: 'cloud_run_revision', labels: { service_name: 'checkout' } },
  metric: { type: 'run.googleapis.com/request_count', labels: { response_code_class: '5xx' } },
};

/** The vendor tells the newest point first. */
const timeSeries = {
  metric: { type: 'compute.googleapis.com/instance/cpu/utilization', labels: { instance_name: 'web-1' } },
  resource: { type: 'gce_instance', labels: { zone: 'us-central1-a', instance_id: '4785823467823476' } },
  valueType: 'DOUBLE',
  unit: '10^2.%',
  points: [
    { interval: { startTime: '2026-11-20T10:01:00Z', endTime: '2026-11-20T10:02:00Z' }, value: { doubleValue: 0.5 } },
    { interval: { startTime: '2026-11-20T10:00:00Z', endTime: '2026-11-20T10:01:00Z' }, value: { doubleValue: 'NaN' } },
  ],
};

const descriptor = {
  name: `projects/${project}/metricDescriptors/compute.googleapis.com/instance/cpu/utilization`,
  type: 'compute.googleapis.com/instance/cpu/utilization',
  description: 'Share of the allocated processors that is used.',
  metricKind: 'GAUGE',
  valueType: 'DOUBLE',
  unit: '10^2.%',
  labels: [{ key: 'instance_name', valueType: 'STRING' }],
};

const entries = [
  {
    timestamp: '2026-11-20T10:00:01.5Z',
    insertId: 'a1',
    logName: `projects/${project}/logs/run.googleapis.com%2Fstdout`,
    severity: 'ERROR',
    jsonPayload: { message: 'payment failed', code: 502, retry: { count: 3, last: null }, tags: ['a', 'b'] },
    trace: `projects/${project}/traces/4bf92f3577b34da6a3ce929d0e0e4736`,
    spanId: '00f067aa0ba902b7',
    labels: { 'compute.googleapis.com/resource_name': 'web-1' },
    resource: { type: 'cloud_run_revision', labels: { service_name: 'checkout' } },
    sourceLocation: { file: 'pay.ts', line: '41', function: 'pay' },
  },
  {
    timestamp: '2026-11-20T10:00:00Z',
    insertId: 'a2',
    logName: `projects/${project}/logs/run.googleapis.com%2Frequests`,
    httpRequest: { requestMethod: 'POST', requestUrl: 'https://shop.example/pay', status: 502, latency: '1.2s' },
  },
  {
    timestamp: '2026-11-20T09:59:59Z',
    insertId: 'a3',
    logName: `projects/${project}/logs/syslog`,
    textPayload: 'started',
  },
];

export const observabilityAnswers = {
  'monitoring.projects.timeSeries.list': { timeSeries: [timeSeries] },
  'monitoring.projects.metricDescriptors.list': { metricDescriptors: [descriptor] },
  'monitoring.projects.alertPolicies.list': { alertPolicies: [policy, quietPolicy] },
  'monitoring.projects.alerts.list': { alerts: [openAlert] },
  'monitoring.projects.location.prometheus.api.v1.query': {
    status: 'success',
    data: { resultType: 'vector', result: [{ metric: { __name__: 'up', job: 'api' }, value: [1_795_000_000, '1'] }] },
  },
  'monitoring.projects.location.prometheus.api.v1.query_range': {
    status: 'success',
    data: {
      resultType: 'matrix',
      result: [
        {
          metric: { __name__: 'up', job: 'api' },
          values: [
            [1_795_000_000, '1'],
            [1_795_000_060, '+Inf'],
          ],
        },
      ],
    },
  },
  'logging.entries.list': { entries },
  'logging.projects.logs.list': {
    logNames: [`projects/${project}/logs/run.googleapis.com%2Fstdout`, `projects/${project}/logs/syslog`],
  },
};

const lastDay = { from: 'now-1d', to: 'now' };
const gcpFilter = { dialect: 'gcp-filter', filter: 'metric.type = "compute.googleapis.com/instance/cpu/utilization"' };

export const observabilityQuestions: Exemplar['questions'] = {
  'logs.listSources': [{}],
  'logs.search': [{ query: { dialect: 'gcp-logging', text: 'severity>=ERROR' }, window: lastDay }],
  'metrics.list': [{}],
  'metrics.query': [
    { query: { dialect: 'promql', text: 'up' } },
    { query: { dialect: 'promql', text: 'up' }, window: lastDay },
    { query: gcpFilter, window: lastDay },
  ],
  'monitors.list': [{}],
};
