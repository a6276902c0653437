/** Ed25519 with raw keys in base64url, the one spelling used in files, frames and tables. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { Secret } from '../../core/secret.ts';
import type { Signer, Verify } from '../session/ports.ts';

export interface KeyPair {
  readonly publicKey: string;
  /** Base64url of the 32 byte seed. */
  readonly privateKey: Secret;
}

const rawKey = /^[A-Za-z0-9_-]{43}$/u;

export function generateKeyPair(): KeyPair {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  if (jwk.x === undefined || jwk.d === undefined) throw new Error('The runtime made an Ed25519 key without its parts.');
  return { publicKey: jwk.x, privateKey: new Secret(jwk.d) };
}

/** @throws Error when the two keys are not well formed or not of one pair. */
export function createSignerOf({ publicKey, privateKey }: KeyPair): Signer {
  const key = createPrivateKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: publicKey, d: privateKey.reveal() },
    format: 'jwk',
  });
  if (createPublicKey(key).export({ format: 'jwk' }).x !== publicKey) {
    throw new Error('The two keys are not of one pair.');
  }
  return { publicKey, sign: (bytes) => sign(null, bytes, key) };
}

export const verifyEd25519: Verify = (publicKey, bytes, signature) => {
  if (!rawKey.test(publicKey) || signature.length !== 64) return false;
  try {
    return verify(null, bytes, toPublicKey(publicKey), signature);
  } catch {
    // 32 bytes that are no point of the curve.
    return false;
  }
};

function toPublicKey(raw: string): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw }, format: 'jwk' });
}
