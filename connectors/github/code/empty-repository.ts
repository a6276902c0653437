/** A repository without a commit: the vendor refuses to list what it does not have yet, which is an answer all the same. */
import { z } from 'zod';
import { Message } from '../schema-parts.ts';

export const isEmptyRepository = /repository is empty/iu;

export const noCommitYet = 'A repository without a commit has none.';

/** The list, or an empty one where the vendor says that the repository is empty. */
export function orNothing<S extends z.ZodArray>(list: S): z.ZodType<z.infer<S>> {
  // Sound because an empty list is a list of every kind of row.
  return z.union([list, Message.transform(() => [])]) as unknown as z.ZodType<z.infer<S>>;
}
