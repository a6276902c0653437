import { describe, expect, test } from 'vitest';
import { encodeCursor } from '../../../../src/connector/cursor.ts';
import type { Answers } from '../../upstream/aws-fake.ts';
import { storeId } from '../../upstream/audit.ts';
import { useAws } from '../../upstream/use-aws.ts';

const question = { sql: `SELECT eventName, count(*) AS n FROM ${storeId} GROUP BY eventName` };
const queryId = '9f8e7d6c-5555-4444-8333-222211110000';

const aws = useAws();

const sent = (at = 0): Readonly<Record<string, unknown>> => aws.inputs[at] ?? {};
const describedAs = (output: object): Answers => ({ 'cloudtrail:DescribeQuery': () => ({ ...output }) });

describe('audit.runLakeQuery', () => {
  test('returns rows, and what was matched, scanned and billed', async () => {
    const result = await aws.result('audit.runLakeQuery', question);
    expect(result.data).toEqual({
      region: 'eu-west-1',
      queryId,
      columns: ['eventName', 'n'],
      rows: [{ eventName: 'PutObject', n: '7' }],
      totalRows: 2,
      matchedEvents: 2,
      scannedEvents: 5000,
      scannedBytes: 2_000_000,
      tookSec: 2.5,
    });
    expect(result).toMatchObject({ complete: true, truncated: true, cost: { scannedBytes: 2_000_000 } });
    expect(aws.actions).toEqual(['cloudtrail:StartQuery', 'cloudtrail:DescribeQuery', 'cloudtrail:GetQueryResults']);
    expect(sent(0)).toEqual({ QueryStatement: question.sql });
    expect(sent(2)).toEqual({ QueryId: queryId, MaxQueryResults: 100 });
  });

  test('reads the page after without starting anything, and bills it once', async () => {
    const { nextCursor: cursor } = await aws.result('audit.runLakeQuery', question);
    aws.answerWith({});
    const result = await aws.result('audit.runLakeQuery', { ...question, cursor });
    expect(result).toMatchObject({ truncated: false, data: { rows: [{ eventName: 'GetObject' }] } });
    expect(result.cost).toBeUndefined();
    expect(aws.actions).toEqual(['cloudtrail:GetQueryResults']);
    expect(sent(0)).toMatchObject({ NextToken: 'page-2' });
  });

  test('hands a query that runs on to the next question, which waits for it', async () => {
    aws.answerWith(describedAs({ QueryStatus: 'RUNNING' }));
    const first = await aws.result('audit.runLakeQuery', question);
    expect(first).toMatchObject({ complete: false, truncated: true, data: { queryId, rows: [] } });
    aws.answerWith({});
    const second = await aws.result('audit.runLakeQuery', { ...question, cursor: first.nextCursor });
    expect(second.data).toMatchObject({ rows: [{ eventName: 'PutObject' }] });
    expect(aws.actions).toEqual(['cloudtrail:DescribeQuery', 'cloudtrail:GetQueryResults']);
  });

  test('says of no rows that the query ran to its end', async () => {
    aws.answerWith({ 'cloudtrail:GetQueryResults': () => ({ QueryStatus: 'FINISHED' }) });
    const result = await aws.result('audit.runLakeQuery', question);
    expect(result.data).toMatchObject({ columns: [], rows: [] });
    expect(result.because).toContain('allowed and ran to its end');
  });

  test('separates columns of one name', async () => {
    aws.answerWith({ 'cloudtrail:GetQueryResults': () => ({ QueryResultRows: [[{ n: '1' }, { n: '2' }]] }) });
    const { data } = await aws.result('audit.runLakeQuery', question);
    expect(data).toMatchObject({ columns: ['n', 'n_2'], rows: [{ n: '1', n_2: '2' }] });
  });

  test.each([
    [{ QueryStatus: 'TIMED_OUT' }, 'cap_exceeded'],
    [{ QueryStatus: 'CANCELLED' }, 'upstream_down'],
    [{ QueryStatus: 'FAILED', ErrorMessage: 'line 1:8: Column x cannot be resolved' }, 'invalid_arguments'],
    [{ QueryStatus: 'FAILED', ErrorMessage: 'Access denied to the kms key of the store' }, 'permission_missing'],
    [{}, 'upstream_changed'],
  ])('ended as %j is %s', async (output, code) => {
    aws.answerWith(describedAs(output));
    expect((await aws.fault('audit.runLakeQuery', question)).code).toBe(code);
  });

  test.each([
    `DELETE FROM ${storeId}`,
    'SELECT * FROM some_table',
    `SELECT * FROM ${storeId}; SELECT 1`,
    `CREATE TABLE t AS SELECT * FROM ${storeId}`,
  ])('refuses before anything is sent: %s [C-AWS-14]', async (sql) => {
    const fault = await aws.fault('audit.runLakeQuery', { sql });
    expect(fault.code).toBe('refused');
    expect(aws.actions).toEqual([]);
  });

  test('refuses the rows of a query that somebody else started', async () => {
    const about = ['audit.runLakeQuery', 'eu-west-1', { ...question, limit: 100 }];
    const cursor = encodeCursor(about, JSON.stringify({ id: '00000000-0000-4000-8000-000000000000' }));
    expect(await aws.fault('audit.runLakeQuery', { ...question, cursor })).toMatchObject({
      code: 'refused',
      data: { rule: 'query_not_started_here' },
    });
    expect(aws.actions).toEqual([]);
  });

  test('is started once, whatever comes back', async () => {
    aws.upstream.answerWith({ status: 503, body: '' });
    expect((await aws.fault('audit.runLakeQuery', question)).code).toBe('upstream_down');
    expect(aws.upstream.calls).toHaveLength(1);
  });
});
