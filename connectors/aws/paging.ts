/** One page of a list becomes one answer: cursor of this list and no other, and a reason when there is nothing. */
import type { Answer } from '../../src/connector/connector.ts';
import { continueAt, decodeCursor } from '../../src/connector/cursor.ts';
import { isChange, mapList } from '../../src/connector/map-rows.ts';
import { explainUnread, type UnreadRow } from '../../src/core/rows.ts';

export interface PageQuestion {
  readonly operation: string;
  /** Everything that decides what the list holds, the cursor left out. */
  readonly args: Readonly<Record<string, unknown>> & { readonly cursor?: string | undefined };
  /** Region the list was read from. */
  readonly region: string;
  /** What the list holds, in the plural: `volumes`. */
  readonly what: string;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** The vendor's own token of the page after. */
  readonly next?: string | undefined;
}

/** `read` gets the vendor's token of the page that is asked for; `toData` gets its items. */
export async function answerPage<Item, Data>(
  { operation, args, region, what }: PageQuestion,
  read: (after: string | undefined) => Promise<Page<Item>>,
  toData: (items: readonly Item[]) => Data,
): Promise<Answer<Data>> {
  const { cursor, ...rest } = args;
  const about = [operation, region, rest];
  const after = cursor === undefined ? undefined : decodeCursor(about, cursor);
  const { items, next } = await read(after);
  const hasMore = next !== undefined && next !== '';
  const unread: UnreadRow[] = [];
  const data = mapList(items, toData, { list: what, noteUnread: (rows) => void unread.push(...rows), isOfRow });
  return {
    data,
    complete: unread.length === 0,
    ...(unread.length > 0 && { because: explainUnread(unread) }),
    ...(items.length === 0 && { because: emptyBecause({ what, region, hasMore, isFirst: after === undefined }) }),
    ...continueAt(about, { from: after, next }),
  };
}

/** The library hands on values of other types than its model says, on which a mapping fails as it may. */
function isOfRow(error: unknown): boolean {
  return isChange(error) || error instanceof TypeError || error instanceof RangeError;
}

interface Emptiness {
  readonly what: string;
  readonly region: string;
  readonly hasMore: boolean;
  readonly isFirst: boolean;
}

function emptyBecause({ what, region, hasMore, isFirst }: Emptiness): string {
  if (hasMore) return `This page of ${what} in ${region} is empty and others follow: continue with nextCursor.`;
  return isFirst
    ? `The read was allowed, and this account has no such ${what} in ${region}.`
    : `There are no further ${what} in ${region}.`;
}

/** Pages put together, as many as `most`; `next` is left only when there are others. */
export async function readPages<Item>(
  most: number,
  read: (marker?: string) => Promise<Page<Item>>,
): Promise<Page<Item>> {
  const items: Item[] = [];
  let next: string | undefined;
  for (let count = 0; count < most; count += 1) {
    const page = await read(next);
    items.push(...page.items);
    if (page.next === undefined || page.next === '') return { items };
    ({ next } = page);
  }
  return { items, next };
}

/** Most lists of EC2 take 5 to 1000 entries for one page, and refuse other sizes. */
const least = 5;
const most = 1000;

/** `ceiling` where a list takes fewer. */
export function pageSizeFor(limit: number, ceiling = most): number {
  return Math.min(Math.max(limit, least), ceiling);
}
