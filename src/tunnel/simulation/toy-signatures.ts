/**
 * Signatures that are quick instead of safe: a world signs some hundred times, and thousands of worlds
 * run. The scheme knows all keys, so only the holder of a signer can sign for it.
 */
import { createHash } from 'node:crypto';
import { type Signer, toBase64Url, type Verify } from '../session/ports.ts';

export class ToySignatures {
  readonly #secrets = new Map<string, string>();

  createSigner(name: string): Signer {
    const publicKey = toBase64Url(createHash('sha256').update(name).digest());
    this.#secrets.set(publicKey, `secret of ${name}`);
    return { publicKey, sign: (bytes) => this.#sign(publicKey, bytes) };
  }

  verify: Verify = (publicKey, bytes, signature) =>
    this.#secrets.has(publicKey) && Buffer.compare(this.#sign(publicKey, bytes), signature) === 0;

  #sign(publicKey: string, bytes: Uint8Array): Uint8Array {
    return createHash('sha512')
      .update(this.#secrets.get(publicKey) ?? '')
      .update(bytes)
      .digest();
  }
}
