/** What an error answer of the vendor says, in the two forms it takes. */
import { z } from 'zod';
import type { DecodedText } from '../../src/connector/decoded-response.ts';

/** https://cloud.google.com/apis/design/errors: `reason` and `metadata` of an ErrorInfo are for programs. */
const ErrorAnswer = z.object({
  error: z.object({
    message: z.string().catch(''),
    status: z.string().optional().catch(undefined),
    errors: z.array(z.object({ reason: z.string().optional() })).catch([]),
    details: z
      .array(
        z.object({
          '@type': z.string().catch(''),
          reason: z.string().optional(),
          metadata: z.record(z.string(), z.string()).optional(),
        }),
      )
      .catch([]),
  }),
});

const TokenError = z.object({ error: z.string(), error_description: z.string().catch('') });

export interface VendorError {
  readonly message: string;
  readonly status?: string | undefined;
  /** Of the ErrorInfo, or of the older list of errors. */
  readonly reason?: string | undefined;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Undefined for a body that is no error of the vendor. */
export function readVendorError(body: DecodedText): VendorError | undefined {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return undefined;
  }
  const token = TokenError.safeParse(json);
  if (token.success) return { message: token.data.error_description, reason: token.data.error, metadata: {} };
  const answer = ErrorAnswer.safeParse(json);
  if (!answer.success) return undefined;
  const { message, status, errors, details } = answer.data.error;
  const info = details.find((one) => one['@type'].endsWith('google.rpc.ErrorInfo'));
  return { message, status, reason: info?.reason ?? errors[0]?.reason, metadata: info?.metadata ?? {} };
}

/** A reason as the vendor words it, short and printable: only for answers about the caller's own question. */
export function quoteReason(body: DecodedText): string {
  const message = readVendorError(body)?.message ?? '';
  if (message === '') return 'it gave no reason.';
  const printable = message.replaceAll(/\p{C}+/gu, ' ').trim();
  return printable.length > 300 ? `${printable.slice(0, 300)}…` : printable;
}
