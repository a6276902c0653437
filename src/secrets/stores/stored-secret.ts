/** What a store gave for one name: a text, which may be a JSON object, or named fields. Never printed, never part of an error. */
import { Secret } from '../../core/secret.ts';
import { Fault } from '../../core/fault.ts';

export type StoredSecret =
  | { readonly kind: 'text'; readonly text: string }
  /** A field that is not text is undefined. */
  | { readonly kind: 'fields'; readonly fields: ReadonlyMap<string, string | undefined> };

/** Why there is no text under a key; completes a sentence about the secret. */
export type Lack = 'key_needed' | 'no_object' | 'no_such_key' | 'not_text';

export type Picked = { readonly text: string } | { readonly lack: Lack };

/** The text under a key, or the whole text when no key is asked for. */
export function pickText(stored: StoredSecret, key: string | undefined): Picked {
  if (key === undefined) return stored.kind === 'text' ? { text: stored.text } : { lack: 'key_needed' };
  const fields = stored.kind === 'fields' ? stored.fields : fieldsOf(parseJson(stored.text));
  if (fields === undefined) return { lack: 'no_object' };
  if (!fields.has(key)) return { lack: 'no_such_key' };
  const text = fields.get(key);
  return text === undefined ? { lack: 'not_text' } : { text };
}

/** Everything in it that must not be seen: the whole, and every text inside. */
export function secretsIn(stored: StoredSecret): Secret[] {
  const texts = stored.kind === 'fields' ? [...stored.fields.values()] : [stored.text];
  const all = texts.flatMap((text) => (text === undefined ? [] : [text, ...textsIn(parseJson(text))]));
  return [...new Set(all)].map((text) => new Secret(text));
}

/** Fields of a JSON object; undefined for anything else. */
export function fieldsOf(value: unknown): ReadonlyMap<string, string | undefined> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return new Map(Object.entries(value).map(([key, one]) => [key, typeof one === 'string' ? one : undefined]));
}

/** Without a cause: the error of the parser would quote the text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (isServiceAccountKey(value)) return [value.private_key];
  return Object.values(value).flatMap(textsIn);
}

/**
 * A key file of Google Cloud has one secret among the names of project, account and addresses, which
 * are in every answer of that cloud: https://developers.google.com/identity/protocols/oauth2/service-account
 */
function isServiceAccountKey(value: object): value is { private_key: string } {
  if (!('type' in value && 'private_key' in value)) return false;
  return value.type === 'service_account' && typeof value.private_key === 'string';
}

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
