/** Figures over log lines: a query that is started, waited for and read. It is billed by the bytes it scans, and cannot be stopped. */
import type { GetQueryResultsCommandOutput, ResultField } from '@aws-sdk/client-cloudwatch-logs';
import type { DataOf } from '../../../../catalog/index.ts';
import { Fault } from '../../../../src/core/fault.ts';
import { ask } from '../../access/ask.ts';
import type { AwsContext } from '../../access/context.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { pollUntil, waitSec } from '../../poll.ts';
import { known } from '../../members.ts';
import { chooseRegion } from '../../access/regions.ts';
import type { SpokenIn } from '../spoken.ts';

type Row = DataOf<'logs.aggregate'>['rows'][number];
type Question = SpokenIn<'logs-insights', 'logs.aggregate'>;

/** Rows of one answer of the vendor, so that wide rows stay within the size of one. */
const rowsPerPage = 2000;

export const logFigureOperations = {
  'logs.aggregate': {
    guard({ query: { text } }: Question) {
      // Shows what a data protection policy hides from readers; our policy lacks the right, another identity may have it.
      if (!/\bunmask\b/iu.test(text)) return;
      throw new Fault(
        'refused',
        { rule: 'logs_unmask' },
        'Remove unmask: fields that a data protection policy masks stay masked.',
      );
    },
    async run({ query, region: wanted, limit }: Question, { window: resolved, ...context }) {
      const region = chooseRegion(context, wanted);
      const window = need(resolved, 'window');
      const { CloudWatchLogsClient: Client, StartQueryCommand } = await import('@aws-sdk/client-cloudwatch-logs');
      const command = new StartQueryCommand({
        logGroupIdentifiers: [...query.sources],
        startTime: Math.floor(window.fromMs / 1000),
        endTime: Math.floor(window.toMs / 1000),
        queryString: query.text,
        // One more than requested, to know whether there are more.
        limit: limit + 1,
      });
      const started = await ask(context, { call: 'logs:StartQuery', region, Client, command, once: true });
      const queryId = need(started.queryId, 'queryId');
      const first = await pollUntil(context, async () => {
        const answer = await readResults(context, { region, queryId });
        return isOver(answer) ? answer : undefined;
      });
      if (first === undefined) throw stillRunning();
      const rows = await readRest(context, { region, queryId, first, most: limit + 1 });
      const { bytesScanned, recordsScanned, recordsMatched } = first.statistics ?? {};
      return {
        data: { region, rows: rows.slice(0, limit).map(toRow) },
        complete: true,
        ...(rows.length === 0 && {
          because: `The read was allowed, and no line matched in this window: ${recordsScanned ?? 0} were scanned in ${region}.`,
        }),
        truncated: rows.length > limit,
        cost: known({ scannedBytes: bytesScanned, scannedLines: recordsScanned, matchedLines: recordsMatched }),
      };
    },
  },
} satisfies AwsOperations<'logs.aggregate'>;

interface Place {
  readonly region: string;
  readonly queryId: string;
  readonly nextToken?: string | undefined;
}

async function readResults(
  context: AwsContext,
  { region, queryId, nextToken }: Place,
): Promise<GetQueryResultsCommandOutput> {
  const { CloudWatchLogsClient: Client, GetQueryResultsCommand } = await import('@aws-sdk/client-cloudwatch-logs');
  const command = new GetQueryResultsCommand({ queryId, maxItems: rowsPerPage, ...known({ nextToken }) });
  return ask(context, { call: 'logs:GetQueryResults', region, Client, command });
}

/** @throws Fault when it ended without a result. */
function isOver({ status }: GetQueryResultsCommandOutput): boolean {
  switch (need(status, 'status')) {
    case 'Complete':
      return true;
    case 'Scheduled':
    case 'Running':
    case 'Unknown':
      return false;
    case 'Timeout':
      throw new Fault(
        'cap_exceeded',
        { limit: '60 minutes', estimate: 'more than 60 minutes' },
        'CloudWatch ended the query: narrow the window or name fewer log groups.',
      );
    case 'Cancelled':
      throw new Fault(
        'upstream_down',
        { code: 'CANCELLED' },
        'The query was canceled in CloudWatch. Run it again if you still need it.',
      );
    case 'Failed':
    default:
      throw new Fault(
        'upstream_down',
        { code: 'FAILED' },
        'CloudWatch failed on this query and gave no reason: narrow the query, then check it in the CloudWatch console.',
      );
  }
}

type Rest = Place & { readonly first: GetQueryResultsCommandOutput; readonly most: number };

async function readRest(context: AwsContext, { region, queryId, first, most }: Rest): Promise<ResultField[][]> {
  const rows = [...(first.results ?? [])];
  let { nextToken } = first;
  while (nextToken !== undefined && nextToken !== '' && rows.length < most) {
    const answer = await readResults(context, { region, queryId, nextToken });
    rows.push(...(answer.results ?? []));
    nextToken = answer.nextToken;
  }
  return rows;
}

/** Numbers become numbers when nothing is lost by it. The pointer to a raw line is of no use without the right to follow it. */
function toRow(fields: readonly ResultField[]): Row {
  const values = Object.fromEntries(
    fields.flatMap(({ field, value }): [string, string | number][] =>
      field === undefined || value === undefined || field === '@ptr' ? [] : [[field, numberOr(value)]],
    ),
  );
  return { group: {}, values };
}

function numberOr(text: string): string | number {
  const number = Number(text);
  return text !== '' && String(number) === text && Number.isFinite(number) ? number : text;
}

function stillRunning(): Fault {
  return new Fault(
    'cap_exceeded',
    { limit: `${waitSec} seconds`, estimate: `more than ${waitSec} seconds` },
    'Narrow the window or name fewer log groups. The query continues in AWS and is billed: do not repeat it at once.',
  );
}
