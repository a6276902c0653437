import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answers, AwsError } from '../../upstream/aws-fake.ts';
import { readRequest } from '../../upstream/read-request.ts';
import { auditAnswers, executionId } from '../../upstream/audit/answers.ts';
import { AwsAgent } from '../../upstream/aws-agent.ts';
import { warehouseOperations } from './warehouse.ts';

let aws: AwsAgent;
beforeAll(async () => {
  aws = await AwsAgent.start(warehouseOperations);
});
afterAll(() => aws.close());

const question = { sql: 'SELECT 1 AS one' };

/** Good answers, with a caller who leaves while the query runs. */
function leaving(caller: AbortController): Answers {
  return {
    ...auditAnswers,
    'athena:GetQueryExecution': () => {
      caller.abort();
      return { QueryExecution: { Status: { State: 'RUNNING' } } };
    },
  };
}

test('a query whose caller leaves is ended in Athena before the answer', async () => {
  const caller = new AbortController();
  aws.answerWith(leaving(caller));
  const fault = await aws.leave('warehouse.runQuery', question, caller.signal);
  expect(fault.data).toEqual({ rule: 'cancelled_by_caller' });
  expect(aws.actions).toEqual(['athena:StartQueryExecution', 'athena:GetQueryExecution', 'athena:StopQueryExecution']);
  expect(readRequest(aws.upstream.calls[2]!)?.input).toEqual({ QueryExecutionId: executionId });
});

test('a query that cannot be ended is logged, and the caller gets the first error', async () => {
  const caller = new AbortController();
  const denied = new AwsError(400, 'AccessDeniedException: no');
  aws.answerWith({ ...leaving(caller), 'athena:StopQueryExecution': () => denied });
  const fault = await aws.leave('warehouse.runQuery', question, caller.signal);
  expect(fault.data).toEqual({ rule: 'cancelled_by_caller' });
  expect(aws.agent.written.filter((line) => line.includes('could not be stopped'))).toMatchObject([
    expect.stringContaining(executionId),
  ]);
});
