/** Pages of a list that is made for each of them: the cursor is how many entries were returned before. */
import { z } from 'zod';

export const OffsetCursor = z
  .string()
  .regex(/^\d{1,6}$/u, { error: 'must be next_cursor of the page before' })
  .optional()
  .describe('next_cursor of the page before');

export interface Page<T> {
  readonly entries: readonly T[];
  readonly total: number;
  readonly next?: { readonly next_cursor: string };
}

export function pageOf<T>(all: readonly T[], { cursor = '0', limit }: { cursor?: string | undefined; limit: number }) {
  const from = Number(cursor);
  const until = from + limit;
  const page: Page<T> = {
    entries: all.slice(from, until),
    total: all.length,
    ...(until < all.length && { next: { next_cursor: String(until) } }),
  };
  return page;
}
