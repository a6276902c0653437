/**
 * Signatures that are quick instead of safe: a world signs some hundred times, and thousands of worlds
 * run. The scheme knows all keys, so only the holder of a signer can sign for it; every bit of what is
 * signed counts.
 */
import { type Signer, toBase64Url, type Verify } from '../../../src/tunnel/session/ports.ts';

const keyBytes = 32;
const signatureBytes = 64;

export class ToySignatures {
  readonly #secrets = new Map<string, number>();

  createSigner(name: string): Signer {
    const publicKey = toBase64Url(spread(mix(Buffer.from(name), 1), keyBytes));
    this.#secrets.set(publicKey, mix(Buffer.from(name), 2));
    return { publicKey, sign: (bytes) => this.#sign(publicKey, bytes) };
  }

  verify: Verify = (publicKey, bytes, signature) =>
    this.#secrets.has(publicKey) && Buffer.compare(this.#sign(publicKey, bytes), signature) === 0;

  #sign(publicKey: string, bytes: Uint8Array): Uint8Array {
    return spread(mix(bytes, this.#secrets.get(publicKey) ?? 0), signatureBytes);
  }
}

/** FNV-1a over 32 bits, http://www.isthe.com/chongo/tech/comp/fnv/. */
function mix(bytes: Uint8Array, start: number): number {
  let hash = 0x811c9dc5 ^ start;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

function spread(seed: number, length: number): Uint8Array {
  const made = Buffer.alloc(length);
  let state = seed;
  for (let at = 0; at < length; at += 4) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + at;
    made.writeInt32LE(state | 0, at);
  }
  return made;
}
