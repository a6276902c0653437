/**
 * Lists that the vendor gives page by page, with a mark of its own for the next: a cursor, an offset, a
 * page number or the last id. What is asked for is read until there is enough of it; a cursor says
 * exactly where to go on, inside a page too, and keeps the window of the first answer.
 */
import { z } from 'zod';
import type { ResolvedWindow } from '../../catalog/window.ts';
import type { Answer } from '../../src/connector/connector.ts';
import { continueAt, decodePlace } from '../../src/connector/cursor.ts';
import { declarations } from './slices.ts';
import { completeness } from './wording.ts';

/** Pages read for one answer. More than one is read only where some of what is read does not match. */
const mostPages = 10;

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** The vendor's mark of the next page; undefined after the last. */
  readonly next: string | undefined;
  /** What this page does not hold, in sentences. */
  readonly notes?: readonly string[];
}

export interface At {
  /** The vendor's mark; undefined for the first page. */
  readonly mark: string | undefined;
  readonly window: ResolvedWindow | undefined;
}

export interface ListRequest<Row> {
  readonly operation: keyof typeof declarations;
  readonly args: { readonly limit: number; readonly cursor?: string | undefined };
  readonly window?: ResolvedWindow | undefined;
  readonly read: (at: At) => Promise<Page<Row>>;
  readonly keep?: (row: Row) => boolean;
  /** Said when the list is empty: whether it was allowed to see, and what there is not. */
  readonly empty: string | (() => Promise<string>);
}

export interface ListRead<Row> {
  readonly rows: readonly Row[];
  readonly outcome: Pick<Answer, 'complete' | 'truncated' | 'because' | 'nextCursor'>;
}

/** The latest time that the language can spell. */
const latestMs = 8_640_000_000_000_000;

/** `skip`: rows of the page that were answered already. */
const Place = z.strictObject({
  mark: z.string().optional(),
  skip: z.int().min(0),
  window: z.strictObject({ fromMs: z.int().min(0), toMs: z.int().max(latestMs) }).optional(),
});
type Place = z.infer<typeof Place>;

/** @throws Fault `invalid_arguments` for a cursor of another list, `upstream_changed` when a page names itself as the next. */
export async function readList<Row>(request: ListRequest<Row>): Promise<ListRead<Row>> {
  const { operation, args, keep = () => true, read, window } = request;
  const about = [operation, { ...args, cursor: undefined }];
  const from = args.cursor === undefined ? undefined : decodePlace(about, args.cursor, placeIn(operation));
  const start: Place = from ?? { skip: 0, ...(window && { window }) };
  const rows: Row[] = [];
  const notes = new Set<string>();
  let at: Place | undefined = start;
  for (let pages = 0; at !== undefined && pages < mostPages && rows.length < args.limit; pages += 1) {
    const page: Page<Row> = await read({ mark: at.mark, window: at.window });
    for (const note of page.notes ?? []) notes.add(note);
    const left = page.rows.filter(keep).slice(at.skip);
    const taken = left.slice(0, args.limit - rows.length);
    rows.push(...taken);
    if (taken.length < left.length) at = { ...at, skip: at.skip + taken.length };
    else {
      continueAt(about, { from: at.mark, next: page.next });
      at = page.next === undefined ? undefined : { ...at, mark: page.next, skip: 0 };
    }
  }
  const going = continueAt(about, { from: from && JSON.stringify(from), next: at && JSON.stringify(at) });
  if (rows.length > 0) return { rows, outcome: { ...completeness([...notes]), ...going } };
  const words = await wordsOfEmpty(request, { isGoingOn: at !== undefined, isFirst: from === undefined });
  const because = [...notes, words].join(' ');
  return { rows, outcome: { complete: notes.size === 0, because, ...going } };
}

/** A cursor is not signed: what it says is left of a window may not be wider than one. */
function placeIn(operation: keyof typeof declarations): z.ZodType<Place> {
  const declaration = declarations[operation];
  const mostMs = 'windowSec' in declaration ? declaration.windowSec * 1000 : 0;
  return Place.refine(({ window: { fromMs, toMs } = { fromMs: 0, toMs: 0 } }) => {
    return fromMs <= toMs && toMs - fromMs <= mostMs;
  });
}

async function wordsOfEmpty<Row>(
  { empty }: ListRequest<Row>,
  { isGoingOn, isFirst }: { readonly isGoingOn: boolean; readonly isFirst: boolean },
): Promise<string> {
  if (isGoingOn) return 'Nothing matches in the part that was read; continue with nextCursor.';
  if (!isFirst) return 'The previous page was the last.';
  return typeof empty === 'string' ? empty : empty();
}

/** Mark of the page after one of so many rows at this offset. Only an empty page is the last: others may be shorter than asked for. */
export function offsetAfter({ mark }: At, rows: number): string | undefined {
  return rows === 0 ? undefined : String(Number(mark ?? 0) + rows);
}

/** The same for pages that are counted, from 0 on. */
export function pageAfter({ mark }: At, rows: number): string | undefined {
  return rows === 0 ? undefined : String(Number(mark ?? 0) + 1);
}
