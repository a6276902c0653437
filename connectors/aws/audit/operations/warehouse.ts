/** SQL over tables in object storage: one query that only reads is started, waited for and read. Billed by the bytes it scans. */
import type { QueryExecution, ResultSet } from '@aws-sdk/client-athena';
import type { ArgumentsOf, DataOf } from '../../../../catalog/index.ts';
import type { Answer } from '../../../../src/connector/connector.ts';
import { ask } from '../../access/ask.ts';
import { faultOfExecution } from '../../access/athena-failure.ts';
import type { AwsContext } from '../../access/context.ts';
import { need } from '../../access/need.ts';
import { chooseRegion } from '../../access/regions.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { known } from '../../members.ts';
import { pollUntil } from '../../poll.ts';
import type { AthenaContext } from '../variables.ts';
import { distinctNames, stillRunning, toRow } from '../query-rows.ts';
import { checkSql } from '../sql-check.ts';
import { StartedQueries } from '../started-queries.ts';

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

type Table = Pick<DataOf<'warehouse.runQuery'>, 'columns' | 'rows'>;

/**
 * From the result of a query, whose values are all texts, to named rows.
 * @param isFirst whether the page may begin with the names of its columns in place of a row.
 */
function toTable({ ResultSetMetadata, Rows = [] }: ResultSet, isFirst: boolean): Table {
  const info = need(ResultSetMetadata?.ColumnInfo, 'ResultSet.ResultSetMetadata.ColumnInfo');
  const given = info.map(({ Name }) => need(Name, 'ColumnInfo[].Name'));
  const names = distinctNames(given);
  const values = Rows.map(({ Data = [] }) => Data.map(({ VarCharValue }) => VarCharValue));
  const isHeader = isFirst && values[0] !== undefined && given.every((name, at) => values[0]?.[at] === name);
  return {
    columns: info.map(({ Type }, at) => ({ name: names[at] ?? '', type: need(Type, 'ColumnInfo[].Type') })),
    rows: (isHeader ? values.slice(1) : values).map((one) => toRow(names, one)),
  };
}

interface RunningQuery {
  readonly region: string;
  readonly id: string;
}

/** As long as the caller's leaving may take. */
const stopMs = 5000;

/** Ends a query whose caller has left, so that it scans no more billed bytes. Never throws: the caller gets the first error. */
async function stopQuery(context: AwsContext, { region, id }: RunningQuery): Promise<void> {
  try {
    const { AthenaClient: Client, StopQueryExecutionCommand } = await import('@aws-sdk/client-athena');
    const command = new StopQueryExecutionCommand({ QueryExecutionId: id });
    const able = context.signal.aborted ? context.afterwards(stopMs) : context;
    await ask(able, { call: 'athena:StopQueryExecution', region, Client, command });
  } catch (error) {
    context.log.warn({ err: error, query: id }, 'a query continues in Athena: it could not be stopped');
  }
}
