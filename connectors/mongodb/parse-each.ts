import type { z } from 'zod';
import { Fault } from '../../src/core/fault.ts';

/** Entries of a list in the shape that is used. @throws Fault `upstream_changed` with the place of the first that is not. */
export function parseEach<S extends z.ZodType>(schema: S, entries: readonly unknown[], call: string): z.infer<S>[] {
  return entries.map((entry, at) => {
    const parsed = schema.safeParse(entry);
    if (parsed.success) return parsed.data;
    const path = [call, at, ...(parsed.error.issues[0]?.path ?? [])].map(String).join('.');
    const remedy =
      'Check that MONGO_URI names a MongoDB of a release that is still maintained; if it does, report the path.';
    throw new Fault('upstream_changed', { path }, remedy, { cause: parsed.error });
  });
}
