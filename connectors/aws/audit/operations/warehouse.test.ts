import { describe, expect, test } from 'vitest';
import { encodeCursor } from '../../../../src/connector/cursor.ts';
import { executionId } from '../../upstream/audit.ts';
import { type Answers, AwsError } from '../../upstream/aws-fake.ts';
import { useAws } from '../../upstream/use-aws.ts';

const question = { sql: 'SELECT level, n FROM logs.counts', catalog: 'AwsDataCatalog', database: 'logs' };
const happy = ['athena:StartQueryExecution', 'athena:GetQueryExecution', 'athena:GetQueryResults'];

const aws = useAws();

const sent = (at = 0): Readonly<Record<string, unknown>> => aws.inputs[at] ?? {};

/** Good answers, but for the state of the execution. */
const executionIs = (Status: object): Answers => ({
  'athena:GetQueryExecution': () => ({ QueryExecution: { QueryExecutionId: executionId, Status } }),
});

/** Good answers, but for the rows. */
const resultIs = (names: readonly string[], ...rows: readonly (string | undefined)[][]): Answers => ({
  'athena:GetQueryResults': () => ({
    ResultSet: {
      Rows: rows.map((row) => ({ Data: row.map((VarCharValue) => ({ VarCharValue })) })),
      ResultSetMetadata: { ColumnInfo: names.map((Name) => ({ Name, Type: 'varchar' })) },
    },
  }),
});

describe('warehouse.runQuery', () => {
  test('returns rows by the names of their columns, and what was scanned', async () => {
    const result = await aws.result('warehouse.runQuery', question);
    expect(result.data).toEqual({
      region: 'eu-west-1',
      queryId: executionId,
      workgroup: 'farol',
      columns: [
        { name: 'level', type: 'varchar' },
        { name: 'n', type: 'bigint' },
      ],
      rows: [{ level: 'ERROR', n: '42' }],
      scannedBytes: 10_485_760,
      tookSec: 1.8,
      isReused: false,
    });
    expect(result).toMatchObject({ complete: true, truncated: true, cost: { scannedBytes: 10_485_760 } });
    expect(aws.actions).toEqual(happy);
    expect(sent(0)).toMatchObject({
      QueryString: question.sql,
      QueryExecutionContext: { Catalog: 'AwsDataCatalog', Database: 'logs' },
    });
    expect(sent(0)).not.toHaveProperty('ResultConfiguration');
    expect(sent(2)).toEqual({ QueryExecutionId: executionId, MaxResults: 101 });
  });

  test('reads the page after without starting anything', async () => {
    const { nextCursor: cursor } = await aws.result('warehouse.runQuery', question);
    aws.answerWith({});
    const result = await aws.result('warehouse.runQuery', { ...question, cursor });
    expect(result).toMatchObject({ truncated: false, data: { rows: [{ level: 'WARN', n: '7' }] } });
    expect(result.cost).toBeUndefined();
    expect(aws.actions).toEqual(['athena:GetQueryResults']);
    expect(sent(0)).toEqual({ QueryExecutionId: executionId, MaxResults: 100, NextToken: 'page-2' });
  });

  describe('with a place configured', () => {
    const OutputLocation = 's3://example-athena-results/farol/';
    const configured = useAws({ AWS_ATHENA_WORKGROUP: 'farol', AWS_ATHENA_OUTPUT: OutputLocation });

    test.each([
      [{}, { WorkGroup: 'farol', ResultConfiguration: { OutputLocation } }],
      [{ workgroup: 'analysts' }, { WorkGroup: 'analysts' }],
    ])('runs there, or in the workgroup that is named: %j', async (named, place) => {
      await configured.result('warehouse.runQuery', { sql: 'SELECT 1 AS one', ...named });
      expect(configured.inputs[0]).toMatchObject(place);
    });
  });

  test('waits while the query is queued and runs', async () => {
    const states = ['QUEUED', 'RUNNING', 'SUCCEEDED'];
    aws.answerWith({ 'athena:GetQueryExecution': () => ({ QueryExecution: { Status: { State: states.shift() } } }) });
    const result = await aws.result('warehouse.runQuery', question);
    expect(result.data).toMatchObject({ rows: [{ level: 'ERROR' }] });
    expect(aws.clock.waits).toEqual([500, 750, 1125]);
  });

  test('hands a query that runs on to the next question, which waits for it', async () => {
    aws.answerWith(executionIs({ State: 'RUNNING' }));
    const first = await aws.result('warehouse.runQuery', question);
    expect(first).toMatchObject({ complete: false, truncated: true, data: { queryId: executionId, rows: [] } });
    expect(first.because).toContain('still running');
    expect(aws.actions).not.toContain('athena:StopQueryExecution');
    aws.answerWith({});
    const second = await aws.result('warehouse.runQuery', { ...question, cursor: first.nextCursor });
    expect(second.data).toMatchObject({ rows: [{ level: 'ERROR', n: '42' }] });
    expect(aws.actions).toEqual(['athena:GetQueryExecution', 'athena:GetQueryResults']);
  });

  test('drops the names of columns only where they take the place of a row', async () => {
    aws.answerWith(resultIs(['a', 'b'], ['a', 'c'], ['a', 'b']));
    const { data } = await aws.result('warehouse.runQuery', question);
    expect(data).toMatchObject({
      rows: [
        { a: 'a', b: 'c' },
        { a: 'a', b: 'b' },
      ],
    });
  });

  test('separates columns of one name, and leaves out what has no value', async () => {
    aws.answerWith(resultIs(['n', 'n', 'm'], ['n', 'n', 'm'], ['1', '2', undefined]));
    const { data } = await aws.result('warehouse.runQuery', question);
    expect(data).toMatchObject({
      columns: [{ name: 'n' }, { name: 'n_2' }, { name: 'm' }],
      rows: [{ n: '1', n_2: '2' }],
    });
    expect((data as { rows: object[] }).rows[0]).not.toHaveProperty('m');
  });

  test('says of no rows that the query ran to its end', async () => {
    aws.answerWith(resultIs(['a'], ['a']));
    const result = await aws.result('warehouse.runQuery', question);
    expect(result).toMatchObject({ complete: true, data: { rows: [] } });
    expect(result.because).toContain('allowed and ran to its end');
  });

  test('is started once, whatever comes back', async () => {
    aws.upstream.answerWith({ status: 503, body: '' });
    expect((await aws.fault('warehouse.runQuery', question)).code).toBe('upstream_down');
    expect(aws.upstream.calls).toHaveLength(1);
  });
});

