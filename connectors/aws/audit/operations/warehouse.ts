/** SQL over tables in object storage: one query that only reads is started, waited for and read. Billed by the bytes it scans. */
import type { QueryExecution } from '@aws-sdk/client-athena';
import type { ArgumentsOf, DataOf } from '../../../../catalog/index.ts';
import type { Answer } from '../../../../src/connector/connector.ts';
import { ask } from '../../access/ask.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { known } from '../../members.ts';
import { chooseRegion } from '../../access/regions.ts';
import { faultOfExecution } from '../../access/athena-failure.ts';
import type { AthenaContext } from '../athena-context.ts';
import { toTable } from './athena-table.ts';
import { pollUntil } from '../../poll.ts';
import { stillRunning } from '../query-rows.ts';
import { checkSql } from '../sql-check.ts';
import { StartedQueries } from '../started-queries.ts';
import { type RunningQuery, stopQuery } from './stop-query.ts';

type Question = Omit<ArgumentsOf<'warehouse.runQuery'>, 'cursor'>;
type Data = DataOf<'warehouse.runQuery'>;

const started = new StartedQueries();
/** Rows that one page of the vendor holds. */
const longestPage = 1000;

export const warehouseOperations = {
  'warehouse.runQuery': {
    guard: ({ sql }) => checkSql('athena', sql),
    async run({ cursor, ...question }, context: AthenaContext) {
      const region = chooseRegion(context, question.region);
      const about = ['warehouse.runQuery', region, question];
      const place = cursor === undefined ? undefined : started.decode(about, cursor);
      const id = place?.id ?? (await start(context, region, question));
      const query = { region, id };
      if (place?.token !== undefined) return readPage(context, query, { question, token: place.token, about });
      const execution = await waitFor(context, query);
      if (execution === undefined) return running(query, started.encode(about, { id }));
      if (execution.Status?.State !== 'SUCCEEDED') throw faultOfExecution(execution.Status ?? {});
      return readPage(context, query, { question, execution, about });
    },
  },
} satisfies AwsOperations<'warehouse.runQuery'>;

async function start(context: AthenaContext, region: string, question: Question): Promise<string> {
  const { AthenaClient: Client, StartQueryExecutionCommand } = await import('@aws-sdk/client-athena');
  const { sql, workgroup, catalog: Catalog, database: Database } = question;
  const output = context.config.text('AWS_ATHENA_OUTPUT');
  const command = new StartQueryExecutionCommand({
    QueryString: sql,
    QueryExecutionContext: known({ Catalog, Database }),
    ...known({ WorkGroup: workgroup ?? context.config.text('AWS_ATHENA_WORKGROUP') }),
    ...(output !== undefined && { ResultConfiguration: { OutputLocation: output } }),
  });
  const call = 'athena:StartQueryExecution';
  const { QueryExecutionId } = await ask(context, { call, region, Client, command, once: true });
  const id = need(QueryExecutionId, 'QueryExecutionId');
  started.add(id);
  return id;
}

/** The execution once it is over; undefined while it runs on. What breaks the waiting off ends the query too. */
async function waitFor(context: AthenaContext, query: RunningQuery): Promise<QueryExecution | undefined> {
  const { AthenaClient: Client, GetQueryExecutionCommand } = await import('@aws-sdk/client-athena');
  const { region, id } = query;
  try {
    return await pollUntil(context, async () => {
      const command = new GetQueryExecutionCommand({ QueryExecutionId: id });
      const answer = await ask(context, { call: 'athena:GetQueryExecution', region, Client, command });
      const execution = need(answer.QueryExecution, 'QueryExecution');
      const state = need(execution.Status?.State, 'QueryExecution.Status.State');
      return state === 'QUEUED' || state === 'RUNNING' ? undefined : execution;
    });
  } catch (error) {
    await stopQuery(context, query);
    throw error;
  }
}

interface PageOf {
  readonly question: Question;
  /** Known on the first page. */
  readonly execution?: QueryExecution;
  readonly token?: string;
  /** What decides which query is meant. */
  readonly about: readonly unknown[];
}

async function readPage(
  context: AthenaContext,
  { region, id }: RunningQuery,
  { question, execution, token, about }: PageOf,
): Promise<Answer<Data>> {
  const { AthenaClient: Client, GetQueryResultsCommand } = await import('@aws-sdk/client-athena');
  // The first row of the first page is the names of the columns.
  const size = token === undefined ? question.limit + 1 : question.limit;
  const command = new GetQueryResultsCommand({
    QueryExecutionId: id,
    MaxResults: Math.min(size, longestPage),
    ...known({ NextToken: token }),
  });
  const { ResultSet, NextToken } = await ask(context, { call: 'athena:GetQueryResults', region, Client, command });
  const { columns, rows } = toTable(need(ResultSet, 'ResultSet'), token === undefined);
  const { DataScannedInBytes, TotalExecutionTimeInMillis, ResultReuseInformation } = execution?.Statistics ?? {};
  return {
    data: {
      region,
      queryId: id,
      columns,
      rows,
      ...known({
        workgroup: execution?.WorkGroup,
        scannedBytes: DataScannedInBytes,
        tookSec: TotalExecutionTimeInMillis === undefined ? undefined : TotalExecutionTimeInMillis / 1000,
        isReused: ResultReuseInformation?.ReusedPreviousResult,
      }),
    },
    complete: true,
    ...(rows.length === 0 && { because: 'The query was allowed and ran to its end; it returned no rows.' }),
    ...started.goOn(about, { id, token }, NextToken),
    ...(DataScannedInBytes !== undefined && { cost: { scannedBytes: DataScannedInBytes } }),
  };
}

function running({ region, id }: RunningQuery, nextCursor: string): Answer<Data> {
  return {
    data: { region, queryId: id, columns: [], rows: [] },
    complete: false,
    because: stillRunning,
    truncated: true,
    nextCursor,
  };
}
