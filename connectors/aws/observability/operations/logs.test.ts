import { describe, expect, test } from 'vitest';
import { AwsError } from '../../upstream/aws-fake.ts';
import { useAws } from '../../upstream/use-aws.ts';

const aws = useAws();

const window = { from: '2026-11-20T09:00:00Z', to: '2026-11-20T10:00:00Z' };
const sent = (at = 0): Readonly<Record<string, unknown>> => aws.inputs[at] ?? {};

describe('logs.search', () => {
  const query = { dialect: 'cloudwatch-filter', source: '/aws/lambda/checkout', text: 'ERROR', streamPrefix: 'pod' };

  test('returns lines with their stream, and asks for the newest first', async () => {
    const result = await aws.result('logs.search', { query, window, limit: 1 });
    expect(result.data).toEqual({
      region: 'eu-west-1',
      lines: [
        { time: '2026-11-20T10:00:00.000Z', message: 'ERROR out of memory', id: '3891', source: 'pod-1', labels: {} },
      ],
    });
    expect(sent()).toEqual({
      logGroupIdentifier: '/aws/lambda/checkout',
      logStreamNamePrefix: 'pod',
      filterPattern: 'ERROR',
      startTime: 1_795_165_200_000,
      endTime: 1_795_168_800_000,
      startFromHead: false,
      limit: 1,
    });
  });

  test('walks empty pages, and after ten of them lets the caller go on', async () => {
    aws.answerWith({ 'logs:FilterLogEvents': () => ({ events: [], nextToken: 'further' }) });
    const result = await aws.result('logs.search', { query, window });
    expect(result).toMatchObject({ truncated: true, upstreamCalls: 10, data: { lines: [] } });
    expect(result.because).toContain('continue with nextCursor');
    expect(sent(9)).toMatchObject({ nextToken: 'further' });
  });

  test('every line is asked for without a pattern', async () => {
    await aws.result('logs.search', { query: { ...query, text: '' }, window, order: 'oldest_first' });
    expect(sent()).not.toHaveProperty('filterPattern');
    expect(sent()).toMatchObject({ startFromHead: true });
  });

  test('lines from before 2024 are read from the oldest on only', async () => {
    const old = { from: '2023-12-30T00:00:00Z', to: '2024-01-02T00:00:00Z' };
    expect(await aws.fault('logs.search', { query, window: old })).toMatchObject({
      code: 'invalid_arguments',
      data: { field: 'order' },
    });
    expect(aws.actions).toEqual([]);
    expect((await aws.result('logs.search', { query, window: old, order: 'oldest_first' })).complete).toBe(true);
  });
});

describe('logs.listSources', () => {
  test('returns log groups with their retention', async () => {
    const result = await aws.result('logs.listSources', { prefix: '/aws/', limit: 1 });
    expect(result.data).toEqual({
      region: 'eu-west-1',
      sources: [
        {
          name: '/aws/lambda/checkout',
          class: 'STANDARD',
          storedBytes: 1024,
          retentionSec: 1_209_600,
          encryptionKeyId: 'arn:aws:kms:eu-west-1:123456789012:key/1234abcd',
          createdAt: '2026-11-20T10:00:00.000Z',
        },
      ],
    });
    expect(sent()).toEqual({ limit: 1, logGroupNamePrefix: '/aws/' });
    const next = await aws.result('logs.listSources', { prefix: '/aws/', limit: 1, cursor: result.nextCursor });
    expect(next.data).toMatchObject({ sources: [{ name: '/aws/lambda/payments' }] });
  });

  test('reads several pages for one answer', async () => {
    const result = await aws.result('logs.listSources', { limit: 1000 });
    expect(result.data).toMatchObject({ sources: [{}, {}] });
    expect(sent()).toMatchObject({ limit: 50 });
  });

  test('refuses a window, by which log groups cannot be filtered', async () => {
    const fault = await aws.fault('logs.listSources', { window: { from: 'now-1h', to: 'now' } });
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'window' } });
    expect(aws.actions).toEqual([]);
  });
});

