/**
 * Keys that authenticate the tickets of open sign-ins. They are derived from the private halves of the command keys: all
 * replicas have the same ones and they outlive a restart. They also need the id of the store, which is random: neither a
 * copy of the store nor a stolen command key is enough to make a ticket.
 */
import { createPrivateKey, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Secret } from '../../core/secret.ts';

export interface TicketKey {
  /** 12 hexadecimal digits, which say nothing about the key. */
  readonly id: string;
  readonly secret: KeyObject;
}

export interface TicketKeys {
  /** Authenticates new tickets. */
  readonly ticketKey: TicketKey;
  /** Undefined for a key that has ended or never was one. */
  findTicketKey(id: string): Promise<TicketKey | undefined>;
}

const use = 'farol.sign-in-ticket.v1';

/** `commandKey`: an Ed25519 key in PKCS #8 PEM. */
export function deriveTicketKey(commandKey: Secret, storeId: string): TicketKey {
  // The seed and not the PEM, which has more than one spelling.
  const { d: seed = '' } = createPrivateKey(commandKey.reveal()).export({ format: 'jwk' });
  const derive = (what: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', Buffer.from(seed, 'base64url'), storeId, `${use} ${what}`, bytes));
  return { id: derive('id', 6).toString('hex'), secret: createSecretKey(derive('key', 32)) };
}
