/** Audit trails and queries. */
import { calls, list, read, startsQuery, type Statement } from '../statement.ts';

const daySec = 86_400;

export const audit = {
  sid: 'AuditoriaEConsulta',
  grants: {
    'cloudtrail:LookupEvents': read('Looks up management events of the last 90 days.'),
    'cloudtrail:ListEventDataStores': list('Lists the event data stores that can be queried.'),
    'cloudtrail:StartQuery': {
      need: 'optional',
      access: 'Write',
      purpose: 'Starts a query of CloudTrail Lake.',
      justification:
        'AWS classes it Write because it creates a query. The statement is parsed first and refused unless it is one that only reads; no event is modified.',
      unjudged: 'It starts a query, which is billed by what it scans.',
    },
    'cloudtrail:DescribeQuery': read('Tells state and scanned bytes of such a query.'),
    'cloudtrail:GetQueryResults': read('Reads the result of such a query.'),
    'athena:StartQueryExecution': {
      need: 'optional',
      access: 'Write',
      purpose: 'Starts a query of Athena.',
      justification:
        'AWS classes it Write because it creates an execution. The statement is parsed first and refused unless it is one that only reads; no data is modified.',
      unjudged: 'It starts a query, which is billed by what it scans.',
    },
    'athena:StopQueryExecution': {
      need: 'optional',
      access: 'Write',
      purpose: 'Stops a query that this Agent started, when its caller left.',
      justification:
        'AWS classes it Write because it ends an execution. Only executions that this Agent started are stopped.',
      unjudged: 'It ends a query: nothing is stopped to find out whether it may be.',
    },
    'athena:GetQueryExecution': read('Tells state, scanned bytes and failure of a query.'),
    'athena:BatchGetQueryExecution': read('Tells the same of several queries.'),
    'athena:GetQueryResults': read('Reads the result of a query.'),
    'athena:ListQueryExecutions': read('Lists recent queries of a workgroup.'),
  },
  operations: {
    'audit.lookupEvents': {
      ...calls('cloudtrail:LookupEvents'),
      redactions: ['request parameters and response elements'],
      windowSec: 90 * daySec,
    },
    'audit.listEventDataStores': calls('cloudtrail:ListEventDataStores'),
    'audit.runLakeQuery': {
      ...calls('cloudtrail:StartQuery', 'cloudtrail:DescribeQuery', 'cloudtrail:GetQueryResults'),
      ...startsQuery,
    },
    'warehouse.runQuery': {
      ...calls(
        'athena:StartQueryExecution',
        'athena:GetQueryExecution',
        'athena:GetQueryResults',
        'athena:StopQueryExecution',
      ),
      ...startsQuery,
    },
    'warehouse.listQueries': calls('athena:ListQueryExecutions', 'athena:BatchGetQueryExecution'),
  },
} as const satisfies Statement;
