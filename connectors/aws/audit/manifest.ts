/** The statement AuditoriaEConsulta, in the order of the served document. */
import type { Grant } from '../../../src/connector/manifest.ts';

export const auditGrants = {
  'cloudtrail:LookupEvents': {
    group: 'AuditoriaEConsulta',
    need: 'optional',
    access: 'Read',
    purpose: 'Looks up management events of the last 90 days.',
  },
  'cloudtrail:ListEventDataStores': {
    group: 'AuditoriaEConsulta',
    need: 'optional',
    access: 'List',
    purpose: 'Lists the event data stores that can be queried.',
  },
  'cloudtrail:StartQuery': {
    group: 'AuditoriaEConsulta',
    need: 'optional',
    access: 'Write',
    purpose: 'Starts a query of CloudTrail Lake.',
    justification:
      'AWS classes it Write because it creates a query. The statement is parsed first and refused unless it is one that only reads; no event is modified.',
    unjudged: 'It starts a query, which is billed by what it scans.',
  },
  'cloudtrail:DescribeQuery': {
    group: 'AuditoriaEConsulta',
    need: 'optional',
    access: 'Read',
    purpose: 'Tells state and scanned bytes of such a query.',
  },
  'cloudtrail:GetQueryResults': {
    group: 'AuditoriaEConsulta',
    need: 'optional',
    access: 'Read',
    purpose: 'Reads the result of such a query.',
  },
  'athena:StartQueryExecution': {
    group: 'AuditoriaEConsulta',
    need: 'optional',
    access: 'Write',
    purpose: 'Starts a query of Athena.',
    justification:
      'AWS classes it Write because it creates an execution. The statement is parsed first and refused unless it is one that only reads; no data is modified.',
    unjudged: 'It starts a query, which is billed by what it scans.',
  },
  'athena:StopQueryExecution': {
    group: 'AuditoriaEConsulta',
    need: 'optional',
    access: 'Write',
    purpose: 'Stops a query that this Agent started, when its caller left.',
    justification:
      'AWS classes it Write because it ends an execution. Only executions that this Agent started are stopped.',
    unjudged: 'It ends a query: nothing is stopped to find out whether it may be.',
  },
  'athena:GetQueryExecution': {
    group: 'AuditoriaEConsulta',
    need: 'optional',
    access: 'Read',
    purpose: 'Tells state, scanned bytes and failure of a query.',
  },
  'athena:BatchGetQueryExecution': {
    group: 'AuditoriaEConsulta',
    need: 'optional',
    access: 'Read',
    purpose: 'Tells the same of several queries.',
  },
  'athena:GetQueryResults': {
    group: 'AuditoriaEConsulta',
    need: 'optional',
    access: 'Read',
    purpose: 'Reads the result of a query.',
  },
  'athena:ListQueryExecutions': {
    group: 'AuditoriaEConsulta',
    need: 'optional',
    access: 'Read',
    purpose: 'Lists recent queries of a workgroup.',
  },
} as const satisfies Readonly<Record<string, Grant>>;
