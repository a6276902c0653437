/** The texts that are signed, made by the code that signs them from values that name themselves. */
import { enrolmentBytes, keyHash } from '../../../src/tunnel/enrolment-messages.ts';
import { announceAuthority } from '../../../src/tunnel/session/announced-authority.ts';
import { signCommand } from '../../../src/tunnel/session/command.ts';
import { helloBytes, welcomeBytes } from '../../../src/tunnel/session/hello.ts';
import { announceKey } from '../../../src/tunnel/session/pinned-keys.ts';
import type { Signer } from '../../../src/tunnel/session/ports.ts';

export interface SignedText {
  readonly what: string;
  readonly by: string;
  readonly text: string;
}

const random = { bytes: () => Buffer.from('nonce'), fraction: () => 0 };

/** Remembers what it is asked to sign. */
function recorder(publicKey: string): Signer & { readonly signed: Uint8Array[] } {
  const signed: Uint8Array[] = [];
  return {
    publicKey,
    signed,
    sign: (bytes) => {
      signed.push(bytes);
      return Buffer.alloc(64);
    },
  };
}

export function showSignedTexts(): SignedText[] {
  const address = { organization: 'ORGANIZATION', instance: 'INSTANCE', session: 'SERVER_NONCE' };
  const command = recorder('KEY');
  const request = { id: 7, name: 'NAME', sha256: 'SHA256_OF_PAYLOAD' };
  signCommand(request, address, { signer: command, random, expiresAt: 1 });
  const from = recorder('REPLACED_KEY');
  announceKey({ from, to: recorder('NEW_KEY') }, { validFrom: 1, replacedUntil: 2 });
  const authority = recorder('KEY');
  announceAuthority({ certificate: 'PEM', replaces: [{ fingerprint: 'FINGERPRINT', until: 2 }] }, authority);
  const publicKey = Buffer.alloc(32).toString('base64url');
  const enrolment = enrolmentBytes({
    tenant: 'TENANT',
    class: 'agent',
    instance: 'INSTANCE',
    public_key: publicKey,
    challenge: 'CHALLENGE',
  });
  const hello = helloBytes('SERVER_NONCE', {
    v: 1,
    organization: 'ORGANIZATION',
    instance: 'INSTANCE',
    class: 'agent',
    generation: 4,
    committed: 3,
    lineage: 'LINEAGE',
    nonce: 'CLIENT_NONCE',
    catalog_digest: 'DIGEST',
    versions: { agent: 'VERSION' },
  });
  const welcome = welcomeBytes({ ...address, nonce: 'CLIENT_NONCE', generation: 4, server_time: 1 });
  const show = (what: string, by: string, bytes: Uint8Array | undefined): SignedText => ({
    what,
    by,
    text: Buffer.from(bytes ?? [])
      .toString('utf8')
      .replace(keyHash(publicKey), 'SHA256_OF_RAW_KEY'),
  });
  return [
    show('an enrolment', 'the key of the instance', enrolment),
    show('`hello`', 'the key of the instance', hello),
    show('`welcome`', 'the command key', welcome),
    show('`proof` of a command', 'the command key', command.signed[0]),
    show('`keys.announce`', 'the replaced command key, and the new one', from.signed[0]),
    show('`authority.announce`', 'the command key', authority.signed[0]),
  ];
}
