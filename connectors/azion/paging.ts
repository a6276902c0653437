/** Numbered pages of the workspace, as long as the limit asks. */
import type { Answer } from '../../src/connector/connector.ts';
import { continueAt, decodeCursor } from '../../src/connector/cursor.ts';
import { receivedIn } from '../../src/core/rows.ts';
import type { PageOf } from './client.ts';

interface Wanted {
  readonly operation: string;
  readonly search?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface Listed<T> {
  readonly items: readonly T[];
  readonly place: Pick<Answer, 'truncated' | 'nextCursor'>;
}

export async function readPage<T>(
  { operation, search, limit, cursor }: Wanted,
  read: (page: PageOf) => Promise<{ count: number; page_size?: number | undefined; results: readonly T[] }>,
): Promise<Listed<T>> {
  const about = [operation, search, limit];
  const from = cursor === undefined ? undefined : decodeCursor(about, cursor);
  const page = Number(from ?? 1);
  const { count, page_size: size = limit, results } = await read({ search, page, size: limit });
  const received = receivedIn(results);
  // Azion may give shorter pages than it was asked for.
  const hasMore = (page - 1) * Math.min(size, limit) + received < count;
  const next = hasMore && received > 0 ? String(page + 1) : undefined;
  return { items: results, place: continueAt(about, { from, next, hasMore }) };
}
