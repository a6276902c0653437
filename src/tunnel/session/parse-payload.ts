import type { z } from 'zod';
import { type CommandAnswer, type CommandName, commands } from '../messages.ts';
import { commandCaps, findExcess, type PayloadCap } from '../payload-caps.ts';
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

/** The answer to a command as it came over the tunnel. @throws TunnelError `invalid_answer`. */
export function readAnswer<N extends CommandName>(name: N, text: string): CommandAnswer<N> {
  const wanted = { schema: commands[name].answer, cap: commandCaps[name].answer };
  // The table pairs each name with its answer, which the compiler cannot follow through the index.
  return parsePayload(wanted, text, 'invalid_answer') as CommandAnswer<N>;
}
