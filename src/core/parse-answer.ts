/** An upstream answer that does not have the shape we rely on is `upstream_changed`, naming the place and never the content. */
import type { z } from 'zod';
import { Fault } from './fault.ts';
import { type UnreadRow, withoutNulls, withoutUnread } from './rows.ts';

/** Called with the rows that an answer has and that could not be read. */
export type NoteUnread = (rows: readonly UnreadRow[]) => void;

/**
 * Without `noteUnread` a row that cannot be read is a changed answer.
 * @throws Fault `upstream_changed` with the path of the first difference; `$` is the whole body.
 */
export function parseAnswer<S extends z.ZodType>(schema: S, body: string, noteUnread?: NoteUnread): z.infer<S> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (cause) {
    throw changedAt('$', { cause });
  }
  return matchAnswer(schema, value, noteUnread);
}

/** The same for an answer that a vendor's own client library parsed. */
export function matchAnswer<S extends z.ZodType>(schema: S, value: unknown, noteUnread?: NoteUnread): z.infer<S> {
  const first = schema.safeParse(value);
  if (first.success) return first.data;
  const { value: present, parsed } = parseWithoutNulls(schema, value, first);
  if (parsed.success) return parsed.data;
  const readable = noteUnread === undefined ? undefined : withoutUnread(present, parsed.error.issues);
  const read = readable === undefined ? undefined : schema.safeParse(readable.value);
  if (read?.success === true) {
    noteUnread?.(readable?.unread ?? []);
    return read.data;
  }
  throw changedAt(['$', ...(parsed.error.issues[0]?.path ?? [])].map(String).join('.'), { cause: parsed.error });
}

interface Parsed<S extends z.ZodType> {
  readonly value: unknown;
  readonly parsed: z.ZodSafeParseResult<z.output<S>>;
}

/** A schema reports what is wrong inside a union, or behind a first difference, only when the rest is right. */
const mostPasses = 3;

function parseWithoutNulls<S extends z.ZodType>(schema: S, value: unknown, first: Parsed<S>['parsed']): Parsed<S> {
  let now: Parsed<S> = { value, parsed: first };
  for (let pass = 0; pass < mostPasses && !now.parsed.success; pass += 1) {
    const present = withoutNulls(now.value, now.parsed.error.issues);
    if (present === undefined) break;
    now = { value: present, parsed: schema.safeParse(present) };
  }
  return now;
}

/** For what no schema sees: an answer that holds nothing of what was asked for. `path` begins with `$`. */
export function changedAt(path: string, options?: { cause: unknown }): Fault<'upstream_changed'> {
  return new Fault(
    'upstream_changed',
    { path },
    'Check that the address belongs to the right product and version; if so, report the path to Farol.',
    options,
  );
}
