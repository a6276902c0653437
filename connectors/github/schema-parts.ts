/** What many answers share. Only the fields used are described, so that new ones never break a read. */
import { z } from 'zod';

/** Null, absent and empty mean the same: there is none. */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => (text === null || text === '' ? undefined : text));

export const optionalTime = z.iso
  .datetime({ offset: true })
  .nullish()
  .transform((time) => time ?? undefined);

/** The login of an account that may be gone. */
export const optionalLogin = z
  .object({ login: z.string().optional() })
  .nullish()
  .transform((account) => account?.login);

export const Message = z.object({ message: z.string() });
