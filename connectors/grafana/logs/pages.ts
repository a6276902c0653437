/**
 * Pages of lines. Loki has no cursor, so a page goes on from a timestamp; several lines may have the same,
 * down to the nanosecond. A page therefore ends between two nanoseconds: lines of the last one, which may
 * not all be there, are left to the next page. Only a nanosecond that is larger than a page is cut within,
 * by the number of its lines that were returned.
 */
import { decodeCursor, encodeCursor } from '../../../src/connector/cursor.ts';
import { Fault } from '../../../src/core/fault.ts';
import { operations } from '../declarations.ts';
import { requirePlace, notOurs } from '../require-place.ts';
import { nanosOf } from '../times.ts';
import type { LogsClient, NanoRange } from './client.ts';
import { type Line, linesOf } from './lines.ts';

/** What Loki gives at most in one answer, unless it is set up for less. */
export const mostLines = 5000;

export interface PageQuestion {
  readonly text: string;
  readonly order: 'newest_first' | 'oldest_first';
  readonly limit: number;
}

/** What is left to read, and how many lines of its first nanosecond were returned already. */
export interface Place extends NanoRange {
  readonly told: number;
}

export interface Page {
  readonly lines: readonly Line[];
  /** Undefined after the last line. */
  readonly next: Place | undefined;
  readonly missing: readonly string[];
}

export async function readPage(client: LogsClient, question: PageQuestion, place: Place): Promise<Page> {
  if (place.told > 0) return readWithinNanosecond(client, question, place);
  const asked = Math.min(question.limit + 1, mostLines);
  const { lines, warnings } = await read(client, question, { ...place, limit: asked });
  const last = lines.at(-1);
  if (lines.length < asked || last === undefined) return { lines, next: undefined, missing: warnings };
  const whole = lines.filter(({ nanos }) => nanos !== last.nanos);
  const next = { ...startAt(question, place, last.nanos), told: 0 };
  return whole.length > 0 ? { lines: whole, next, missing: warnings } : readWithinNanosecond(client, question, next);
}

async function readWithinNanosecond(client: LogsClient, question: PageQuestion, place: Place): Promise<Page> {
  const at = question.order === 'oldest_first' ? place.from : place.before - 1n;
  const { lines: all, warnings } = await read(client, question, { from: at, before: at + 1n, limit: mostLines });
  const lines = all.slice(place.told, place.told + question.limit);
  const told = place.told + lines.length;
  const rest = { ...startAfter(question, place, at), told: 0 };
  const behind = rest.from < rest.before ? rest : undefined;
  const next = told < all.length ? { ...startAt(question, place, at), told } : behind;
  const uncounted = `More than ${mostLines} lines have one timestamp, and Loki returns no more of them: narrow the query.`;
  return { lines, next, missing: all.length < mostLines ? warnings : [...warnings, uncounted] };
}

async function read(
  client: LogsClient,
  { text, order }: PageQuestion,
  { from, before, limit }: NanoRange & { readonly limit: number },
): Promise<{ lines: readonly Line[]; warnings: readonly string[] }> {
  const direction = order === 'oldest_first' ? 'forward' : 'backward';
  const { data, warnings } = await client.readLines({ text, from, before, limit, direction });
  if (data.resultType === 'streams') return { lines: linesOf(data.result, order), warnings: warnings ?? [] };
  throw new Fault(
    'invalid_arguments',
    { field: 'query.text' },
    'This query counts. Use logs.aggregate for figures, or begin the query with a selector.',
  );
}

function startAt({ order }: PageQuestion, { from, before }: NanoRange, nanos: bigint): NanoRange {
  return order === 'oldest_first' ? { from: nanos, before } : { from, before: nanos + 1n };
}

function startAfter({ order }: PageQuestion, { from, before }: NanoRange, nanos: bigint): NanoRange {
  return order === 'oldest_first' ? { from: nanos + 1n, before } : { from, before: nanos };
}

export function encodePlace(about: readonly unknown[], { from, before, told }: Place): string {
  return encodeCursor(about, `${from}:${before}:${told}`);
}

/** @throws Fault `invalid_arguments` for a cursor that is not of this list. */
export function decodePlace(about: readonly unknown[], cursor: string): Place {
  const [from = '', before = '', told = ''] = requirePlace(
    decodeCursor(about, cursor),
    /^(\d{1,19}):(\d{1,19}):(\d{1,4})$/u,
  );
  const place = { from: BigInt(from), before: BigInt(before), told: Number(told) };
  // A place may not reach further than a window: what is left to read is a part of one.
  if (place.before - place.from > nanosOf(operations['logs.search'].windowSec * 1000) + 1n) throw notOurs();
  return place;
}
