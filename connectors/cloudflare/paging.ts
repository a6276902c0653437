/** Numbered pages of at least five entries, returned to the caller as a place in the whole list. */
import { z } from 'zod';
import type { Answer } from '../../src/connector/connector.ts';
import { continueAt, decodePlace } from '../../src/connector/cursor.ts';
import { Fault } from '../../src/core/fault.ts';
import { receivedIn, sliceRows } from '../../src/core/rows.ts';
import type { PageOf } from './client.ts';

/** Documented for zones and records alike. */
const leastPerPage = 5;

/** `start`: entries that were returned before. `perPage`: entries on a page, where Cloudflare gives fewer than it was asked for. */
const Place = z.strictObject({ start: z.int().min(1), perPage: z.int().min(1).optional() });

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
  read: (page: PageOf) => Promise<{
    result: readonly T[];
    result_info: { total_count: number; per_page?: number | undefined };
  }>,
): Promise<Paged<T>> {
  const about = [...list, limit];
  const from = cursor === undefined ? undefined : decodePlace(about, cursor, Place);
  const { start, perPage = Math.max(leastPerPage, limit) } = from ?? { start: 0 };
  const { result, result_info: info } = await read({ page: Math.floor(start / perPage) + 1, perPage });
  const skipped = start % perPage;
  const received = Math.min(Math.max(receivedIn(result) - skipped, 0), limit);
  if (received === 0 && start < info.total_count) throw shorterThanCounted();
  const items = sliceRows(result, skipped, skipped + limit);
  const end = start + received;
  const given = Math.min(info.per_page ?? perPage, perPage);
  const next = end < info.total_count ? JSON.stringify({ start: end, perPage: given }) : undefined;
  return { items, place: continueAt(about, { from: from && JSON.stringify(from), next }) };
}

/** Told as the end of the list, it would leave out what was counted. */
function shorterThanCounted(): Fault<'upstream_changed'> {
  const remedy =
    'Cloudflare counts more entries than its pages hold: retry with a lower limit; if it happens again, report it.';
  return new Fault('upstream_changed', { path: '$.result_info.total_count' }, remedy);
}
