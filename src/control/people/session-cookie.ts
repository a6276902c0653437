/**
 * How a session travels: an opaque value in a cookie that scripts cannot read and that the browser
 * sends to this host alone, and a CSRF token derived from it, which only a page of this origin can
 * learn.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Secret } from '../../core/secret.ts';

const cookieName = '__Host-farol';
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** 256 random bits. Stored only as `hashSession`. */
export function mintSession(): Secret {
  return new Secret(randomBytes(32).toString('base64url'));
}

export function hashSession(value: Secret): string {
  return createHash('sha256').update(value.reveal()).digest('hex');
}

export function deriveCsrf(value: Secret): string {
  return createHash('sha256').update(`farol csrf ${value.reveal()}`).digest('base64url');
}

export function isCsrf(value: Secret, given: string | string[] | undefined): boolean {
  const expected = Buffer.from(deriveCsrf(value));
  const actual = Buffer.from(typeof given === 'string' ? given : '');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

export function renderSessionCookie(value: Secret, maxAgeSec: number): string {
  return `${cookieName}=${value.reveal()}; ${attributes}; Max-Age=${maxAgeSec}`;
}

export function renderClearedCookie(): string {
  return `${cookieName}=; ${attributes}; Max-Age=0`;
}

/** Undefined when there is none or it cannot be one of ours, so that no foreign text reaches a query. */
export function readSessionCookie(header: string | undefined): Secret | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === cookieName && value !== undefined && /^[\w-]{43}$/u.test(value)) return new Secret(value);
  }
  return undefined;
}
