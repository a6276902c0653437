import type { z } from 'zod';
import type { Operation } from '../../../catalog/operation.ts';
import { Fault } from '../../core/fault.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** Strict at every level. @throws Fault `invalid_arguments` naming the first field that is wrong. */
export function parseArguments({ arguments: schema }: Operation, args: unknown): Arguments {
  const parsed = schema.safeParse(args);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = fieldOf(issue);
  const known = Object.keys(schema.shape).join(', ');
  const remedy =
    issue?.code === 'unrecognized_keys'
      ? `Remove it; the arguments are: ${known}.`
      : `Correct ${field}: ${issue?.message ?? 'it is not valid'}.`;
  throw new Fault('invalid_arguments', { field }, remedy);
}

const longestField = 100;

function fieldOf(issue: z.core.$ZodIssue | undefined): string {
  const path = (issue?.path ?? []).map(String);
  const field = issue?.code === 'unrecognized_keys' ? [...path, issue.keys[0] ?? ''] : path;
  const text = field.join('.').replaceAll(/[^\x21-\x7e]/gu, '?');
  return text === '' ? 'args' : text.slice(0, longestField);
}