describe('logs.aggregate', () => {
  const query = { dialect: 'logs-insights', sources: ['/aws/lambda/checkout'], text: 'stats count(*) by level' };
  const ask = { query, window };

  test('starts the query once, reads all its pages and returns what it scanned', async () => {
    const result = await aws.result('logs.aggregate', ask);
    expect(result.data).toEqual({
      region: 'eu-west-1',
      rows: [
        { group: {}, values: { level: 'ERROR', 'count(*)': 42 } },
        { group: {}, values: { level: 'WARN', 'count(*)': 42 } },
      ],
    });
    expect(result).toMatchObject({ complete: true, truncated: false });
    expect(result.cost).toEqual({ scannedBytes: 65_536, scannedLines: 1000, matchedLines: 42 });
    expect(sent()).toEqual({
      logGroupIdentifiers: ['/aws/lambda/checkout'],
      startTime: 1_795_165_200,
      endTime: 1_795_168_800,
      queryString: 'stats count(*) by level',
      limit: 1001,
    });
    expect(aws.actions).toEqual(['logs:StartQuery', 'logs:GetQueryResults', 'logs:GetQueryResults']);
  });

  test('waits while the query runs', async () => {
    const states = ['Scheduled', 'Running', 'Unknown', 'Complete'];
    aws.answerWith({ 'logs:GetQueryResults': () => ({ status: states.shift(), results: [] }) });
    const result = await aws.result('logs.aggregate', ask);
    expect(aws.clock.waits).toEqual([500, 750, 1125, 1687.5]);
    expect(result.because).toMatch(/^The read was allowed, and no line matched/u);
  });

  test('says that there are more rows than wanted', async () => {
    const result = await aws.result('logs.aggregate', { ...ask, limit: 1 });
    expect(result).toMatchObject({ truncated: true, data: { rows: [{ values: { level: 'ERROR' } }] } });
  });

  test('returns texts that only look like numbers unchanged', async () => {
    const fields = Object.entries({ id: '007', big: '12345678901234567890', rate: '0.5', at: '', sign: '+1' });
    const row = fields.map(([field, value]) => ({ field, value }));
    aws.answerWith({ 'logs:GetQueryResults': () => ({ status: 'Complete', results: [row] }) });
    expect((await aws.result('logs.aggregate', ask)).data).toMatchObject({
      rows: [{ values: { id: '007', big: '12345678901234567890', rate: 0.5, at: '', sign: '+1' } }],
    });
  });

  test('a query that runs on is not waited for longer, and cannot be stopped', async () => {
    aws.answerWith({ 'logs:GetQueryResults': () => ({ status: 'Running' }) });
    const fault = await aws.fault('logs.aggregate', ask);
    expect(fault).toMatchObject({ code: 'cap_exceeded', data: { limit: '110 seconds' } });
    expect(fault.remedy).toContain('continues in AWS and is billed');
  });

  test.each([
    ['Failed', 'upstream_down'],
    ['Cancelled', 'upstream_down'],
    ['Timeout', 'cap_exceeded'],
  ])('a query that ended as %s is %s', async (status, code) => {
    aws.answerWith({ 'logs:GetQueryResults': () => ({ status }) });
    expect((await aws.fault('logs.aggregate', ask)).code).toBe(code);
  });

  test('an error of the query language reaches the caller', async () => {
    aws.answerWith({
      'logs:StartQuery': () => new AwsError(400, 'MalformedQueryException: unexpected symbol found x at line 1'),
    });
    const fault = await aws.fault('logs.aggregate', ask);
    expect(fault).toMatchObject({ code: 'invalid_arguments' });
    expect(fault.remedy).toContain('unexpected symbol found x');
    expect(aws.upstream.calls).toHaveLength(1);
  });

  test('is started once, whatever comes back', async () => {
    aws.upstream.answerWith({ status: 503, body: '' });
    expect((await aws.fault('logs.aggregate', ask)).code).toBe('upstream_down');
    expect(aws.upstream.calls).toHaveLength(1);
  });

  test('never asks to see what a data protection policy hides', async () => {
    const fault = await aws.fault('logs.aggregate', {
      ...ask,
      query: { ...query, text: 'fields UnMask(@message) | limit 5' },
    });
    expect(fault).toMatchObject({ code: 'refused', data: { rule: 'logs_unmask' } });
    expect(aws.actions).toEqual([]);
  });
});
