/** Numbered pages, of which SonarQube gives no entry beyond the 10,000th. */
import type { Answer } from '../../src/connector/connector.ts';
import { continueAt, decodeCursor } from '../../src/connector/cursor.ts';
import { receivedIn } from '../../src/core/rows.ts';
import type { PageOf } from './client.ts';

export const mostResults = 10_000;

export interface ListPlace {
  readonly page: PageOf;
  /** The part of the answer that says how to go on, once the page has come. */
  goOn(found: {
    readonly rows: readonly unknown[];
    readonly paging: { readonly total: number; readonly pageSize?: number | undefined };
  }): Pick<Answer, 'complete' | 'because' | 'truncated' | 'nextCursor'>;
}

/** The limit decides where pages begin, so that it belongs to what the list is about. */
export function placeIn(list: readonly unknown[], limit: number, cursor: string | undefined): ListPlace {
  const about = [...list, limit];
  const from = cursor === undefined ? undefined : decodeCursor(about, cursor);
  const page = Number(from ?? 1);
  return {
    page: { page, pageSize: limit },
    goOn({ rows, paging: { total, pageSize = limit } }) {
      // A server may give shorter pages than it was asked for.
      const size = Math.min(pageSize, limit);
      const count = receivedIn(rows);
      if ((page - 1) * size + count >= total) return { complete: true, truncated: false };
      if (count === 0) return { complete: false, because: shorterThanCounted(total), truncated: true };
      if ((page + 1) * size > mostResults) return capped(total);
      return { complete: true, ...continueAt(about, { from, next: String(page + 1) }) };
    },
  };
}

function shorterThanCounted(total: number): string {
  return `SonarQube counts ${total} and returns none of them on this page: some may be hidden from the token.`;
}

function capped(total: number): Pick<Answer, 'complete' | 'because' | 'truncated'> {
  const because = `SonarQube returns only the first 10,000 of ${total}: narrow the request, for issues by window, severities or types.`;
  return { complete: false, because, truncated: true };
}