describe('statements that do more than read', () => {
  // Reading the secret would be another fault.
  const keyless = useAws({ AWS_SECRET_ACCESS_KEY: undefined, AWS_SECRET_ACCESS_KEY_FILE: '/nonexistent/secret' });

  test.each([
    'INSERT INTO logs.counts VALUES (1)',
    "UPDATE logs.counts SET level = 'x'",
    'DELETE FROM logs.counts',
    'MERGE INTO t USING u ON t.a = u.a WHEN MATCHED THEN DELETE',
    'DROP TABLE logs.counts',
    'CREATE TABLE t AS SELECT 1 AS a',
    "ALTER TABLE t SET LOCATION 's3://b/'",
    "UNLOAD (SELECT 1) TO 's3://b/' WITH (format = 'JSON')",
    'MSCK REPAIR TABLE t',
    'VACUUM t',
    'EXECUTE prepared',
    'SELECT 1; DROP TABLE t',
    "USING EXTERNAL FUNCTION f(x INT) RETURNS INT LAMBDA 'fn' SELECT f(1)",
  ])('are refused before a secret is read or anything is sent: %s [C-AWS-14]', async (sql) => {
    const fault = await keyless.fault('warehouse.runQuery', { sql });
    expect(fault.code).toBe('refused');
    expect(fault.data['rule']).toMatch(/^sql_/u);
    expect(keyless.upstream.calls).toEqual([]);
  });

  test('are refused with a cursor too', async () => {
    const cursor = encodeCursor([], JSON.stringify({ id: executionId }));
    const fault = await keyless.fault('warehouse.runQuery', { sql: 'DROP TABLE t', cursor });
    expect(fault.data['rule']).toBe('sql_statement_kind');
    expect(keyless.upstream.calls).toEqual([]);
  });

  test('and a query that reads is let through to the credential', async () => {
    const fault = await keyless.fault('warehouse.runQuery', question);
    expect(fault.code).toBe('credential_rejected');
  });
});

