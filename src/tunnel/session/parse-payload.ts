import type { z } from 'zod';
import { TunnelError } from './tunnel-error.ts';

/** The payload of a request or an answer, by its schema. @throws TunnelError naming the field, never its value. */
export function parsePayload<S extends z.ZodType>(
  schema: S,
  text: string,
  code: 'invalid_request' | 'invalid_answer',
): z.infer<S> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new TunnelError(code, 'The payload is not JSON.', { cause: error });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new TunnelError(
    code,
    `The payload is not valid at ${issue?.path.join('.').slice(0, 80) ?? ''}: ${issue?.code ?? ''}.`,
  );
}
