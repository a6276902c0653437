/**
 * Opaque place in a list that is read page by page. It belongs to one operation, source and set of
 * arguments; used with others it is refused, instead of answering with a page of something else.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Fault } from '../core/fault.ts';

const Place = z.strictObject({ for: z.string(), after: z.string() });

/** `about` is everything that decides what the list holds: operation, source and arguments but for the cursor. */
export function encodeCursor(about: readonly unknown[], after: string): string {
  return Buffer.from(JSON.stringify({ for: digestOf(about), after })).toString('base64url');
}

/** @throws Fault `invalid_arguments` for a cursor that is not of this list. */
export function decodeCursor(about: readonly unknown[], cursor: string): string {
  const place = Place.safeParse(parseOrUndefined(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (place.success && place.data.for === digestOf(about)) return place.data.after;
  throw new Fault(
    'invalid_arguments',
    { field: 'cursor' },
    'Repeat the other arguments of the answer the cursor came from, or leave the cursor out to begin again.',
  );
}

function digestOf(about: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(about)).digest('base64url').slice(0, 22);
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
