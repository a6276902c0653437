/** Names that people give to each other, to tokens and to passkeys. */
import type { z } from 'zod';

/** One line: a control character could steer the terminal of an operator who lists it. */
export function oneLine(text: z.ZodString): z.ZodString {
  return text
    .min(1)
    .max(80)
    .refine((name) => !/\p{Cc}/u.test(name), { error: 'must not contain control characters' });
}
