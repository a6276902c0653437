/** What metrics, logs and alerting policies are told as. */
import { describe, expect, test } from 'vitest';
import { faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { bodyOf, vendorError } from '../upstream/agent.ts';
import { observabilityAnswers } from '../upstream/answers/observability.ts';
import { openAnswering, openGcp, testAnswers } from '../upstream/use-gcp.ts';

testAnswers([
  [
    'metrics.query',
    { query: { dialect: 'promql', text: 'up' }, window: { from: 'now-1d', to: 'now' }, stepSec: 60 },
    {
      series: [
        {
          labels: { __name__: 'up', job: 'api' },
          points: [
            [1795000000, 1],
            [1795000060, '+Inf'],
          ],
        },
      ],
      stepSec: 60,
    },
  ],
  [
    'metrics.query',
    {
      query: { dialect: 'gcp-filter', filter: 'metric.type = "compute.googleapis.com/instance/cpu/utilization"' },
      window: { from: 'now-1d', to: 'now' },
    },
    {
      series: [
        {
          labels: {
            metric: 'compute.googleapis.com/instance/cpu/utilization',
            resource: 'gce_instance',
            'resource.zone': 'us-central1-a',
            'resource.instance_id': '4785823467823476',
            'metric.instance_name': 'web-1',
          },
          unit: '10^2.%',
          points: [
            [1795168860, 'NaN'],
            [1795168920, 0.5],
          ],
        },
      ],
    },
  ],
  [
    'metrics.list',
    {},
    {
      metrics: [
        {
          name: 'compute.googleapis.com/instance/cpu/utilization',
          type: 'GAUGE DOUBLE',
          unit: '10^2.%',
          meaning: 'Share of the allocated processors that is used.',
          labels: ['instance_name'],
        },
      ],
    },
  ],
  [
    'monitors.list',
    {},
    {
      monitors: [
        {
          id: 'projects/acme-prod/alertPolicies/111',
          name: 'Checkout errors',
          kind: 'threshold',
          state: 'alert',
          stateSince: '2026-11-20T10:00:00.000Z',
          isEnabled: true,
          severity: 'CRITICAL',
          condition: 'metric.type = "run.googleapis.com/request_count" COMPARISON_GT 5',
          threshold: 5,
          holdsForSec: 300,
          message: 'Look at the checkout dashboard.',
          notifies: ['projects/acme-prod/notificationChannels/7'],
          labels: { team: 'shop' },
          alerts: [
            {
              state: 'active',
              labels: { service_name: 'checkout', response_code_class: '5xx' },
              since: '2026-11-20T10:00:00.000Z',
              silencedBy: [],
              receivers: [],
            },
          ],
          createdAt: '2026-01-05T10:00:00.000Z',
          modifiedAt: '2026-02-05T10:00:00.000Z',
          createdBy: 'dev@example.com',
        },
        {
          id: 'projects/acme-prod/alertPolicies/222',
          name: 'Queue depth',
          kind: 'promql',
          state: 'ok',
          isEnabled: true,
          condition: 'queue_depth > 100',
          holdsForSec: 60,
          notifies: [],
          labels: {},
          alerts: [],
        },
      ],
    },
  ],
  [
    'logs.search',
    { query: { dialect: 'gcp-logging', text: 'severity>=ERROR' }, window: { from: 'now-1d', to: 'now' } },
    {
      lines: [
        {
          time: '2026-11-20T10:00:01.500Z',
          message: 'payment failed',
          id: 'a1',
          severity: 'ERROR',
          source: 'projects/acme-prod/logs/run.googleapis.com%2Fstdout',
          host: 'web-1',
          traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
          spanId: '00f067aa0ba902b7',
          labels: { 'compute.googleapis.com/resource_name': 'web-1', 'resource.service_name': 'checkout' },
          attributes: {
            'jsonPayload.message': 'payment failed',
            'jsonPayload.code': 502,
            'jsonPayload.retry.count': 3,
            'jsonPayload.tags.0': 'a',
            'jsonPayload.tags.1': 'b',
            'sourceLocation.file': 'pay.ts',
            'sourceLocation.line': '41',
            'sourceLocation.function': 'pay',
          },
        },
        {
          time: '2026-11-20T10:00:00.000Z',
          message: 'POST https://shop.example/pay 502',
          id: 'a2',
          source: 'projects/acme-prod/logs/run.googleapis.com%2Frequests',
          labels: {},
          attributes: {
            'httpRequest.requestMethod': 'POST',
            'httpRequest.requestUrl': 'https://shop.example/pay',
            'httpRequest.status': 502,
            'httpRequest.latency': '1.2s',
          },
        },
        {
          time: '2026-11-20T09:59:59.000Z',
          message: 'started',
          id: 'a3',
          source: 'projects/acme-prod/logs/syslog',
          labels: {},
        },
      ],
    },
  ],
  [
    'logs.listSources',
    {},
    {
      sources: [
        { name: 'projects/acme-prod/logs/run.googleapis.com%2Fstdout' },
        { name: 'projects/acme-prod/logs/syslog' },
      ],
    },
  ],
]);

describe("a question in the vendor's own filter", () => {
  const query = {
    dialect: 'gcp-filter',
    filter: 'metric.type = "x"',
    aggregation: { aligner: 'ALIGN_MEAN', reducer: 'REDUCE_SUM', groupBy: ['resource.labels.zone', 'metric.labels.a'] },
  };
  const [series] = observabilityAnswers['monitoring.projects.timeSeries.list'].timeSeries;

  test('is aligned to the step', async () => {
    const gcp = await openGcp();
    const result = resultIn(await gcp.agent.ask('metrics.query', { query, window: { from: 'now-1h', to: 'now' } }));
    expect(result.data).toMatchObject({ stepSec: 60 });
    const sent = gcp.upstream.calls.at(-1)?.query;
    expect(sent?.get('aggregation.alignmentPeriod')).toBe('60s');
    expect(sent?.getAll('aggregation.groupByFields')).toEqual(['resource.labels.zone', 'metric.labels.a']);
    expect(gcp.google.problems).toEqual([]);
  });

  test('joins the pages of one series, and puts the oldest point first', async () => {
    const later = {
      ...series,
      points: [{ interval: { endTime: '2026-11-20T09:59:00Z' }, value: { int64Value: '7' } }],
    };
    const gcp = await openAnswering({
      'monitoring.projects.timeSeries.list': (call) =>
        call.query.get('pageToken') === 'p2' ? { timeSeries: [later] } : { timeSeries: [series], nextPageToken: 'p2' },
    });
    const result = resultIn(await gcp.agent.ask('metrics.query', { query, window: { from: 'now-1h', to: 'now' } }));
    const { series: told } = result.data as { series: { points: [number, unknown][] }[] };
    expect(told.map(({ points }) => points.map(([, value]) => value))).toEqual([[7, 'NaN', 0.5]]);
  });

  test('of a metric that holds texts is refused', async () => {
    const gcp = await openAnswering({
      'monitoring.projects.timeSeries.list': {
        timeSeries: [
          { ...series, points: [{ interval: { endTime: '2026-11-20T09:59:00Z' }, value: { stringValue: 'x' } }] },
        ],
      },
    });
    expect(faultIn(await gcp.agent.ask('metrics.query', { query, window: { from: 'now-1h', to: 'now' } })).code).toBe(
      'invalid_arguments',
    );
  });

  test('that the vendor does not understand is answered with its own reason', async () => {
    const gcp = await openAnswering({
      'monitoring.projects.timeSeries.list': vendorError(400, 'Field filter had an invalid value of "x".'),
    });
    const fault = faultIn(await gcp.agent.ask('metrics.query', { query, window: { from: 'now-1h', to: 'now' } }));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'query' } });
    expect(fault.remedy).toContain('Field filter had an invalid value');
  });
});

