/** An upstream answer that does not have the shape we rely on is `upstream_changed`, naming the place and never the content. */
import type { z } from 'zod';
import { Fault } from './fault.ts';

/** @throws Fault `upstream_changed` with the path of the first difference; `$` is the whole body. */
export function parseAnswer<S extends z.ZodType>(schema: S, body: string): z.infer<S> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (cause) {
    throw changedAt('$', { cause });
  }
  return matchAnswer(schema, value);
}

/** The same for an answer that a vendor's own client library parsed. */
export function matchAnswer<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw changedAt(['$', ...(parsed.error.issues[0]?.path ?? [])].map(String).join('.'), { cause: parsed.error });
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
