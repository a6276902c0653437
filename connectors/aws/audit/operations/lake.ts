/** SQL over stores of audit events. A query cannot be ended here: the policy has no action for it, and it is billed by the bytes it scans. */
import type { DescribeQueryCommandOutput, GetQueryResultsCommandOutput } from '@aws-sdk/client-cloudtrail';
import type { DataOf } from '../../../../catalog/index.ts';
import type { Answer } from '../../../../src/connector/connector.ts';
import { Fault } from '../../../../src/core/fault.ts';
import { ask } from '../../access/ask.ts';
import type { AwsContext } from '../../access/context.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { known } from '../../members.ts';
import { chooseRegion } from '../../access/regions.ts';
import { lackIn, quotable } from '../../access/athena-failure.ts';
import { pollUntil } from '../../poll.ts';
import { distinctNames, stillRunning, toRow } from '../query-rows.ts';
import { checkSql } from '../sql-check.ts';
import { StartedQueries } from '../started-queries.ts';

type Data = DataOf<'audit.runLakeQuery'>;

const started = new StartedQueries();

export const lakeOperations = {
  'audit.runLakeQuery': {
    guard: ({ sql }) => checkSql('cloudtrail-lake', sql),
    async run({ cursor, ...question }, context) {
      const region = chooseRegion(context, question.region);
      const about = ['audit.runLakeQuery', region, question];
      const place = cursor === undefined ? undefined : started.decode(about, cursor);
      const id = place?.id ?? (await start(context, region, question.sql));
      const query = { region, id };
      const isWaitedFor = place?.token === undefined;
      const described = isWaitedFor ? await waitFor(context, query) : undefined;
      if (isWaitedFor && described === undefined) return running(query, started.encode(about, { id }));
      const page = await readPage(context, { ...query, limit: question.limit, token: place?.token });
      const data = toData(query, page, described);
      const { scannedBytes } = data;
      return {
        data,
        complete: true,
        ...(data.rows.length === 0 && { because: 'The query was allowed and ran to its end; it returned no rows.' }),
        ...started.goOn(about, { id, token: place?.token }, page.NextToken),
        ...(isWaitedFor && scannedBytes !== undefined && { cost: { scannedBytes } }),
      };
    },
  },
} satisfies AwsOperations<'audit.runLakeQuery'>;

async function start(context: AwsContext, region: string, QueryStatement: string): Promise<string> {
  const { CloudTrailClient: Client, StartQueryCommand } = await import('@aws-sdk/client-cloudtrail');
  const command = new StartQueryCommand({ QueryStatement });
  const { QueryId } = await ask(context, { call: 'cloudtrail:StartQuery', region, Client, command, once: true });
  const id = need(QueryId, 'QueryId');
  started.add(id);
  return id;
}

interface LakeQuery {
  readonly region: string;
  readonly id: string;
}

/** The statistics of a query that has ended; undefined while it runs. @throws Fault when it failed. */
async function waitFor(
  context: AwsContext,
  { region, id }: LakeQuery,
): Promise<DescribeQueryCommandOutput | undefined> {
  const { CloudTrailClient: Client, DescribeQueryCommand } = await import('@aws-sdk/client-cloudtrail');
  return pollUntil(context, async () => {
    const command = new DescribeQueryCommand({ QueryId: id });
    const answer = await ask(context, { call: 'cloudtrail:DescribeQuery', region, Client, command });
    switch (need(answer.QueryStatus, 'QueryStatus')) {
      case 'QUEUED':
      case 'RUNNING':
        return undefined;
      case 'FINISHED':
        return answer;
      case 'TIMED_OUT':
        throw new Fault(
          'cap_exceeded',
          { limit: '60 minutes', estimate: 'more than 60 minutes' },
          'CloudTrail ended the query: put eventTime between narrower bounds.',
        );
      case 'CANCELLED':
        throw new Fault(
          'upstream_down',
          { code: 'CANCELLED' },
          'The query was canceled in CloudTrail. Run it again if you still need it.',
        );
      case 'FAILED':
      default:
        throw failed(answer.ErrorMessage ?? '');
    }
  });
}

function failed(reason: string): Fault {
  const lack = lackIn(reason);
  if (lack !== undefined) return lack;
  return new Fault(
    'invalid_arguments',
    { field: 'sql' },
    `Correct the statement. CloudTrail says: ${quotable(reason)}`,
  );
}

interface PageOf extends LakeQuery {
  readonly limit: number;
  readonly token: string | undefined;
}

async function readPage(context: AwsContext, page: PageOf): Promise<GetQueryResultsCommandOutput> {
  const { CloudTrailClient: Client, GetQueryResultsCommand } = await import('@aws-sdk/client-cloudtrail');
  const command = new GetQueryResultsCommand({
    QueryId: page.id,
    MaxQueryResults: page.limit,
    ...known({ NextToken: page.token }),
  });
  return ask(context, { call: 'cloudtrail:GetQueryResults', region: page.region, Client, command });
}

/** Each row is a list of records with one column each, so that it can repeat a name. */
function toData(
  { region, id }: LakeQuery,
  { QueryResultRows = [], QueryStatistics }: GetQueryResultsCommandOutput,
  described: DescribeQueryCommandOutput | undefined,
): Data {
  const rows = QueryResultRows.map((row) => row.flatMap((column) => Object.entries(column)));
  const columns = distinctNames((rows[0] ?? []).map(([name]) => name));
  const { EventsMatched, EventsScanned, BytesScanned, ExecutionTimeInMillis } = described?.QueryStatistics ?? {};
  return {
    region,
    queryId: id,
    columns,
    rows: rows.map((row) =>
      toRow(
        distinctNames(row.map(([name]) => name)),
        row.map(([, value]) => value),
      ),
    ),
    ...known({
      totalRows: QueryStatistics?.TotalResultsCount,
      matchedEvents: EventsMatched,
      scannedEvents: EventsScanned,
      scannedBytes: BytesScanned ?? QueryStatistics?.BytesScanned,
      tookSec: ExecutionTimeInMillis === undefined ? undefined : ExecutionTimeInMillis / 1000,
    }),
  };
}

function running({ region, id }: LakeQuery, nextCursor: string): Answer<Data> {
  return {
    data: { region, queryId: id, columns: [], rows: [] },
    complete: false,
    because: stillRunning,
    truncated: true,
    nextCursor,
  };
}
