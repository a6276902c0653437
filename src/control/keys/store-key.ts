/**
 * FAROL_STORE_KEY: encrypts the private keys of the control plane in its store. The key is never stored;
 * its id, 64 bits of a hash, is stored beside each text so that a wrong key is recognised as one
 * before anything is decrypted.
 *
 * AES-256-GCM with a random 96-bit nonce for each write, as NIST SP 800-38D section 8.2.2 has it: far
 * fewer than 2^32 texts are ever written with one key.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { Secret } from '../../core/secret.ts';
import { canonicalBytes } from '../../tunnel/session/canonical.ts';

/** The keys of this replica, of the store and of the environment do not fit together; the start is refused. Says who acts and how. */
export class KeyRefusal extends Error {
  override readonly name = 'KeyRefusal';
}

const variable = 'FAROL_STORE_KEY';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const format = 'farol.sealed.v1';
/** What follows the name of the variable when a text is not a key. */
export const storeKeyShapes =
  'must hold 32 random bytes as base64, base64url or 64 hexadecimal digits; `farol control make-store-key` creates one';

/** What an encrypted text belongs to. Moved to another row or store, it cannot be opened. */
export interface SealContext {
  readonly storeId: string;
  readonly purpose: string;
  readonly fingerprint: string;
}

export class StoreKey {
  /** 16 hexadecimal digits. */
  readonly id: string;
  /** As it was given, for the redactor. */
  readonly given: Secret;
  readonly #bytes: Uint8Array;

  private constructor(bytes: Uint8Array, given: Secret) {
    this.#bytes = bytes;
    this.given = given;
    this.id = createHash('sha256').update('farol.store-key.v1').update(bytes).digest('hex').slice(0, 16);
  }

  /** Undefined for a text that is not a key, or has too few different bytes to be random. */
  static parse(given: Secret): StoreKey | undefined {
    const text = given.reveal();
    const bytes = decode(text);
    // 32 random bytes with fewer than 16 different values come up less than once in 10^13 keys.
    return bytes !== undefined && new Set(bytes).size >= 16 ? new StoreKey(bytes, given) : undefined;
  }

  /** `farol.sealed.v1.<key id>.<nonce>.<ciphertext and tag>`, the last two in base64url. */
  seal(text: Secret, context: SealContext): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#bytes, nonce).setAAD(this.#boundTo(context));
    const sealed = Buffer.concat([cipher.update(text.reveal(), 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return [format, this.id, nonce.toString('base64url'), sealed.toString('base64url')].join('.');
  }

  /** @throws KeyRefusal when it was sealed with another key, for another place, or is damaged. */
  open(sealed: string, context: SealContext): Secret {
    const { keyId, nonce, bytes } = parseSealed(sealed, context);
    if (keyId !== this.id) {
      throw new KeyRefusal(
        `${variable} is not the key of this store: it has id ${this.id}, and the ${context.purpose} key ` +
          `${context.fingerprint} is encrypted with the key of id ${keyId}. Set that key on every replica.`,
      );
    }
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#bytes, nonce, { authTagLength: tagBytes })
        .setAAD(this.#boundTo(context))
        .setAuthTag(bytes.subarray(-tagBytes));
      const text = Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]);
      return new Secret(text.toString('utf8'));
    } catch (cause) {
      throw damaged(context, cause);
    }
  }

  /** Another key of 32 bytes for one purpose and salt (HKDF-SHA-256). */
  derive(purpose: string, salt: string): Uint8Array {
    return Buffer.from(hkdfSync('sha256', this.#bytes, salt, purpose, keyBytes));
  }

  #boundTo({ storeId, purpose, fingerprint }: SealContext): Uint8Array {
    return canonicalBytes(format, [storeId, purpose, fingerprint, this.id]);
  }
}

/** Base64url, which needs no quoting anywhere. */
export function makeStoreKey(): Secret {
  return new Secret(randomBytes(keyBytes).toString('base64url'));
}

function decode(text: string): Uint8Array | undefined {
  if (/^[0-9a-fA-F]{64}$/u.test(text)) return Buffer.from(text, 'hex');
  for (const encoding of ['base64', 'base64url'] as const) {
    const bytes = Buffer.from(text, encoding);
    // Node skips what it does not know: only a text that comes out the same was wholly read.
    if (bytes.length === keyBytes && bytes.toString(encoding) === text) return bytes;
  }
  return undefined;
}

function parseSealed(
  sealed: string,
  context: SealContext,
): { readonly keyId: string; readonly nonce: Uint8Array; readonly bytes: Uint8Array } {
  const match = /^farol\.sealed\.v1\.([0-9a-f]{16})\.([\w-]{16})\.([\w-]{23,})$/u.exec(sealed);
  const [, keyId, nonceText = '', text = ''] = match ?? [];
  const [nonce, bytes] = [Buffer.from(nonceText, 'base64url'), Buffer.from(text, 'base64url')];
  // The last letter may carry bits that mean nothing: one text only is the right one.
  if (keyId !== undefined && bytes.toString('base64url') === text) return { keyId, nonce, bytes };
  if (/^farol\.sealed\.v(?!1\.)\d+\./u.test(sealed)) {
    throw new KeyRefusal(
      `The ${context.purpose} key ${context.fingerprint} was encrypted by a newer version. Start that version.`,
    );
  }
  throw damaged(context);
}

function damaged({ purpose, fingerprint }: SealContext, cause?: unknown): KeyRefusal {
  return new KeyRefusal(
    `The ${purpose} key ${fingerprint} in the store is damaged or belongs to another store. Restore the store from a backup.`,
    { cause },
  );
}
