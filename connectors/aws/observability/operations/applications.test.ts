import { describe, expect, test } from 'vitest';
import { useAws } from '../../upstream/use-aws.ts';

const aws = useAws();

const slo = 'arn:aws:application-signals:eu-west-1:123456789012:slo/checkout-latency';
const service = { Type: 'Service', Name: 'checkout', Environment: 'eks:prod/shop' };
const widthSec = (): number => (Date.parse(String(sent()['EndTime'])) - Date.parse(String(sent()['StartTime']))) / 1000;
const sent = (): Readonly<Record<string, unknown>> => aws.inputs[0] ?? {};

describe('topology.listServices', () => {
  test('returns services with where they run and what groups them', async () => {
    const result = await aws.result('topology.listServices', {});
    expect(result.data).toEqual({
      region: 'eu-west-1',
      services: [
        {
          name: 'checkout',
          kind: 'Service',
          environment: 'eks:prod/shop',
          languages: [],
          dependsOn: [],
          links: [],
          contacts: [],
          attributes: { PlatformType: 'AWS::EKS', 'EKS.Cluster': 'prod', 'Telemetry.SDK': 'opentelemetry' },
          tags: { team: 'shop' },
        },
      ],
    });
    expect(sent()).toMatchObject({ MaxResults: 100 });
    const next = await aws.result('topology.listServices', { cursor: result.nextCursor });
    expect(next.data).toMatchObject({ services: [{ name: 'payments' }] });
    expect(next.truncated).toBe(false);
  });

  test('searches the pages for one name', async () => {
    const result = await aws.result('topology.listServices', { name: 'payments' });
    expect(result.data).toMatchObject({ services: [{ name: 'payments' }] });
    expect(result.upstreamCalls).toBe(2);
  });

  test('asks for the window that is wanted, or the last day', async () => {
    const window = { from: '2026-11-20T09:00:00Z', to: '2026-11-20T10:00:00Z' };
    await aws.result('topology.listServices', { window });
    expect(widthSec()).toBe(3600);
    aws.answerWith({});
    await aws.result('topology.listServices', {});
    expect(widthSec()).toBe(86_400);
  });

  test('a resource that is no service of its own is returned by its identifier', async () => {
    aws.answerWith({
      'application-signals:ListServices': () => ({
        ServiceSummaries: [
          { KeyAttributes: { Type: 'AWS::Resource', ResourceType: 'AWS::SQS::Queue', Identifier: 'q' } },
        ],
      }),
    });
    expect((await aws.result('topology.listServices', {})).data).toMatchObject({
      services: [{ name: 'q', kind: 'AWS::SQS::Queue', attributes: {}, tags: {} }],
    });
  });
});

describe('slos.list', () => {
  test('returns what each objective is about', async () => {
    const result = await aws.result('slos.list', { limit: 1 });
    expect(result.data).toEqual({
      region: 'eu-west-1',
      slos: [
        {
          id: slo,
          name: 'checkout-latency',
          service,
          operation: 'POST /orders',
          dependency: { service: { Type: 'Service', Name: 'bank' }, operation: 'pay' },
          basis: 'PeriodBased',
          metricSource: 'ServiceOperation',
          createdAt: '2026-11-20T10:00:00.000Z',
        },
      ],
    });
    const next = await aws.result('slos.list', { limit: 1, cursor: result.nextCursor });
    expect(next.data).toMatchObject({ slos: [{ name: 'checkout-latency-2' }] });
  });

  test('an objective of a plain metric has no service', async () => {
    aws.answerWith({
      'application-signals:ListServiceLevelObjectives': () => ({ SloSummaries: [{ Arn: slo, Name: 'plain' }] }),
    });
    expect((await aws.result('slos.list', {})).data).toEqual({
      region: 'eu-west-1',
      slos: [{ id: slo, name: 'plain', service: {} }],
    });
  });
});

describe('slos.getBudget', () => {
  const answerWith = (output: object): void =>
    aws.answerWith({
      'application-signals:BatchGetServiceLevelObjectiveBudgetReport': () => ({
        Timestamp: new Date('2026-11-20T10:00:00Z'),
        Reports: [],
        Errors: [],
        ...output,
      }),
    });

  test('returns attainment and what is left of the budget', async () => {
    const result = await aws.result('slos.getBudget', { ids: [slo], at: '2026-11-20T10:00:00Z' });
    expect(result.data).toEqual({
      region: 'eu-west-1',
      at: '2026-11-20T10:00:00.000Z',
      budgets: [
        {
          id: slo,
          name: 'checkout-latency',
          status: 'warning',
          basis: 'PeriodBased',
          attainmentPercent: 99.2,
          goalPercent: 99,
          warningPercent: 30,
          interval: { kind: 'rolling', count: 30, unit: 'day' },
          budgetSec: 25_920,
          remainingSec: 5184,
          indicator: {
            service,
            operation: 'POST /orders',
            metricType: 'LATENCY',
            comparison: 'LessThanOrEqualTo',
            threshold: 200,
          },
        },
      ],
      failures: [],
    });
    expect(sent()).toEqual({ SloIds: [slo], Timestamp: 1_795_168_800 });
  });

  test('returns objectives over requests and calendar intervals, spent budgets too', async () => {
    answerWith({
      Reports: [
        {
          Arn: slo,
          Name: 'errors',
          EvaluationType: 'RequestBased',
          BudgetStatus: 'BREACHED',
          TotalBudgetRequests: 100,
          BudgetRequestsRemaining: -7,
          RequestBasedSli: {
            RequestBasedSliMetric: {
              KeyAttributes: service,
              TotalRequestCountMetric: [],
              MonitoredRequestCountMetric: { BadCountMetric: [] },
            },
          },
          Goal: {
            Interval: {
              CalendarInterval: { StartTime: new Date('2026-11-01T00:00:00Z'), DurationUnit: 'MONTH', Duration: 1 },
            },
          },
        },
      ],
    });
    expect((await aws.result('slos.getBudget', { ids: [slo] })).data).toMatchObject({
      budgets: [
        {
          status: 'breached',
          budgetRequests: 100,
          remainingRequests: -7,
          interval: { kind: 'calendar', count: 1, unit: 'month', startsAt: '2026-11-01T00:00:00.000Z' },
          indicator: { service },
        },
      ],
    });
  });

  test('returns the objectives whose report is refused beside the others', async () => {
    answerWith({
      Errors: [{ Name: 'absent', Arn: `${slo}-absent`, ErrorCode: 'ResourceNotFound', ErrorMessage: 'No such SLO.' }],
    });
    const result = await aws.result('slos.getBudget', { ids: [`${slo}-absent`] });
    expect(result).toMatchObject({ complete: false, because: '1 of 1 reports could not be read: see failures.' });
    expect(result.data).toMatchObject({
      budgets: [],
      failures: [{ id: `${slo}-absent`, code: 'ResourceNotFound', message: 'No such SLO.' }],
    });
  });
});
