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
  throw notOfThisList();
}

/** A place that is more than a text, written as JSON. @throws Fault `invalid_arguments` also for one of another shape: a caller can make up what no answer gave. */
export function decodePlace<S extends z.ZodType>(about: readonly unknown[], cursor: string, shape: S): z.infer<S> {
  const place = shape.safeParse(parseOrUndefined(decodeCursor(about, cursor)));
  if (place.success) return place.data;
  throw notOfThisList();
}

export interface Step {
  /** Where this page began, as the system spells it; undefined for the first. */
  readonly from: string | undefined;
  /** Where the system says the next one begins; undefined or empty after the last. */
  readonly next: string | undefined;
  /** The system says in another way that there is more: by a count, a flag. Without `next` nobody can read it. */
  readonly hasMore?: boolean;
}

/**
 * The part of an answer that says how to go on. A system that names the page just read as the next one
 * would be walked for ever. @throws Fault `upstream_changed`.
 */
export function continueAt(
  about: readonly unknown[],
  { from, next, hasMore = false }: Step,
): { truncated: boolean; nextCursor?: string } {
  if (next === undefined || next === '') return { truncated: hasMore };
  if (next !== from) return { truncated: true, nextCursor: encodeCursor(about, next) };
  const remedy = 'The upstream system returns the same page repeatedly: check it, and narrow the request meanwhile.';
  throw new Fault('upstream_changed', { path: 'the place of the next page' }, remedy);
}

function notOfThisList(): Fault {
  return new Fault(
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