test.each([
  ['metrics.list', { match: ['up'] }, 'match'],
  ['metrics.list', { tagFilter: 'a:b' }, 'tagFilter'],
  ['metrics.list', { window: { from: '2026-01-01T00:00:00Z', to: '2026-01-01T10:00:00Z' } }, 'window'],
  ['monitors.list', { region: 'us-central1' }, 'region'],
  ['monitors.list', { query: { dialect: 'datadog', text: 'x' } }, 'query'],
  ['logs.listSources', { region: 'us-central1' }, 'region'],
  ['logs.listSources', { window: { from: 'now-1h', to: 'now' } }, 'window'],
  [
    'logs.search',
    { query: { dialect: 'logql', text: '{a="b"}' }, window: { from: 'now-1h', to: 'now' } },
    'query.dialect',
  ],
])('%s refuses %j, which the vendor cannot tell, before it asks', async (name, args, field) => {
  const gcp = await openGcp();
  expect(faultIn(await gcp.agent.ask(name, args))).toMatchObject({ code: 'invalid_arguments', data: { field } });
  expect(gcp.upstream.calls).toEqual([]);
});

test('too many points are refused before anything is asked', async () => {
  const gcp = await openGcp();
  const args = { query: { dialect: 'promql', text: 'up' }, window: { from: 'now-30d', to: 'now' }, stepSec: 60 };
  expect(faultIn(await gcp.agent.ask('metrics.query', args)).code).toBe('cap_exceeded');
  expect(gcp.upstream.calls).toEqual([]);
});

