/** Numbered pages of the workspace, as long as the limit asks. */
import type { Answer } from '../../src/connector/connector.ts';
import { continueAt, decodeCursor } from '../../src/connector/cursor.ts';
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
  read: (page: PageOf) => Promise<{ count: number; results: readonly T[] }>,
): Promise<Listed<T>> {
  const about = [operation, search, limit];
  const from = cursor === undefined ? undefined : decodeCursor(about, cursor);
  const page = Number(from ?? 1);
  const { count, results } = await read({ search, page, size: limit });
  const next = results.length > 0 && page * limit < count ? String(page + 1) : undefined;
  return { items: results, place: continueAt(about, { from, next }) };
}
