import { Fault } from '../../core/fault.ts';

/** From base64 to text. @throws Fault `credential_rejected` for bytes that are not text; no error contains the bytes. */
export function decodeText(base64: string, name: string): string {
  const text = textIn(base64);
  if (text !== undefined) return text;
  throw new Fault(
    'credential_rejected',
    { kind: `secret ${name}`, reason: 'malformed' },
    `The secret ${name} holds binary data: store it as text in UTF-8.`,
  );
}

/** Undefined for bytes that are not UTF-8. */
export function textIn(base64: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
  } catch {
    return undefined;
  }
}
