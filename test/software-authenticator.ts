/**
 * An authenticator in software, for what no browser would do: it signs with the counter, origin and flags that a test
 * gives it. Keys are ECDSA on P-256.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { PasskeyCreate, PasskeySignIn } from '../src/control/api/api.ts';

export interface Ceremony {
  readonly challenge: string;
  readonly origin: string;
  readonly rpId: string;
  readonly counter?: number;
  /** False: somebody touched it, and it does not know who. Default: true. */
  readonly isVerified?: boolean;
}

/** DER of the point of a P-256 key: what stands before its two coordinates. */
const pointAt = -64;

export class SoftwareAuthenticator {
  readonly id = randomBytes(32).toString('base64url');
  /** Of the person, as the control plane gave it. */
  userHandle = '';
  readonly #key: KeyObject;
  readonly #point: Buffer;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    this.#point = publicKey.export({ type: 'spki', format: 'der' }).subarray(pointAt);
  }

  /** `format` and `statement` as CBOR; default: no attestation. */
  create(ceremony: Ceremony, statement = cborMap([])): PasskeyCreate['credential'] {
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const authData = Buffer.concat([
      authenticatorData(ceremony, 0x40),
      Buffer.alloc(16),
      length,
      id,
      coseKey(this.#point),
    ]);
    const format = statement.length > 1 ? 'packed' : 'none';
    const attestation = cborMap([
      [cborText('fmt'), cborText(format)],
      [cborText('attStmt'), statement],
      [cborText('authData'), cborBytes(authData)],
    ]);
    return {
      id: this.id,
      clientDataJSON: clientData('webauthn.create', ceremony).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    };
  }

  get(ceremony: Ceremony): PasskeySignIn {
    const data = authenticatorData(ceremony, 0);
    const client = clientData('webauthn.get', ceremony);
    const signed = Buffer.concat([data, sha256(client)]);
    return {
      id: this.id,
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#key).toString('base64url'),
      ...(this.userHandle !== '' && { userHandle: this.userHandle }),
    };
  }
}

function clientData(type: string, { challenge, origin }: Ceremony): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData({ rpId, counter = 0, isVerified = true }: Ceremony, flags: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.of(flags | 0x01 | (isVerified ? 0x04 : 0)), count]);
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function coseKey(point: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    point.subarray(0, 32),
    Buffer.from('225820', 'hex'),
    point.subarray(32),
  ]);
}

export function cborMap(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([Buffer.of(0xa0 + entries.length), ...entries.flat()]);
}

export function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.of(0x60 + text.length), Buffer.from(text)]);
}

export function cborBytes(bytes: Buffer): Buffer {
  const head = Buffer.alloc(3);
  head.writeUInt8(0x59);
  head.writeUInt16BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}
