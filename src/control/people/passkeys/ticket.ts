/**
 * A ticket of an open sign-in, in the cookie of the browser that began it: which key authenticates it, when it expires,
 * and a random number. What it is for is authenticated with it, so that it works for nothing else.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Secret } from '../../../core/secret.ts';
import type { TicketKey, TicketKeys } from '../../keys/ticket-keys.ts';

export type Purpose =
  | { readonly to: 'sign_in' | 'sso' }
  /** `of`: the person who adds it, or the passkey that was verified. */
  | { readonly to: 'add_passkey' | 'choose_organization'; readonly of: string };

const keyIdBytes = 6;
const timeBytes = 6;
const nonceBytes = 16;
const headBytes = keyIdBytes + timeBytes + nonceBytes;

/** 60 bytes in base64url, which leaves no bit unused: one ticket has one spelling. */
export const ticketLength = 80;

const shape = new RegExp(`^[\\w-]{${ticketLength}}$`, 'u');

export function isTicket(text: string): boolean {
  return shape.test(text);
}

/** `expiresAt`: milliseconds since the epoch. */
export function makeTicket(key: TicketKey, purpose: Purpose, expiresAt: number): Secret {
  const time = Buffer.alloc(timeBytes);
  time.writeUIntBE(expiresAt, 0, timeBytes);
  const head = Buffer.concat([Buffer.from(key.id, 'hex'), time, randomBytes(nonceBytes)]);
  return new Secret(Buffer.concat([head, authenticate(key, head, purpose)]).toString('base64url'));
}

/** When it expires. Undefined when it was not made by us, or for something else. */
export async function readTicketEnd(keys: TicketKeys, ticket: Secret, purpose: Purpose): Promise<number | undefined> {
  const text = ticket.reveal();
  if (!isTicket(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  const head = bytes.subarray(0, headBytes);
  const key = await keys.findTicketKey(head.toString('hex', 0, keyIdBytes));
  if (key === undefined) return undefined;
  const isOurs = timingSafeEqual(bytes.subarray(headBytes), authenticate(key, head, purpose));
  return isOurs ? head.readUIntBE(keyIdBytes, timeBytes) : undefined;
}

function authenticate(key: TicketKey, head: Uint8Array, purpose: Purpose): Buffer {
  const use = JSON.stringify([purpose.to, 'of' in purpose ? purpose.of : null]);
  return createHmac('sha256', key.secret).update(head).update(use).digest();
}
