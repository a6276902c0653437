/** Queries that anybody ran in a workgroup. Their rows are not read here. */
import type { QueryExecution, UnprocessedQueryExecutionId } from '@aws-sdk/client-athena';
import type { DataOf } from '../../../../catalog/index.ts';
import { ask } from '../../access/ask.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { known, timeOf } from '../../members.ts';
import { type Missing, readPart, withMissing } from '../../parts.ts';
import { answerPage } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';
import type { AthenaContext } from '../variables.ts';

type Data = DataOf<'warehouse.listQueries'>;
type Query = Data['queries'][number];

export const queryHistoryOperations = {
  'warehouse.listQueries': {
    async run(args, context: AthenaContext) {
      const region = chooseRegion(context, args.region);
      const WorkGroup = args.workgroup ?? context.config.text('AWS_ATHENA_WORKGROUP');
      const { AthenaClient: Client, ListQueryExecutionsCommand } = await import('@aws-sdk/client-athena');
      const missing: Missing = [];
      let details: Details = { queries: [], unread: [] };
      const answer = await answerPage(
        { operation: 'warehouse.listQueries', args, region, what: `queries in workgroup ${WorkGroup ?? 'primary'}` },
        async (NextToken) => {
          const command = new ListQueryExecutionsCommand({
            MaxResults: args.limit,
            ...known({ WorkGroup, NextToken }),
          });
          const page = await ask(context, { call: 'athena:ListQueryExecutions', region, Client, command });
          const items = page.QueryExecutionIds ?? [];
          details = await readDetails(context, { region, ids: items, missing });
          return { items, next: page.NextToken };
        },
        () => ({ region, ...details }),
      );
      return withMissing<Data>(answer, missing);
    },
  },
} satisfies AwsOperations<'warehouse.listQueries'>;

type Details = Pick<Data, 'queries' | 'unread'>;

interface Wanted {
  readonly region: string;
  readonly ids: readonly string[];
  readonly missing: Missing;
}

/** Where details may not be read, the ids are returned as unread. */
async function readDetails(context: AthenaContext, { region, ids, missing }: Wanted): Promise<Details> {
  if (ids.length === 0) return { queries: [], unread: [] };
  const { AthenaClient: Client, BatchGetQueryExecutionCommand } = await import('@aws-sdk/client-athena');
  const command = new BatchGetQueryExecutionCommand({ QueryExecutionIds: [...ids] });
  const answer = await readPart(missing, 'What each query is', () =>
    ask(context, { call: 'athena:BatchGetQueryExecution', region, Client, command }),
  );
  if (answer === undefined) return { queries: [], unread: ids.map((id) => ({ id, code: 'permission_missing' })) };
  const unread = (answer.UnprocessedQueryExecutionIds ?? []).map(toUnread);
  if (unread.length > 0) missing.push(`${unread.length} of ${ids.length} queries could not be read: see unread.`);
  return { queries: (answer.QueryExecutions ?? []).map(toQuery), unread };
}

function toUnread({ QueryExecutionId, ErrorCode }: UnprocessedQueryExecutionId): Details['unread'][number] {
  return {
    id: need(QueryExecutionId, 'UnprocessedQueryExecutionIds[].QueryExecutionId'),
    code: ErrorCode ?? 'UNKNOWN',
  };
}

function toQuery(execution: QueryExecution): Query {
  const { Status = {}, Statistics = {}, QueryExecutionContext = {} } = execution;
  return {
    id: need(execution.QueryExecutionId, 'QueryExecutions[].QueryExecutionId'),
    state: need(Status.State, 'QueryExecutions[].Status.State'),
    ...known({
      sql: execution.Query,
      statementType: execution.SubstatementType ?? execution.StatementType,
      stateReason: Status.StateChangeReason,
      isRetryable: Status.AthenaError?.Retryable,
      workgroup: execution.WorkGroup,
      catalog: QueryExecutionContext.Catalog,
      database: QueryExecutionContext.Database,
      engineVersion: execution.EngineVersion?.EffectiveEngineVersion,
      submittedAt: timeOf(Status.SubmissionDateTime),
      completedAt: timeOf(Status.CompletionDateTime),
      scannedBytes: Statistics.DataScannedInBytes,
      queuedSec: inSeconds(Statistics.QueryQueueTimeInMillis),
      tookSec: inSeconds(Statistics.TotalExecutionTimeInMillis),
      isReused: Statistics.ResultReuseInformation?.ReusedPreviousResult,
    }),
  };
}

function inSeconds(milliseconds: number | undefined): number | undefined {
  return milliseconds === undefined ? undefined : milliseconds / 1000;
}
