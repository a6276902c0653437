/** Numbered pages of at least five entries, told to the caller as a place in the whole list. */
import type { Answer } from '../../src/connector/connector.ts';
import { continueAt, decodeCursor } from '../../src/connector/cursor.ts';
import type { PageOf } from './client.ts';

/** Documented for zones and records alike. */
const leastPerPage = 5;

export interface Slice extends PageOf {
  /** Entries at the beginning of the page that were told before. */
  readonly skipped: number;
  readonly limit: number;
}

export interface Paged<T> {
  readonly items: readonly T[];
  readonly place: Pick<Answer, 'truncated' | 'nextCursor'>;
}

interface Wanted {
  readonly about: readonly unknown[];
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** Reads the one page that holds the next entries. The limit is part of the place, because it decides where pages begin. */
export async function readSlice<T>(
  { about: list, limit, cursor }: Wanted,
  read: (page: PageOf) => Promise<{ result: readonly T[]; result_info: { total_count: number } }>,
): Promise<Paged<T>> {
  const about = [...list, limit];
  const from = cursor === undefined ? undefined : decodeCursor(about, cursor);
  const start = Number(from ?? 0);
  const perPage = Math.max(leastPerPage, limit);
  const { result, result_info: info } = await read({ page: Math.floor(start / perPage) + 1, perPage });
  const skipped = start % perPage;
  const items = result.slice(skipped, skipped + limit);
  const end = start + items.length;
  const next = items.length > 0 && end < info.total_count ? String(end) : undefined;
  return { items, place: continueAt(about, { from, next }) };
}
