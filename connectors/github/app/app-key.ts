/** The private key of a GitHub App, and the signed statement that it proves the app with. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { Fault } from '../../../src/core/fault.ts';
import type { Secret } from '../../../src/core/secret.ts';

/** The library sets `iat` half a minute back; a minute is what GitHub advises (`exp` follows ten minutes after it). */
const fartherBackSec = 30;

/** @throws Fault `credential_rejected` saying what the text is instead, never the text. */
export function parseAppKey(secret: Secret): KeyObject {
  // As the library does: an environment variable often carries line breaks so.
  const text = secret.reveal().replaceAll(String.raw`\n`, '\n');
  let key: KeyObject;
  try {
    key = createPrivateKey(text);
  } catch (cause) {
    throw malformed(whatElse(text), { cause });
  }
  if (key.asymmetricKeyType === 'rsa') return key;
  throw malformed(`GITHUB_APP_PRIVATE_KEY holds a key of another kind than RSA, which is no key of a GitHub App.`);
}

/** `SHA256:…`, as GitHub lists the keys of an app (https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/managing-private-keys-for-github-apps). */
export function fingerprintOf(key: KeyObject): string {
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return `SHA256:${createHash('sha256').update(spki).digest('base64')}`;
}

/** `id`: the number of the app, or its client id. Good for nine minutes from now; GitHub accepts ten at most. */
export async function signStatement(id: string, key: KeyObject, nowMs: number): Promise<string> {
  const { default: githubAppJwt } = await import('universal-github-app-jwt');
  // The library reads only one form of PEM well, without anything around it.
  const privateKey = key.export({ type: 'pkcs8', format: 'pem' }).toString();
  const { token } = await githubAppJwt({ id, privateKey, now: Math.floor(nowMs / 1000) - fartherBackSec });
  return token;
}

function whatElse(text: string): string {
  if (/-----BEGIN [A-Z ]*PUBLIC KEY-----/u.test(text)) {
    return 'GITHUB_APP_PRIVATE_KEY holds a public key: put the .pem file there that GitHub let you download.';
  }
  if (!text.includes('-----BEGIN ')) {
    return 'GITHUB_APP_PRIVATE_KEY holds no PEM: put the whole .pem file there as it was downloaded, or its path into GITHUB_APP_PRIVATE_KEY_FILE. A client secret is no private key.';
  }
  return 'GITHUB_APP_PRIVATE_KEY is not a whole private key in PEM: put the .pem file there as it was downloaded, with its line breaks and without a passphrase.';
}

function malformed(remedy: string, options?: { cause: unknown }): Fault {
  return new Fault(
    'credential_rejected',
    { kind: 'private key of the GitHub App', reason: 'malformed' },
    remedy,
    options,
  );
}
