/** Events and queries. What was asked and answered in a query of others is not read: these ask about one that is not there. */
import { absent, type ActionProbe, sendable } from '../health/action-probe.ts';

export const auditProbes: readonly ActionProbe[] = [
  {
    call: 'cloudtrail:ListEventDataStores',
    always: true,
    async prepare() {
      const { CloudTrailClient, ListEventDataStoresCommand } = await import('@aws-sdk/client-cloudtrail');
      return sendable(CloudTrailClient, new ListEventDataStoresCommand({ MaxResults: 1 }));
    },
  },
  {
    call: 'cloudtrail:LookupEvents',
    async prepare() {
      const { CloudTrailClient, LookupEventsCommand } = await import('@aws-sdk/client-cloudtrail');
      return sendable(CloudTrailClient, new LookupEventsCommand({ MaxResults: 1 }));
    },
  },
  {
    call: 'cloudtrail:DescribeQuery',
    absences: ['QueryIdNotFoundException'],
    async prepare() {
      const { CloudTrailClient, DescribeQueryCommand } = await import('@aws-sdk/client-cloudtrail');
      return sendable(CloudTrailClient, new DescribeQueryCommand({ QueryId: absent.query }));
    },
  },
  {
    call: 'cloudtrail:GetQueryResults',
    absences: ['QueryIdNotFoundException'],
    async prepare() {
      const { CloudTrailClient, GetQueryResultsCommand } = await import('@aws-sdk/client-cloudtrail');
      return sendable(CloudTrailClient, new GetQueryResultsCommand({ QueryId: absent.query }));
    },
  },
  {
    call: 'athena:ListQueryExecutions',
    always: true,
    async prepare() {
      const { AthenaClient, ListQueryExecutionsCommand } = await import('@aws-sdk/client-athena');
      return sendable(AthenaClient, new ListQueryExecutionsCommand({ MaxResults: 1 }));
    },
  },
  {
    call: 'athena:BatchGetQueryExecution',
    absences: ['InvalidRequestException'],
    async prepare() {
      const { AthenaClient, BatchGetQueryExecutionCommand } = await import('@aws-sdk/client-athena');
      return sendable(AthenaClient, new BatchGetQueryExecutionCommand({ QueryExecutionIds: [absent.query] }));
    },
  },
  {
    call: 'athena:GetQueryExecution',
    absences: ['InvalidRequestException'],
    async prepare() {
      const { AthenaClient, GetQueryExecutionCommand } = await import('@aws-sdk/client-athena');
      return sendable(AthenaClient, new GetQueryExecutionCommand({ QueryExecutionId: absent.query }));
    },
  },
  {
    call: 'athena:GetQueryResults',
    absences: ['InvalidRequestException'],
    async prepare() {
      const { AthenaClient, GetQueryResultsCommand } = await import('@aws-sdk/client-athena');
      return sendable(AthenaClient, new GetQueryResultsCommand({ QueryExecutionId: absent.query, MaxResults: 1 }));
    },
  },
];
