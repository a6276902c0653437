/**
 * Everything the tunnel needs from the outside besides time, as ports: production passes sockets,
 * disks and the system's randomness, the simulation passes seeded ones to the very same code.
 */
import { randomBytes } from 'node:crypto';

/** One open connection that carries text frames. After `close` nothing is delivered any more. */
export interface Wire {
  send(text: string): void;
  /** `code` is one of our refusal codes or a short reason; it travels with the close where the transport can. */
  close(code: string): void;
}

/** What the owner of a wire is called with. `onClose` comes exactly once and nothing comes after it. */
export interface WireEvents {
  onText(text: string): void;
  onClose(because: string): void;
}

/** How an instance reaches the control plane. Rejects when no connection can be made. */
export interface Net {
  dial(listen: (wire: Wire) => WireEvents, signal: AbortSignal): Promise<void>;
}

export interface Random {
  bytes(length: number): Uint8Array;
  /** Uniform in [0, 1). */
  fraction(): number;
}

export const systemRandom: Random = {
  bytes: (length) => randomBytes(length),
  fraction: () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48,
};

/** Signs with one key that its owner never shows. */
export interface Signer {
  /** Base64url of the 32 raw bytes of an Ed25519 key. */
  readonly publicKey: string;
  sign(bytes: Uint8Array): Uint8Array;
}

/** The control plane's command keys as its sessions use them. */
export interface SessionKeys {
  /** The key that an instance pins; undefined when that key has ended. `pinned` is undefined when the store does not say. */
  signerFor(pinned: string | undefined): Promise<Signer | undefined>;
}

/** Checks a signature of the key `publicKey`. False for a key or signature that is not well formed. */
export type Verify = (publicKey: string, bytes: Uint8Array, signature: Uint8Array) => boolean;

export function toBase64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url');
}

export function fromBase64Url(text: string): Uint8Array {
  return Buffer.from(text, 'base64url');
}
