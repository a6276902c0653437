/**
 * What binds a sign-in to the browser that began it: a cookie for ten minutes. State, nonce and the secret of PKCE are
 * derived from it, so that the store holds none of them, and only this browser can end what it began. Where the person
 * goes afterwards is in the same cookie.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { Secret } from '../../../core/secret.ts';
import { ssoMs } from '../passkeys/challenges.ts';
import { ticketLength } from '../passkeys/ticket.ts';

export const longestReturn = 1500;

const cookieName = '__Host-farol-sso';
/** Lax, because the provider's page leads back here; a strict cookie would not come with that. */
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';

const shape = new RegExp(`^([\\w-]{${ticketLength}})\\.([\\w-]{0,2000})$`, 'u');

export interface SsoTicket {
  readonly ticket: Secret;
  /** A path of this app. */
  readonly returnTo: string;
}

export function renderTicket({ ticket, returnTo }: SsoTicket): string {
  const value = `${ticket.reveal()}.${Buffer.from(returnTo).toString('base64url')}`;
  return `${cookieName}=${value}; ${attributes}; Max-Age=${ssoMs / 1000}`;
}

export function renderClearedTicket(): string {
  return `${cookieName}=; ${attributes}; Max-Age=0`;
}

/** Undefined when there is none or it cannot be one of ours. */
export function readTicket(header: string | undefined): SsoTicket | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [name, value = ''] = pair.trim().split('=', 2);
    const [, ticket, place = ''] = shape.exec(name === cookieName ? value : '') ?? [];
    if (ticket !== undefined) {
      return { ticket: new Secret(ticket), returnTo: toOwnPath(Buffer.from(place, 'base64url').toString()) };
    }
  }
  return undefined;
}

/** The start page for anything that could lead elsewhere. */
export function toOwnPath(place: string): string {
  const isPath = place.length <= longestReturn && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/u.test(place);
  // Dots that a proxy resolves in the answer would leave an address of another host.
  return isPath && !new URL(place, 'https://farol.invalid').pathname.startsWith('//') ? place : '/';
}

/** Each is unguessable and says nothing about the others. */
export function deriveChecks(ticket: Secret): {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
} {
  const derive = (use: string): string =>
    createHash('sha256').update(`farol sso ${use} ${ticket.reveal()}`).digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
}

export function isState(ticket: Secret, given: unknown): boolean {
  const expected = Buffer.from(deriveChecks(ticket).state);
  const actual = Buffer.from(typeof given === 'string' ? given : '');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
