import { describe, expect, test } from 'vitest';
import { useAws } from '../../upstream/use-aws.ts';

const aws = useAws();

const arn = 'arn:aws:cloudwatch:eu-west-1:123456789012:alarm';
const sent = (): Readonly<Record<string, unknown>> => aws.inputs[0] ?? {};
const answerWith = (output: object): void => aws.answerWith({ 'cloudwatch:DescribeAlarms': () => ({ ...output }) });
const at = new Date('2026-11-20T10:00:00Z');

describe('monitors.list', () => {
  test('returns what an alarm on a metric watches, its state and whom it notifies', async () => {
    const result = await aws.result('monitors.list', { limit: 1 });
    expect(result.data).toEqual({
      region: 'eu-west-1',
      monitors: [
        {
          id: `${arn}:high-cpu`,
          name: 'high-cpu',
          kind: 'MetricAlarm',
          state: 'alert',
          providerState: 'ALARM',
          stateReason: 'Threshold crossed: 2 datapoints were greater than the threshold (80.0).',
          stateSince: '2026-11-20T10:00:00.000Z',
          isEnabled: true,
          condition:
            'Average AWS/EC2 CPUUtilization (InstanceId=i-0abc) GreaterThanThreshold 80 for 2 of 3 periods of 300 s',
          threshold: 80,
          holdsForSec: 600,
          message: 'Too busy.',
          notifies: ['arn:aws:sns:eu-west-1:123456789012:oncall'],
          labels: {},
          modifiedAt: '2026-11-20T10:00:00.000Z',
        },
      ],
    });
    expect(sent()).toEqual({ AlarmTypes: ['MetricAlarm', 'CompositeAlarm', 'LogAlarm'], MaxRecords: 1 });
  });

  test('returns alarms on other alarms, silenced ones too', async () => {
    answerWith({
      CompositeAlarms: [
        {
          AlarmName: 'shop',
          AlarmArn: `${arn}:shop`,
          AlarmRule: 'ALARM("high-cpu") OR ALARM("errors")',
          StateValue: 'OK',
          StateUpdatedTimestamp: at,
          ActionsEnabled: false,
          ActionsSuppressedBy: 'Alarm',
        },
      ],
    });
    expect((await aws.result('monitors.list', {})).data).toEqual({
      region: 'eu-west-1',
      monitors: [
        {
          id: `${arn}:shop`,
          name: 'shop',
          kind: 'CompositeAlarm',
          state: 'ok',
          providerState: 'OK',
          stateSince: '2026-11-20T10:00:00.000Z',
          isEnabled: false,
          isSilenced: true,
          condition: 'ALARM("high-cpu") OR ALARM("errors")',
          notifies: [],
          labels: {},
        },
      ],
    });
  });

  test('returns alarms on the results of log queries', async () => {
    answerWith({
      LogAlarms: [
        {
          AlarmName: 'errors',
          AlarmArn: `${arn}:errors`,
          StateValue: 'INSUFFICIENT_DATA',
          ScheduledQueryConfiguration: {
            QueryString: 'filter @message like /ERROR/',
            ScheduledQueryRoleARN: 'arn:aws:iam::123456789012:role/logs',
            ScheduleConfiguration: { ScheduleExpression: 'rate(5 minutes)', StartTimeOffset: 300 },
            AggregationExpression: 'count(*)',
          },
          QueryResultsToEvaluate: 3,
          QueryResultsToAlarm: 2,
          Threshold: 10,
          ComparisonOperator: 'GreaterThanThreshold',
        },
      ],
    });
    expect((await aws.result('monitors.list', {})).data).toMatchObject({
      monitors: [
        {
          kind: 'LogAlarm',
          state: 'no_data',
          threshold: 10,
          condition: 'count(*) GreaterThanThreshold 10 of filter @message like /ERROR/ in 2 of 3 results',
        },
      ],
    });
  });

  test.each([
    [
      'metric math',
      {
        Metrics: [
          { Id: 'e1', Expression: 'm1 / 2' },
          {
            Id: 'm1',
            MetricStat: { Metric: { Namespace: 'Shop', MetricName: 'Orders' }, Period: 60, Stat: 'Sum' },
            ReturnData: false,
          },
        ],
        ComparisonOperator: 'LessThanThreshold',
        Threshold: 5,
        EvaluationPeriods: 2,
      },
      { condition: 'e1 = m1 / 2; m1 = Sum Shop Orders LessThanThreshold 5 for 2 of 2 periods', holdsForSec: 120 },
    ],
    [
      'the band of an anomaly detector',
      {
        Metrics: [{ Id: 'ad1', Expression: 'ANOMALY_DETECTION_BAND(m1)' }],
        ComparisonOperator: 'LessThanLowerOrGreaterThanUpperThreshold',
        ThresholdMetricId: 'ad1',
        EvaluationPeriods: 3,
      },
      { condition: 'ad1 = ANOMALY_DETECTION_BAND(m1) LessThanLowerOrGreaterThanUpperThreshold ad1 for 3 of 3 periods' },
    ],
    [
      'a PromQL query',
      { EvaluationCriteria: { PromQLCriteria: { Query: 'up == 0', PendingPeriod: 300, RecoveryPeriod: 60 } } },
      { condition: 'up == 0', holdsForSec: 300 },
    ],
  ])('returns the condition of an alarm on %s', async (_what, members, monitor) => {
    answerWith({ MetricAlarms: [{ AlarmName: 'a', AlarmArn: `${arn}:a`, StateValue: 'OK', ...members }] });
    expect((await aws.result('monitors.list', {})).data).toMatchObject({ monitors: [monitor] });
  });

  test('asks for one state by its own name, and picks several out itself', async () => {
    await aws.result('monitors.list', { states: ['alert'], namePrefix: 'high', limit: 1 });
    expect(sent()).toMatchObject({ StateValue: 'ALARM', AlarmNamePrefix: 'high' });
    aws.answerWith({});
    const result = await aws.result('monitors.list', { states: ['ok', 'no_data'] });
    expect(sent()).not.toHaveProperty('StateValue');
    expect(result.data).toMatchObject({ monitors: [] });
    expect(result.because).toBe('The read was allowed, and this account has no such alarms in eu-west-1.');
  });

  test.each([
    [{ states: ['warn', 'pending'] }, 'states'],
    [{ labels: [{ key: 'team' }] }, 'labels'],
    [{ query: { dialect: 'datadog', text: 'cpu' } }, 'query'],
  ])('refuses %j before anything is sent', async (args, field) => {
    expect(await aws.fault('monitors.list', args)).toMatchObject({ code: 'invalid_arguments', data: { field } });
    expect(aws.actions).toEqual([]);
  });
});
