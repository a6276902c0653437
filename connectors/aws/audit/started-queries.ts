/**
 * Queries that this Agent started. Results are read and queries are stopped for these and no others: the
 * vendor's permission would let the same identity read the results of everybody's queries.
 */
import { z } from 'zod';
import { continueAt, decodeCursor, encodeCursor } from '../../../src/connector/cursor.ts';
import { Fault } from '../../../src/core/fault.ts';

/** The position of a reader in the rows of one query. */
export interface QueryPlace {
  readonly id: string;
  /** The vendor's token of the page to read; undefined while the query runs, and for its first page. */
  readonly token?: string | undefined;
}

const Place = z.strictObject({ id: z.string().min(1).max(128), token: z.string().min(1).optional() });

export class StartedQueries {
  readonly #ids = new Set<string>();
  readonly #most: number;

  /** Beyond `most`, the oldest is forgotten, and its rows cannot be asked for any more. */
  constructor(most = 2000) {
    this.#most = most;
  }

  add(id: string): void {
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > this.#most && oldest !== undefined) this.#ids.delete(oldest);
  }

  /** `about` is everything that decides which query is meant, the cursor left out. */
  encode(about: readonly unknown[], place: QueryPlace): string {
    return encodeCursor(about, JSON.stringify(place));
  }

  /** How to go on after a page of rows; `next` is the vendor's token. @throws Fault `upstream_changed` for a page that names itself as the next. */
  goOn(
    about: readonly unknown[],
    { id, token }: QueryPlace,
    next: string | undefined,
  ): { truncated: boolean; nextCursor?: string } {
    const from = token === undefined ? undefined : JSON.stringify({ id, token });
    return continueAt(about, {
      from,
      next: next === undefined || next === '' ? next : JSON.stringify({ id, token: next }),
    });
  }

  /** @throws Fault `invalid_arguments` for a cursor of another question, `refused` for a query that was not started here. */
  decode(about: readonly unknown[], cursor: string): QueryPlace {
    const place = Place.safeParse(parseOrUndefined(decodeCursor(about, cursor)));
    if (place.success && this.#ids.has(place.data.id)) return place.data;
    throw new Fault(
      'refused',
      { rule: 'query_not_started_here' },
      'Send the request again without the cursor. The Agent reads only queries that it started itself since its own start, and this is not one of them.',
    );
  }
}

function parseOrUndefined(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
