import { describe, expect, test } from 'vitest';
import { AwsError } from '../../upstream/aws-fake.ts';
import { useAws } from '../../upstream/use-aws.ts';

const aws = useAws();

const cpu = {
  id: 'cpu',
  metric: {
    namespace: 'AWS/EC2',
    name: 'CPUUtilization',
    dimensions: { InstanceId: 'i-0abc' },
    statistic: 'Average',
    unit: 'Percent',
  },
};
const window = { from: '2026-11-20T09:00:00Z', to: '2026-11-20T10:00:00Z' };
const asked = (changed: object = {}): object => ({
  query: { dialect: 'cloudwatch', queries: [cpu] },
  window,
  ...changed,
});
const queries = (...all: object[]): object => ({ dialect: 'cloudwatch', queries: all });
const sent = (at = 0): Readonly<Record<string, unknown>> => aws.inputs[at] ?? {};
const answerWith = (...results: object[]): void =>
  aws.answerWith({ 'cloudwatch:GetMetricData': () => ({ MetricDataResults: results }) });

describe('metrics.query', () => {
  test('joins the pages of a series, oldest first, with the labels that were asked for', async () => {
    const result = await aws.result('metrics.query', asked());
    expect(result.data).toEqual({
      region: 'eu-west-1',
      stepSec: 60,
      series: [
        {
          query: 'cpu',
          name: 'CPUUtilization',
          labels: { InstanceId: 'i-0abc' },
          unit: 'Percent',
          points: [
            [1_795_168_800, 41.25],
            [1_795_168_860, 43.5],
          ],
        },
      ],
    });
    expect(result).toMatchObject({ complete: true, truncated: false, upstreamCalls: 2 });
    expect(result.because).toBeUndefined();
  });

  test('asks for the whole window, its end included', async () => {
    await aws.result('metrics.query', asked());
    expect(sent()).toEqual({
      MetricDataQueries: [
        {
          Id: 'cpu',
          ReturnData: true,
          MetricStat: {
            Metric: {
              Namespace: 'AWS/EC2',
              MetricName: 'CPUUtilization',
              Dimensions: [{ Name: 'InstanceId', Value: 'i-0abc' }],
            },
            Period: 60,
            Stat: 'Average',
            Unit: 'Percent',
          },
        },
      ],
      StartTime: 1_795_165_200,
      EndTime: 1_795_168_800.001,
      ScanBy: 'TimestampAscending',
      MaxDatapoints: 50_000,
    });
    expect(sent(1)).toMatchObject({ NextToken: 'page-2' });
  });

  test('gives expressions the step as their period, and leaves operands out of the answer', async () => {
    answerWith({ Id: 'busy', Label: 'busy', Timestamps: [new Date(0)], Values: [1], StatusCode: 'Complete' });
    const busy = { id: 'busy', expression: 'cpu > 80', label: 'busy', accountId: '123456789012' };
    const query = queries({ ...cpu, isReturned: false }, busy);
    const { data } = await aws.result('metrics.query', asked({ query, stepSec: 300 }));
    expect(data).toMatchObject({ series: [{ query: 'busy', name: 'busy', labels: {}, points: [[0, 1]] }] });
    expect(sent()['MetricDataQueries']).toMatchObject([
      { Id: 'cpu', ReturnData: false },
      { Id: 'busy', ReturnData: true, Expression: 'cpu > 80', Period: 300, Label: 'busy', AccountId: '123456789012' },
    ]);
  });

  test('separates the series of one search by their labels, and says when there are more than wanted', async () => {
    const one = (Label: string): object => ({ Id: 's', Label, Timestamps: [new Date(0)], Values: [1] });
    answerWith(one('i-1'), one('i-2'), one('i-3'));
    const query = queries({ id: 's', expression: "SEARCH('{AWS/EC2,InstanceId} CPUUtilization', 'Average')" });
    const result = await aws.result('metrics.query', asked({ query, limit: 2 }));
    expect(result).toMatchObject({ truncated: true, data: { series: [{ name: 'i-1' }, { name: 'i-2' }] } });
  });

  test('names the metrics without a point: absent and silent look the same', async () => {
    answerWith({ Id: 'cpu', Label: 'CPUUtilization', Timestamps: [], Values: [], StatusCode: 'Complete' });
    const result = await aws.result('metrics.query', asked());
    expect(result).toMatchObject({ complete: true, data: { series: [] } });
    expect(result.because).toMatch(/^The read was allowed\. No points in this window in eu-west-1 for: cpu\./u);
  });

  test.each([
    [{ StatusCode: 'Forbidden' }, 'cpu: CloudWatch may not read this metric for this account'],
    [{ StatusCode: 'InternalError' }, 'cpu: CloudWatch failed on this query'],
    [{ StatusCode: 'PartialData' }, 'cpu: CloudWatch held back further points'],
    [
      { StatusCode: 'Complete', Messages: [{ Code: 'ArithmeticError', Value: 'One divided by zero.' }] },
      'ArithmeticError',
    ],
  ])('reports a result that is not whole: %j', async (members, said) => {
    answerWith({ Id: 'cpu', Label: 'CPUUtilization', Timestamps: [new Date(0)], Values: [1], ...members });
    const result = await aws.result('metrics.query', asked());
    expect(result.complete).toBe(false);
    expect(result.because).toContain(said);
  });

  test('returns what CloudWatch says about the request as a whole', async () => {
    aws.answerWith({
      'cloudwatch:GetMetricData': () => ({
        MetricDataResults: [],
        Messages: [{ Code: 'MaxMetricsExceeded', Value: 'More than 500 metrics match.' }],
      }),
    });
    const result = await aws.result('metrics.query', asked());
    expect(result).toMatchObject({ complete: false, because: 'MaxMetricsExceeded: More than 500 metrics match.' });
  });

  test('ends after ten pages and says so', async () => {
    aws.answerWith({ 'cloudwatch:GetMetricData': () => ({ MetricDataResults: [], NextToken: 'more' }) });
    const result = await aws.result('metrics.query', asked());
    expect(result).toMatchObject({ complete: false, upstreamCalls: 10 });
    expect(result.because).toContain('after 10 pages');
  });

  test.each([
    ['now-1h', 60],
    ['now-2d', 600],
    ['now-31d', 9000],
  ])('a window from %s has a step of %i seconds, which CloudWatch stores that long', async (from, stepSec) => {
    answerWith();
    const { data } = await aws.result('metrics.query', asked({ window: { from, to: 'now' } }));
    expect(data).toMatchObject({ stepSec });
  });

  test('an old window has steps of whole hours', async () => {
    answerWith();
    const old = { from: 'now-100d', to: 'now-99d' };
    expect((await aws.result('metrics.query', asked({ window: old }))).data).toMatchObject({ stepSec: 3600 });
  });

  test.each([
    [{ stepSec: 7 }, { code: 'invalid_arguments', data: { field: 'stepSec' } }],
    [{ stepSec: 1, window: { from: 'now-1d', to: 'now' } }, { code: 'cap_exceeded' }],
    [{ query: { dialect: 'promql', text: 'up' } }, { code: 'invalid_arguments', data: { field: 'query.dialect' } }],
  ])('refuses %j before anything is sent', async (changed, fault) => {
    expect(await aws.fault('metrics.query', asked(changed))).toMatchObject(fault);
    expect(aws.actions).toEqual([]);
  });

  test('names a step that would be allowed', async () => {
    const fault = await aws.fault('metrics.query', asked({ stepSec: 1, window: { from: 'now-1d', to: 'now' } }));
    expect(fault.remedy).toBe('Set stepSec to 60 or more, or narrow the window.');
  });

  test('returns what CloudWatch says about the question', async () => {
    aws.answerWith({
      'cloudwatch:GetMetricData': () => new AwsError(400, "ValidationError: Error in expression 'busy': unknown"),
    });
    expect(await aws.fault('metrics.query', asked())).toMatchObject({
      code: 'invalid_arguments',
      remedy: expect.stringContaining("Error in expression 'busy'") as string,
    });
  });
});
