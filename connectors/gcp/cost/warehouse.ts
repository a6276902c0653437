/** One query of the warehouse: tried out first, which is free, and bounded in what it may be billed. */
import { Fault } from '../../../src/core/fault.ts';
import { receivedIn } from '../../../src/core/rows.ts';
import type { QueryAnswer } from './schema.ts';
import { type GcpContext, projectOf } from '../context.ts';
import type { AnswerOf } from '../schema.ts';
import { gibibyte, wholeNumber } from '../wording.ts';
import { askLibrary } from './ask-library.ts';
import { createBigQuery, request } from './bigquery-client.ts';
import { maxBilledWords, maxBytesBilled } from './cap.ts';
import type { CostQuery } from './cost-query.ts';

/** Rows of one page. */
const pageRows = 5000;
/** How long one call waits for the query, and how often it is asked again. */
const waitMs = 10_000;
const maxWaits = 4;

export interface QueryRows {
  readonly rows: readonly Readonly<Record<string, string>>[];
  /** Rows of this page, those included that could not be read. */
  readonly received: number;
  /** Rows of the whole answer, as BigQuery counts them. */
  readonly total: number | undefined;
  readonly jobId: string | undefined;
  readonly pageToken: string | undefined;
  readonly bytesProcessed: number | undefined;
  readonly bytesBilled: number | undefined;
}

/**
 * Tries a query out, which is free and reads nothing.
 *
 * @throws Fault `cap_exceeded` when it would be billed more than the cap, with both figures.
 */
export async function tryQuery(context: GcpContext, query: CostQuery, location: string | undefined): Promise<void> {
  const tried = await postQuery(context, { ...requestOf(query, location), dryRun: true });
  refuseOthers(tried);
  refuseDear(tried);
}

/** Runs a query after it was tried out. @throws Fault as `tryQuery` does. */
export async function runQuery(
  context: GcpContext,
  query: CostQuery,
  location: string | undefined,
): Promise<QueryRows> {
  await tryQuery(context, query, location);
  const started = await postQuery(
    context,
    {
      ...requestOf(query, location),
      maximumBytesBilled: String(maxBytesBilled),
      maxResults: pageRows,
      timeoutMs: waitMs,
    },
    // Billed: whatever comes back, it is not sent again.
    { once: true },
  );
  return toRows(await waitFor(context, started, location));
}

function requestOf(query: CostQuery, location: string | undefined): object {
  return {
    query: query.text,
    useLegacySql: false,
    parameterMode: 'NAMED',
    queryParameters: query.parameters,
    ...placeOf(location),
  };
}

function placeOf(location: string | undefined): { location?: string } {
  return location === undefined ? {} : { location };
}

function postQuery(context: GcpContext, json: object, times: { readonly once?: true } = {}): Promise<QueryAnswer> {
  const project = projectOf(context);
  return askLibrary(context, 'bigquery.jobs.query', {
    path: { project },
    ...times,
    call: async (sendRequest) =>
      request(await createBigQuery(project, sendRequest), { method: 'POST', uri: '/queries', json }),
  });
}

interface ResultsQuestion {
  readonly jobId: string;
  readonly pageToken?: string;
  readonly timeoutMs?: number;
  readonly location?: string;
}

function getResults(
  context: GcpContext,
  { jobId, ...qs }: ResultsQuestion,
): Promise<AnswerOf<'bigquery.jobs.getQueryResults'>> {
  const project = projectOf(context);
  return askLibrary(context, 'bigquery.jobs.getQueryResults', {
    path: { project, job: jobId },
    call: async (sendRequest) =>
      request(await createBigQuery(project, sendRequest), {
        uri: `/queries/${jobId}`,
        qs: { ...qs, maxResults: pageRows },
      }),
  });
}

/** A further page of a query that this Agent ran; the warehouse keeps its rows for a day, free of charge. */
export async function readPage(
  context: GcpContext,
  {
    jobId,
    pageToken,
    location,
  }: { readonly jobId: string; readonly pageToken: string; readonly location: string | undefined },
): Promise<QueryRows> {
  return toRows(await getResults(context, { jobId, pageToken, ...placeOf(location) }));
}

/** The text is ours; this holds when it is changed one day. */
function refuseOthers({ statementType }: QueryAnswer): void {
  if (statementType === undefined || statementType === 'SELECT') return;
  throw new Fault('refused', { rule: 'only_select' }, `Report it to Farol: the query is taken for ${statementType}.`);
}

function refuseDear({ totalBytesProcessed }: QueryAnswer): void {
  const bytes = wholeNumber(totalBytesProcessed) ?? 0;
  if (bytes <= maxBytesBilled) return;
  throw new Fault(
    'cap_exceeded',
    { limit: maxBilledWords, estimate: `${(bytes / gibibyte).toFixed(1)} GiB (${bytes} bytes)` },
    'Ask for a narrower window: the query reads every partition that the window touches. Nothing was billed.',
  );
}

type Waiting = Omit<QueryAnswer, 'statementType' | 'totalBytesBilled'> & {
  readonly totalBytesBilled?: string | undefined;
};

async function waitFor(context: GcpContext, started: Waiting, location: string | undefined): Promise<Waiting> {
  const { jobId } = started.jobReference ?? {};
  let answer = started;
  for (let waits = 0; answer.jobComplete === false && jobId !== undefined && waits < maxWaits; waits += 1) {
    answer = await getResults(context, { jobId, timeoutMs: waitMs, ...placeOf(location) });
  }
  if (answer.jobComplete !== false) return answer;
  throw new Fault(
    'upstream_down',
    { code: 'TIMEOUT' },
    'Ask for a narrower window: the query was still running when its time was up. It ends by itself and is billed within the cap.',
  );
}

function toRows({ rows, schema, jobReference, pageToken, ...told }: Waiting): QueryRows {
  const names = schema?.fields.map(({ name }) => name) ?? [];
  return {
    rows: rows.map(({ f }) =>
      Object.fromEntries(f.flatMap(({ v }, at) => (v === null || names[at] === undefined ? [] : [[names[at], v]]))),
    ),
    received: receivedIn(rows),
    total: wholeNumber(told.totalRows),
    jobId: jobReference?.jobId,
    pageToken: pageToken === '' ? undefined : pageToken,
    bytesProcessed: wholeNumber(told.totalBytesProcessed),
    bytesBilled: wholeNumber(told.totalBytesBilled),
  };
}