describe('rows of queries that others started', () => {
  const about = ['warehouse.runQuery', 'eu-west-1', { ...question, limit: 100 }];

  test.each([{ id: 'of-somebody-else' }, { id: 'of-somebody-else', token: 'page-2' }])(
    'are refused, though the cursor is well formed: %j',
    async (place) => {
      const cursor = encodeCursor(about, JSON.stringify(place));
      expect(await aws.fault('warehouse.runQuery', { ...question, cursor })).toMatchObject({
        code: 'refused',
        data: { rule: 'query_not_started_here' },
      });
      expect(aws.actions).toEqual([]);
    },
  );
});

describe('a query that fails', () => {
  test('for lack of storage names the grants and the bucket, not the credential [C-AWS-15] [C-ERR-5]', async () => {
    const StateChangeReason = 'Access denied when writing output to url: s3://example-results/q.csv .';
    aws.answerWith(executionIs({ State: 'FAILED', StateChangeReason }));
    const fault = await aws.fault('warehouse.runQuery', question);
    expect(fault).toMatchObject({
      code: 'permission_missing',
      data: { grant: 's3:GetObject, s3:PutObject, s3:ListBucket', layer: 'results bucket' },
    });
    expect(fault.remedy).toMatch(/on s3:\/\/example-results .*Do not rotate the credential/u);
    expect(aws.actions).toEqual(happy.slice(0, 2));
  });

  test('on the statement says what Athena says of it', async () => {
    const StateChangeReason = 'TABLE_NOT_FOUND: line 1:22: Table awsdatacatalog.logs.counts does not exist';
    aws.answerWith(executionIs({ State: 'FAILED', StateChangeReason, AthenaError: { ErrorCategory: 2 } }));
    const fault = await aws.fault('warehouse.runQuery', question);
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'sql' } });
    expect(fault.remedy).toContain('logs.counts does not exist');
  });

  test('before its first poll is ended, and the error that stopped the waiting is returned', async () => {
    const told = 'AccessDeniedException: User: x is not authorized to perform: athena:GetQueryExecution';
    aws.answerWith({ 'athena:GetQueryExecution': () => new AwsError(400, told) });
    const fault = await aws.fault('warehouse.runQuery', question);
    expect(fault).toMatchObject({ code: 'permission_missing', data: { grant: 'athena:GetQueryExecution' } });
    expect(aws.actions).toEqual([
      'athena:StartQueryExecution',
      'athena:GetQueryExecution',
      'athena:StopQueryExecution',
    ]);
    expect(sent(2)).toEqual({ QueryExecutionId: executionId });
  });
});

const asked = { sql: 'SELECT 1 AS one' };

/** Good answers, with a caller who leaves while the query runs. */
function leaving(caller: AbortController): Answers {
  return {
    'athena:GetQueryExecution': () => {
      caller.abort();
      return { QueryExecution: { Status: { State: 'RUNNING' } } };
    },
  };
}

test('a query whose caller leaves is ended in Athena before the answer', async () => {
  const caller = new AbortController();
  aws.answerWith(leaving(caller));
  const fault = await aws.fault('warehouse.runQuery', asked, caller.signal);
  expect(fault.data).toEqual({ rule: 'cancelled_by_caller' });
  expect(aws.actions).toEqual(['athena:StartQueryExecution', 'athena:GetQueryExecution', 'athena:StopQueryExecution']);
  expect(aws.inputs[2]).toEqual({ QueryExecutionId: executionId });
});

test('a query that cannot be ended is logged, and the caller gets the first error', async () => {
  const caller = new AbortController();
  const denied = new AwsError(400, 'AccessDeniedException: no');
  aws.answerWith({ ...leaving(caller), 'athena:StopQueryExecution': () => denied });
  const fault = await aws.fault('warehouse.runQuery', asked, caller.signal);
  expect(fault.data).toEqual({ rule: 'cancelled_by_caller' });
  expect(aws.written.split('\n').filter((line) => line.includes('could not be stopped'))).toMatchObject([
    expect.stringContaining(executionId),
  ]);
});
