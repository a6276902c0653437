/** The two keys that all replicas share: how each is made, read and named. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { Secret } from '../../core/secret.ts';
import { keyHash } from '../../tunnel/enrolment-messages.ts';
import { createSigner, generateSignerKey } from './signer.ts';
import { createAuthority, decodeKeyed, encodeKeyed, type KeyedCertificate } from '../tls/certificate.ts';

export type KeyPurpose = 'authority' | 'command';

export interface KeyMaterial {
  /** SHA-256 in lower-case hex of the public key. */
  readonly fingerprint: string;
  /** As in `control_keys.public_part`. */
  readonly publicPart: string;
  /** PEM. */
  readonly secret: Secret;
}

export interface KeyKind {
  readonly purpose: KeyPurpose;
  /** For messages, with its article. */
  readonly called: string;
  /** What depends on this key, for messages. */
  readonly matters: string;
  /** The file in the data directory that holds it without FAROL_STORE_KEY. */
  fileIn(dataDir: string): string;
  make(now: number): Promise<KeyMaterial>;
  /** Rejects when the text is not such a key; the message does not repeat it. */
  read(text: Secret): Promise<KeyMaterial>;
}

export const commandKind: KeyKind = {
  purpose: 'command',
  called: 'the key that signs commands',
  matters: 'Instances run only commands signed with the key they enrolled with.',
  fileIn: (dataDir) => path.join(dataDir, 'command-key.pem'),
  make: () => commandKind.read(generateSignerKey()),
  read: (secret) => {
    try {
      const { publicKey } = createSigner(secret);
      return Promise.resolve({ fingerprint: keyHash(publicKey), publicPart: publicKey, secret });
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error('The command key cannot be read.'));
    }
  },
};

export const authorityKind: KeyKind = {
  purpose: 'authority',
  called: 'the authority of this control plane',
  matters: 'Instances, browsers and pipelines trust only certificates of this authority.',
  fileIn: (dataDir) => path.join(dataDir, 'tls', 'authority.pem'),
  make: async (now) => toMaterial(await createAuthority(now)),
  read: async (secret) => toMaterial(await decodeKeyed(secret.reveal())),
};

async function toMaterial(authority: KeyedCertificate): Promise<KeyMaterial> {
  return {
    fingerprint: createHash('sha256').update(Buffer.from(authority.certificate.publicKey.rawData)).digest('hex'),
    publicPart: `${authority.certificate.toString('pem')}\n`,
    secret: new Secret(await encodeKeyed(authority)),
  };
}
