/**
 * Acts and questions of an organization in one order, newest first. Each table is read by its index of time; what a
 * filter asks for besides is looked for in a bounded number of records, so that one request costs no walk over all.
 */
import type { AuditEntry } from '../api/api.ts';
import { parseTimeCursor, renderTimeCursor } from '../store/time-cursor.ts';
import type { Db } from '../store/database.ts';
import { type AuditFilter, isNarrow } from './audit-filter.ts';
import { describeAct, describeQuestion } from './describe-record.ts';
import { isSought, type Place, readActs, readQuestions, type Slice } from './read-records.ts';

export interface AuditQuery extends AuditFilter {
  readonly limit: number;
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
  /** Of each table, for one page with a filter. */
  readonly scannedAtOnce?: number;
}

export interface AuditPage {
  readonly entries: AuditEntry[];
  readonly next_cursor?: string;
}

const defaultScanned = 20_000;

/** A cursor that is none reads from the newest. */
export async function listAudit(db: Db, organization: string, query: AuditQuery): Promise<AuditPage> {
  const { limit, cursor = '', scannedAtOnce = defaultScanned } = query;
  const range = {
    organization,
    after: parseTimeCursor(cursor),
    rows: limit + 1,
    scanned: isNarrow(query) ? scannedAtOnce : undefined,
  };
  const none = { rows: [], lastScanned: undefined };
  const [acts, questions] = await Promise.all([
    isSought('act', query) ? readActs(db, range, query) : none,
    isSought('question', query) ? readQuestions(db, range, query) : none,
  ]);
  const sorted = [
    ...acts.rows.map((row) => ({ at: row.at, id: row.id, describe: () => describeAct(row) })),
    ...questions.rows.map((row) => ({ at: row.asked_at, id: row.id, describe: () => describeQuestion(row) })),
  ].toSorted(newestFirst);
  // Beyond where one table was read to, it may have records that belong between those of the other.
  const bound = newest(acts, questions);
  const known = bound === undefined ? sorted : sorted.filter((one) => newestFirst(one, bound) <= 0);
  const page = known.slice(0, limit);
  const next = known.length > limit ? page.at(-1) : bound;
  return {
    entries: page.flatMap((one) => one.describe()),
    ...(next !== undefined && { next_cursor: renderTimeCursor(next) }),
  };
}

function newest(...slices: readonly Slice<unknown>[]): Place | undefined {
  return slices.flatMap(({ lastScanned }) => lastScanned ?? []).toSorted(newestFirst)[0];
}

function newestFirst(a: Place, b: Place): number {
  if (a.at !== b.at) return b.at - a.at;
  if (a.id === b.id) return 0;
  return a.id < b.id ? 1 : -1;
}
