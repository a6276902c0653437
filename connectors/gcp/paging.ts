/**
 * Lists that the vendor gives page by page, and in some cases place by place. What is asked for is read
 * until there is enough of it; a cursor says exactly where to go on, inside a page too.
 */
import { z } from 'zod';
import type { ResolvedWindow } from '../../catalog/window.ts';
import type { Answer } from '../../src/connector/connector.ts';
import { decodeCursor, encodeCursor } from '../../src/connector/cursor.ts';

/** Pages read for one answer, unless the list says otherwise. Reached only where most of what is read does not match. */
const usualPages = 12;
/** Longest cursor that an argument takes. */
const maxCursorLength = 4000;

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly nextPageToken?: string | undefined;
  /** What this page does not hold, in sentences. */
  readonly notes?: readonly string[];
}

export interface At {
  readonly place: string;
  readonly pageToken: string | undefined;
  readonly window: ResolvedWindow | undefined;
}

export interface ListRequest<Row> {
  /** Name of the operation. */
  readonly operation: string;
  readonly args: { readonly limit: number; readonly cursor?: string | undefined };
  /** Each is read to its end before the next; one without a name when there is only one. */
  readonly places?: readonly string[];
  /** As resolved for this answer; a cursor goes on with the window of its first one, where relative ends stood elsewhere. */
  readonly window?: ResolvedWindow | undefined;
  readonly read: (at: At) => Promise<Page<Row>>;
  readonly keep?: (row: Row) => boolean;
  readonly maxPages?: number;
  /** Said when the list is empty: that the read was allowed, and what there is not. */
  readonly empty: string;
}

export interface ListRead<Row> extends Pick<Answer, 'complete' | 'truncated' | 'because' | 'nextCursor'> {
  readonly rows: readonly Row[];
}

/** `skip`: rows of the page that were answered already. */
const Place = z.strictObject({
  place: z.string(),
  token: z.string().optional(),
  skip: z.int().min(0),
  window: z.strictObject({ fromMs: z.number(), toMs: z.number() }).optional(),
});
type Place = z.infer<typeof Place>;

/** @throws Fault `invalid_arguments` for a cursor of another list. */
export async function readList<Row>(request: ListRequest<Row>): Promise<ListRead<Row>> {
  const { operation, args, places = [''], keep = () => true, maxPages = usualPages } = request;
  const about = [operation, { ...args, cursor: undefined }];
  const start = args.cursor === undefined ? undefined : Place.parse(JSON.parse(decodeCursor(about, args.cursor)));
  const rows: Row[] = [];
  const notes: string[] = [];
  let at: Place | undefined = start ?? firstOf(places, request.window);
  for (let pages = 0; at !== undefined && pages < maxPages && rows.length < args.limit; pages += 1) {
    const page: Page<Row> = await request.read({ place: at.place, pageToken: at.token, window: at.window });
    notes.push(...(page.notes ?? []));
    const matching = page.rows.filter(keep).slice(at.skip);
    const taken = matching.slice(0, args.limit - rows.length);
    rows.push(...taken);
    at =
      taken.length < matching.length ? { ...at, skip: at.skip + taken.length } : nextOf(at, page.nextPageToken, places);
  }
  return describe({
    rows,
    notes: [...new Set(notes)],
    about,
    at,
    empty: request.empty,
    hasStarted: start !== undefined,
  });
}

function firstOf(places: readonly string[], window: ResolvedWindow | undefined): Place | undefined {
  const [place] = places;
  return place === undefined ? undefined : { place, skip: 0, ...(window !== undefined && { window }) };
}

function nextOf(at: Place, token: string | undefined, places: readonly string[]): Place | undefined {
  if (token !== undefined && token !== '') return { ...at, token, skip: 0 };
  return firstOf(places.slice(places.indexOf(at.place) + 1), at.window);
}

interface Read<Row> {
  readonly rows: readonly Row[];
  readonly notes: readonly string[];
  readonly about: readonly unknown[];
  readonly at: Place | undefined;
  readonly empty: string;
  readonly hasStarted: boolean;
}

function describe<Row>({ rows, notes, about, at, empty, hasStarted }: Read<Row>): ListRead<Row> {
  const cursor = at === undefined ? undefined : encodeCursor(about, JSON.stringify(at));
  const isLost = cursor !== undefined && cursor.length > maxCursorLength;
  const reasons = [...notes];
  if (isLost) reasons.push('The list goes on, but its place is too long for a cursor: ask for less at a time.');
  if (rows.length === 0) reasons.push(cursor === undefined ? emptyWords(empty, hasStarted) : nothingYet);
  return {
    rows,
    complete: notes.length === 0 && !isLost,
    ...(reasons.length > 0 && { because: reasons.join(' ') }),
    truncated: cursor !== undefined,
    ...(cursor !== undefined && !isLost && { nextCursor: cursor }),
  };
}

const nothingYet = 'Nothing matches in the part that was read; the cursor reads on.';

function emptyWords(empty: string, hasStarted: boolean): string {
  return hasStarted ? 'The list ended with the answer before.' : empty;
}

/** The envelope's share of a list that was read. */
export function outcomeOf<Row>({ rows: _rows, ...outcome }: ListRead<Row>): Omit<ListRead<Row>, 'rows'> {
  return outcome;
}
