/** What an error answer of the vendor says, and what its address and headers tell beside it. */
import { z } from 'zod';
import type { DecodedText } from '../../src/connector/decoded-response.ts';
import type { Seen } from '../../src/connector/symptom.ts';

const ErrorAnswer = z.object({
  message: z.string().catch(''),
  errors: z
    .array(z.object({ field: z.string().optional(), code: z.string().optional(), message: z.string().optional() }))
    .catch([]),
});

/** `owner/name` that a path speaks of. */
export function repositoryIn(path: string): string | undefined {
  return /^\/repos\/([^/]+\/[^/]+)/u.exec(path)?.[1];
}

export function headerOf({ response }: Seen, name: string): string | undefined {
  const value = response.headers[name];
  return typeof value === 'string' ? value : value?.[0];
}

/** The field that the vendor names as wrong, in the words of the catalog. */
export function fieldIn({ response }: Seen): string {
  const field = errorIn(response.body)?.errors[0]?.field;
  if (field === 'title' || field === 'body' || field === 'labels') return field;
  return field === 'q' ? 'text' : 'arguments';
}

/** Its reason, short and printable: only for answers about the caller's own question. */
export function reasonIn({ response }: Seen): string {
  const error = errorIn(response.body);
  const texts = [
    error?.message ?? '',
    ...(error?.errors ?? []).map(({ field, code, message }) => message ?? `${field ?? ''} ${code ?? ''}`),
  ];
  const text = texts
    .map((one) => one.replaceAll(/\p{C}+/gu, ' ').trim())
    .filter((one) => one !== '')
    .join(': ');
  if (text === '') return 'it gave no reason.';
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

function errorIn(body: DecodedText): z.infer<typeof ErrorAnswer> | undefined {
  try {
    return ErrorAnswer.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

/** Body of an error as the vendor writes it, for the examples of symptoms. */
export function errorBody(message: string, more: object = {}): string {
  return JSON.stringify({ message, documentation_url: 'https://docs.github.com/rest', ...more });
}
