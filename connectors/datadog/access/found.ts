/** Enough of an answer to know that it is one: a check reads nothing of what it finds. */
import { z } from 'zod';

export const AnyAnswer = z.looseObject({});
export const FoundAnswer = z.looseObject({ data: z.array(z.unknown()).nullish() });
