/** What AWS answers to the questions about metrics, alarms, logs, services and objectives when all is well. */
import type { Answers } from './aws-fake.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';

const at = new Date('2026-11-20T10:00:00Z');
const account = 'arn:aws:cloudwatch:eu-west-1:123456789012';

const service = { Type: 'Service', Name: 'checkout', Environment: 'eks:prod/shop' };
const slo = 'arn:aws:application-signals:eu-west-1:123456789012:slo/checkout-latency';

export const observabilityAnswers: Answers = {
  'cloudwatch:GetMetricData': ({ MetricDataQueries, NextToken }) => {
    const [first] = MetricDataQueries as readonly { Id: string }[];
    const isSecond = NextToken !== undefined;
    return {
      MetricDataResults: [
        {
          Id: first?.Id,
          Label: 'CPUUtilization',
          Timestamps: [new Date(at.getTime() + (isSecond ? 60_000 : 0))],
          Values: [isSecond ? 43.5 : 41.25],
          StatusCode: isSecond ? 'Complete' : 'PartialData',
        },
      ],
      ...(!isSecond && { NextToken: 'page-2' }),
    };
  },
  'cloudwatch:DescribeAlarms': ({ NextToken }) => ({
    MetricAlarms: [
      {
        AlarmName: NextToken === undefined ? 'high-cpu' : 'high-memory',
        AlarmArn: `${account}:alarm:high-${NextToken === undefined ? 'cpu' : 'memory'}`,
        AlarmDescription: 'Too busy.',
        AlarmConfigurationUpdatedTimestamp: at,
        ActionsEnabled: true,
        AlarmActions: ['arn:aws:sns:eu-west-1:123456789012:oncall'],
        OKActions: ['arn:aws:sns:eu-west-1:123456789012:oncall'],
        InsufficientDataActions: [],
        StateValue: 'ALARM',
        StateReason: 'Threshold crossed: 2 datapoints were greater than the threshold (80.0).',
        StateUpdatedTimestamp: at,
        StateTransitionedTimestamp: at,
        MetricName: 'CPUUtilization',
        Namespace: 'AWS/EC2',
        Statistic: 'Average',
        Dimensions: [{ Name: 'InstanceId', Value: 'i-0abc' }],
        Period: 300,
        EvaluationPeriods: 3,
        DatapointsToAlarm: 2,
        Threshold: 80,
        ComparisonOperator: 'GreaterThanThreshold',
      },
    ],
    CompositeAlarms: [],
    ...(NextToken === undefined && { NextToken: 'page-2' }),
  }),
  'logs:FilterLogEvents': ({ nextToken }) => ({
    events: [
      {
        logStreamName: 'pod-1',
        timestamp: at.getTime(),
        message: nextToken === undefined ? 'ERROR out of memory' : 'ERROR killed',
        ingestionTime: at.getTime() + 500,
        eventId: nextToken === undefined ? '3891' : '3892',
      },
    ],
    ...(nextToken === undefined && { nextToken: 'page-2' }),
  }),
  'logs:DescribeLogGroups': ({ nextToken }) => ({
    logGroups: [
      {
        logGroupName: nextToken === undefined ? '/aws/lambda/checkout' : '/aws/lambda/payments',
        creationTime: at.getTime(),
        retentionInDays: 14,
        storedBytes: 1024,
        kmsKeyId: 'arn:aws:kms:eu-west-1:123456789012:key/1234abcd',
        logGroupClass: 'STANDARD',
      },
    ],
    ...(nextToken === undefined && { nextToken: 'page-2' }),
  }),
  'logs:StartQuery': () => ({ queryId: '12ab3456-12ab-123a-789e-1234567890ab' }),
  'logs:GetQueryResults': ({ nextToken }) => ({
    status: 'Complete',
    results: [
      [
        { field: 'level', value: nextToken === undefined ? 'ERROR' : 'WARN' },
        { field: 'count(*)', value: '42' },
        { field: '@ptr', value: 'CmEKKgomNzg' },
      ],
    ],
    statistics: { recordsMatched: 42, recordsScanned: 1000, bytesScanned: 65_536 },
    ...(nextToken === undefined && { nextToken: 'page-2' }),
  }),
  'application-signals:ListServices': ({ NextToken }) => ({
    StartTime: at,
    EndTime: at,
    ServiceSummaries: [
      {
        KeyAttributes: NextToken === undefined ? service : { ...service, Name: 'payments' },
        AttributeMaps: [{ PlatformType: 'AWS::EKS', 'EKS.Cluster': 'prod' }, { 'Telemetry.SDK': 'opentelemetry' }],
        MetricReferences: [{ Namespace: 'ApplicationSignals', MetricType: 'LATENCY', MetricName: 'Latency' }],
        ServiceGroups: [{ GroupName: 'team', GroupValue: 'shop', GroupSource: 'TAG', GroupIdentifier: 'team#shop' }],
      },
    ],
    ...(NextToken === undefined && { NextToken: 'page-2' }),
  }),
  'application-signals:ListServiceLevelObjectives': ({ NextToken }) => ({
    SloSummaries: [
      {
        Arn: NextToken === undefined ? slo : `${slo}-2`,
        Name: NextToken === undefined ? 'checkout-latency' : 'checkout-latency-2',
        KeyAttributes: service,
        OperationName: 'POST /orders',
        DependencyConfig: {
          DependencyKeyAttributes: { Type: 'Service', Name: 'bank' },
          DependencyOperationName: 'pay',
        },
        CreatedTime: at,
        EvaluationType: 'PeriodBased',
        MetricSourceType: 'ServiceOperation',
      },
    ],
    ...(NextToken === undefined && { NextToken: 'page-2' }),
  }),
  'application-signals:BatchGetServiceLevelObjectiveBudgetReport': () => ({
    Timestamp: at,
    Reports: [
      {
        Arn: slo,
        Name: 'checkout-latency',
        EvaluationType: 'PeriodBased',
        BudgetStatus: 'WARNING',
        Attainment: 99.2,
        TotalBudgetSeconds: 25_920,
        BudgetSecondsRemaining: 5184,
        Sli: {
          SliMetric: {
            KeyAttributes: service,
            OperationName: 'POST /orders',
            MetricType: 'LATENCY',
            MetricDataQueries: [],
          },
          MetricThreshold: 200,
          ComparisonOperator: 'LessThanOrEqualTo',
        },
        Goal: {
          Interval: { RollingInterval: { DurationUnit: 'DAY', Duration: 30 } },
          AttainmentGoal: 99,
          WarningThreshold: 30,
        },
      },
    ],
    Errors: [],
  }),
};

