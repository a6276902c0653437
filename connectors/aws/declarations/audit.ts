/** Audit trails and queries of them: which calls answer each operation, and which grants they need. */
import type { OperationName } from '../../../catalog/index.ts';
import type { OperationDeclaration } from '../../../src/connector/manifest.ts';

const daySec = 86_400;
/** Queries are started and then waited for. */
const queryMs = 120_000;
/** Asking half a second after the start, then every three seconds. */
const queryCalls = 50;

export const auditDeclarations = {
  'audit.lookupEvents': {
    grants: ['cloudtrail:LookupEvents'],
    upstream: ['cloudtrail:LookupEvents'],
    redactions: ['request parameters and response elements'],
    windowSec: 90 * daySec,
  },
  'audit.listEventDataStores': {
    grants: ['cloudtrail:ListEventDataStores'],
    upstream: ['cloudtrail:ListEventDataStores'],
    redactions: [],
  },
  'audit.runLakeQuery': {
    grants: ['cloudtrail:StartQuery', 'cloudtrail:DescribeQuery', 'cloudtrail:GetQueryResults'],
    upstream: ['cloudtrail:StartQuery', 'cloudtrail:DescribeQuery', 'cloudtrail:GetQueryResults'],
    redactions: [],
    totalMs: queryMs,
    upstreamCalls: queryCalls,
  },
  'warehouse.runQuery': {
    grants: [
      'athena:StartQueryExecution',
      'athena:GetQueryExecution',
      'athena:GetQueryResults',
      'athena:StopQueryExecution',
    ],
    upstream: [
      'athena:StartQueryExecution',
      'athena:GetQueryExecution',
      'athena:GetQueryResults',
      'athena:StopQueryExecution',
    ],
    redactions: [],
    totalMs: queryMs,
    upstreamCalls: queryCalls,
  },
  'warehouse.listQueries': {
    grants: ['athena:ListQueryExecutions', 'athena:BatchGetQueryExecution'],
    upstream: ['athena:ListQueryExecutions', 'athena:BatchGetQueryExecution'],
    redactions: [],
  },
} as const satisfies Readonly<Partial<Record<OperationName, OperationDeclaration>>>;
