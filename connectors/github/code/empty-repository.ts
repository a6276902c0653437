/** A repository without a commit: the vendor refuses to list what it does not have yet, which is an answer all the same. */
import { z } from 'zod';
import { Message } from '../schema-parts.ts';

export const isEmptyRepository = /repository is empty/iu;

export const noCommitYet = 'A repository without a commit has none.';

/** The list, or an empty one where the vendor says that the repository is empty. */
export function orNothing<Row>(list: z.ZodType<Row[]>): z.ZodType<Row[]> {
  return z.union([list, Message.transform((): Row[] => [])]);
}