describe('logs', () => {
  const window = { from: '2026-11-20T09:00:00Z', to: '2026-11-20T10:00:00Z' };

  test('are searched within the window, whatever the filter ends with', async () => {
    const gcp = await openGcp();
    resultIn(
      await gcp.agent.ask('logs.search', { query: { dialect: 'gcp-logging', text: 'severity>=ERROR -- or' }, window }),
    );
    expect(bodyOf(gcp.upstream.calls.at(-1)!)).toEqual({
      resourceNames: ['projects/acme-prod'],
      filter:
        '(severity>=ERROR -- or\n) AND timestamp >= "2026-11-20T09:00:00.000Z" AND timestamp <= "2026-11-20T10:00:00.000Z"',
      orderBy: 'timestamp desc',
      pageSize: 100,
    });
  });

  test('that are not there say what may be hidden', async () => {
    const gcp = await openAnswering({ 'logging.entries.list': {} });
    const result = resultIn(await gcp.agent.ask('logs.search', { query: { dialect: 'gcp-logging' }, window }));
    expect(result.because).toContain('roles/logging.privateLogViewer');
  });

  test('are listed by the name that people write', async () => {
    const gcp = await openGcp();
    const result = resultIn(await gcp.agent.ask('logs.listSources', { prefix: 'run.googleapis.com/' }));
    expect((result.data as { sources: unknown[] }).sources).toHaveLength(1);
  });

  test('a minute with too many reads is waited for', async () => {
    const gcp = await openAnswering({
      'logging.entries.list': {
        error: { code: 403, message: 'Quota exceeded', errors: [{ reason: 'rateLimitExceeded' }] },
      },
    });
    const fault = faultIn(await gcp.agent.ask('logs.search', { query: { dialect: 'gcp-logging' }, window }));
    expect(fault).toMatchObject({ code: 'rate_limited', data: { retryAfterSec: 60 } });
  });
});

test('alerting policies are told without their state, when open alerts may not be read', async () => {
  const gcp = await openAnswering({
    'monitoring.projects.alerts.list': vendorError(403, 'The caller does not have permission'),
  });
  const result = resultIn(await gcp.agent.ask('monitors.list', {}));
  expect(result).toMatchObject({
    complete: false,
    because: expect.stringContaining('monitoring.alerts.list') as string,
  });
  expect((result.data as { monitors: { state: string }[] }).monitors.map(({ state }) => state)).toEqual([
    'unknown',
    'unknown',
  ]);
});

test.each([
  [{ states: ['alert'] }, ['Checkout errors']],
  [{ namePrefix: 'Queue' }, ['Queue depth']],
  [{ labels: [{ key: 'team', value: 'shop' }] }, ['Checkout errors']],
])('%j selects alerting policies', async (args, names) => {
  const gcp = await openGcp();
  const result = resultIn(await gcp.agent.ask('monitors.list', args));
  expect((result.data as { monitors: { name: string }[] }).monitors.map(({ name }) => name)).toEqual(names);
});
