/** The control plane's command key: instances pin its public half when they enrol. */
import { createPrivateKey } from 'node:crypto';
import { Secret } from '../../core/secret.ts';
import { createSignerOf, generateKeyPair } from '../../tunnel/identity/key-pair.ts';
import type { Signer } from '../../tunnel/session/ports.ts';

/** A new key as PKCS #8 PEM, to be stored as long as instances exist: they obey no other key. */
export function generateSignerKey(): Secret {
  const { publicKey, privateKey } = generateKeyPair();
  const key = createPrivateKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: publicKey, d: privateKey.reveal() },
    format: 'jwk',
  });
  return new Secret(key.export({ type: 'pkcs8', format: 'pem' }).toString());
}

/** @throws Error when the text is no Ed25519 key in PKCS #8 PEM; the message does not repeat it. */
export function createSigner(keyPem: Secret): Signer {
  let jwk: { x?: string; d?: string; crv?: string };
  try {
    jwk = createPrivateKey(keyPem.reveal()).export({ format: 'jwk' });
  } catch {
    throw new Error('The command key is not a private key in PEM.');
  }
  if (jwk.crv !== 'Ed25519' || jwk.x === undefined || jwk.d === undefined) {
    throw new Error('The command key is not an Ed25519 key.');
  }
  return createSignerOf({ publicKey: jwk.x, privateKey: new Secret(jwk.d) });
}