const lastHour = { from: 'now-1h', to: 'now' };

export const observabilityQuestions: Exemplar['questions'] = {
  'metrics.query': [
    {
      query: {
        dialect: 'cloudwatch',
        queries: [
          {
            id: 'cpu',
            metric: {
              namespace: 'AWS/EC2',
              name: 'CPUUtilization',
              dimensions: { InstanceId: 'i-0abc' },
              statistic: 'Average',
              unit: 'Percent',
            },
          },
        ],
      },
      window: lastHour,
    },
    { query: { dialect: 'cloudwatch', queries: [{ id: 'e1', expression: 'SUM(METRICS())' }] }, window: lastHour },
  ],
  'monitors.list': [{}, { states: ['alert'], namePrefix: 'high', limit: 1 }],
  'logs.search': [
    { query: { dialect: 'cloudwatch-filter', source: '/aws/lambda/checkout', text: 'ERROR' }, window: lastHour },
  ],
  'logs.listSources': [{ prefix: '/aws/' }],
  'logs.aggregate': [
    {
      query: { dialect: 'logs-insights', sources: ['/aws/lambda/checkout'], text: 'stats count(*) by level' },
      window: lastHour,
    },
  ],
  'topology.listServices': [{}, { name: 'checkout' }],
  'slos.list': [{}],
  'slos.getBudget': [{ ids: [slo] }],
};
