/**
 * The key file of a service account, and the signed statement it buys an access token with (RFC 7523, as
 * https://developers.google.com/identity/protocols/oauth2/service-account describes it).
 */
import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { z } from 'zod';
import { Fault } from '../../core/fault.ts';
import type { Secret } from '../../core/secret.ts';

/** The one address that a key may send its signed statement to, whatever the file says. */
export const tokenAddress = 'https://oauth2.googleapis.com/token';

const KeyFile = z.object({
  type: z.literal('service_account'),
  client_email: z.string().min(3),
  private_key: z.string(),
  private_key_id: z.string(),
});

const OtherFile = z.object({ type: z.string().regex(/^[a-z_]{1,64}$/u) });

export interface ServiceAccountKey {
  readonly email: string;
  readonly keyId: string;
  readonly privateKey: KeyObject;
}

/** The variables that messages name. */
export interface KeyVariables {
  readonly key: string;
  readonly mode: string;
}

/** @throws Fault `credential_rejected` saying what the text is instead, never the text. */
export function parseKey(secret: Secret, variables: KeyVariables): ServiceAccountKey {
  const json = parseJson(secret.reveal());
  const file = KeyFile.safeParse(json);
  if (!file.success) throw malformed(remedyFor(json, variables));
  try {
    return {
      email: file.data.client_email,
      keyId: file.data.private_key_id,
      privateKey: createPrivateKey(file.data.private_key),
    };
  } catch (cause) {
    throw malformed(`The private_key in ${variables.key} is not a PEM key: give the file as it was downloaded.`, {
      cause,
    });
  }
}

/** Good for an hour, the longest that is taken. */
export function signStatement(key: ServiceAccountKey, scope: string, nowMs: number): string {
  const nowSec = Math.floor(nowMs / 1000);
  const header = { alg: 'RS256', typ: 'JWT', kid: key.keyId };
  const claims = { iss: key.email, scope, aud: tokenAddress, iat: nowSec, exp: nowSec + 3600 };
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), key.privateKey).toString('base64url')}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function remedyFor(json: unknown, { key, mode }: KeyVariables): string {
  if (json === undefined) return `${key} is not JSON: give the whole key file, or its path in ${key}_FILE.`;
  const other = OtherFile.safeParse(json);
  switch (other.success ? other.data.type : '') {
    case 'authorized_user':
      return `${key} is the sign-in of a person: create a service account, and a key of it.`;
    case 'external_account':
      return `${key} is a federation file, not a key: set ${mode}=chain where the workload has a bound service account.`;
    default:
      return `${key} lacks type, client_email, private_key or private_key_id: give the file as it was downloaded.`;
  }
}

function malformed(remedy: string, options?: { cause: unknown }): Fault {
  return new Fault('credential_rejected', { kind: 'service account key', reason: 'malformed' }, remedy, options);
}
