/** What the vendor's reference (REST interface, version 2022-11-28) says of many calls: nothing is allowed that is not described. */
import { z } from 'zod';

export const time = z.iso.datetime({ offset: true });
export const account = z.looseObject({ login: z.string(), id: z.int(), type: z.string() });
export const address = z.url();
export const sha = z.string().regex(/^[0-9a-f]{40}$/u);

const perPage = z
  .string()
  .regex(/^(?:[1-9]\d?|100)$/u)
  .optional();
const number = z
  .string()
  .regex(/^[1-9]\d{0,9}$/u)
  .optional();

export const paged = { per_page: perPage, page: number };
export const after = { per_page: perPage, after: z.string().min(1).optional() };

/** The token, the version and the media type go with every call. */
export const headersOf = (accept = 'application/vnd.github+json'): z.ZodType =>
  z.looseObject({
    accept: z.literal(accept),
    'x-github-api-version': z.literal('2022-11-28'),
    authorization: z.string().regex(/^Bearer \S+$/u),
    'user-agent': z.string().min(1),
  });

/** Of most reads. */
export const read = { headers: headersOf() };
