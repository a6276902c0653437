import type { z } from 'zod';
import { findExcess, type PayloadCap } from '../payload-caps.ts';
import { TunnelError } from './tunnel-error.ts';

const excessWords = { depth: 'levels', values: 'values' } as const;

/** The payload of a request or an answer, by its cap and its schema. @throws TunnelError naming the field, never its value. */
export function parsePayload<S extends z.ZodType>(
  { schema, cap }: { readonly schema: S; readonly cap: PayloadCap },
  text: string,
  code: 'invalid_request' | 'invalid_answer',
): z.infer<S> {
  const excess = findExcess(text, cap);
  if (excess !== undefined) {
    throw new TunnelError(code, `The payload has more than ${cap[excess]} ${excessWords[excess]}.`);
  }
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
