import { z } from 'zod';
import type { ArgumentsOf, DataOf } from '../../../../catalog/index.ts';
import type { ResolvedWindow } from '../../../../catalog/window.ts';
import type { Answer } from '../../../../src/connector/connector.ts';
import { decodeCursor, encodeCursor } from '../../../../src/connector/cursor.ts';
import { mapRows } from '../../../../src/connector/map-rows.ts';
import { Fault } from '../../../../src/core/fault.ts';
import type { GcpContext, GcpOperations } from '../../context.ts';
import { need, present } from '../../wording.ts';
import { buildCostQuery } from '../cost-query.ts';
import { type ExportTable, exportTableName, readExportTable } from '../export-table.ts';
import { type QueryRows, readPage, runQuery } from '../warehouse.ts';

type Arguments = ArgumentsOf<'cost.getCostAndUsage'>;
type Data = DataOf<'cost.getCostAndUsage'>;

/** Every answer has all three; the others do not exist in the export. */
const measures: readonly Arguments['measures'][number][] = ['gross', 'credits', 'net'];

export const costAndUsageOperations: GcpOperations<'cost.getCostAndUsage'> = {
  'cost.getCostAndUsage': {
    guard({ measures: wanted }) {
      const other = wanted.find((one) => !measures.includes(one));
      if (other === undefined) return;
      throw new Fault(
        'invalid_arguments',
        { field: 'measures' },
        `Ask for ${measures.join(', ')}: the billing export has no ${other}.`,
      );
    },
    async run(args, context) {
      const { window } = context;
      if (window === undefined) throw new Fault('invalid_arguments', { field: 'window' }, 'Give a window.');
      // Before anything is sent: without the variable there is nothing to ask.
      exportTableName(context);
      const about = ['cost.getCostAndUsage', { ...args, cursor: undefined }];
      if (args.cursor !== undefined) return goOn(context, args, { about, cursor: args.cursor });
      const table = await readExportTable(context);
      const query = buildCostQuery(table, args, window);
      const read = await runQuery(context, query, table.location);
      return tell(context, read, { args, about, window, location: table.location, before: 0, notes: query.notes });
    },
  },
};

/** Only queries that this source ran are read on: an id from elsewhere would show somebody else's rows. */
const ranBy = new WeakMap<object, Set<string>>();
const maxRan = 500;

const Place = z.strictObject({
  jobId: z.string(),
  pageToken: z.string(),
  location: z.string().optional(),
  /** Rows of the pages before. */
  before: z.int().min(0),
  fromMs: z.number(),
  toMs: z.number(),
});

interface Going {
  readonly about: readonly unknown[];
  readonly cursor: string;
}

async function goOn(context: GcpContext, args: Arguments, { about, cursor }: Going): Promise<Answer<Data>> {
  const { fromMs, toMs, before, ...place } = Place.parse(JSON.parse(decodeCursor(about, cursor)));
  if (ranBy.get(context.source)?.has(place.jobId) !== true) {
    throw new Fault(
      'invalid_arguments',
      { field: 'cursor' },
      'Leave the cursor out to begin again: this Agent did not run that query, or was restarted since. Beginning again is billed again.',
    );
  }
  const read = await readPage(context, { ...place, location: place.location });
  return tell(
    context,
    { ...read, jobId: place.jobId },
    { args, about, window: { fromMs, toMs }, location: place.location, before, notes: [] },
  );
}

interface Telling {
  readonly args: Arguments;
  readonly about: readonly unknown[];
  readonly window: ResolvedWindow;
  readonly location: ExportTable['location'];
  readonly before: number;
  readonly notes: readonly string[];
}

function tell(
  context: GcpContext,
  read: QueryRows,
  { args, about, window, location, ...telling }: Telling,
): Answer<Data> {
  const { jobId, pageToken, total = 0 } = read;
  const before = telling.before + read.received;
  const goesOn = pageToken !== undefined && jobId !== undefined;
  const isCut = !goesOn && total > before;
  if (goesOn) remember(context, jobId);
  const list = { list: 'rows', noteUnread: context.noteUnread };
  const rows = mapRows(read.rows, (row) => toRow(row, { args, window, nowMs: context.clock.now() }), list);
  const reasons = [
    ...telling.notes,
    ...(isCut ? [`BigQuery counts ${total} rows and returned ${before}: narrow the window.`] : []),
    ...(before === 0 && !isCut ? [nothingThere] : []),
  ];
  return {
    data: { rows },
    complete: !isCut,
    ...(reasons.length > 0 && { because: reasons.join(' ') }),
    truncated: pageToken !== undefined || isCut,
    ...(goesOn && {
      nextCursor: encodeCursor(about, JSON.stringify({ jobId, pageToken, location, before, ...window })),
    }),
    cost: present({ bytesProcessed: read.bytesProcessed, bytesBilled: read.bytesBilled }),
  };
}

const nothingThere =
  'The read was allowed: the export holds no row for this window. An export begins on the day it is set up and is some hours behind.';

function remember({ source }: GcpContext, jobId: string): void {
  const ran = ranBy.get(source) ?? new Set();
  if (ran.size >= maxRan) ran.clear();
  ranBy.set(source, ran.add(jobId));
}

interface Reading {
  readonly args: Arguments;
  readonly window: ResolvedWindow;
  readonly nowMs: number;
}

function toRow(row: Readonly<Record<string, string>>, { args, window, nowMs }: Reading): Data['rows'][number] {
  const period = periodFrom(need(row['period'], '$.rows.period'), args.granularity);
  const currency = need(row['currency'], '$.rows.currency');
  const money = (name: string): { amount: string; currency: string } => ({
    amount: plain(need(row[name], `$.rows.${name}`)),
    currency,
  });
  return {
    from: new Date(Math.max(period.fromMs, window.fromMs)).toISOString(),
    to: new Date(Math.min(period.toMs, window.toMs)).toISOString(),
    group: args.groupBy.map((_, at) => row[`group_${at}`] ?? ''),
    amounts: { gross: money('gross'), credits: money('credits'), net: money('net') },
    isEstimated: period.toMs > closedBefore(nowMs),
  };
}

/** Without the zeros that a decimal of fixed scale ends with. */
function plain(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/u, '') : amount;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Days into the next month until a bill is closed: https://cloud.google.com/billing/docs/how-to/export-data-bigquery */
const closesOnDay = 5;

/** The period that begins at a time. */
export function periodFrom(start: string, granularity: 'hourly' | 'daily' | 'monthly'): ResolvedWindow {
  const fromMs = Date.parse(start);
  if (granularity === 'hourly') return { fromMs, toMs: fromMs + hourMs };
  if (granularity === 'daily') return { fromMs, toMs: fromMs + dayMs };
  const at = new Date(fromMs);
  return { fromMs, toMs: Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1) };
}

/** Bills of what was used before this time are closed. */
export function closedBefore(nowMs: number): number {
  const at = new Date(nowMs);
  const month = at.getUTCDate() > closesOnDay ? at.getUTCMonth() : at.getUTCMonth() - 1;
  return Date.UTC(at.getUTCFullYear(), month, 1);
}
