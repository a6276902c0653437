import { expect, test } from 'vitest';
import { checkOrigin } from '../http/person-guard.ts';
import {
  deriveCsrf,
  hashSession,
  isCsrf,
  mintSession,
  readSessionCookie,
  renderClearedCookie,
  renderSessionCookie,
} from './session-cookie.ts';

test('the cookie goes to this host alone, over TLS, out of reach of scripts and other sites', () => {
  const cookie = renderSessionCookie(mintSession(), 60);
  expect(cookie).toMatch(/^__Host-farol=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=60$/u);
  expect(cookie).not.toContain('Domain');
  expect(renderClearedCookie()).toContain('Max-Age=0');
});

test('reads its own cookie among others and nothing that merely looks like it', () => {
  const value = mintSession();
  const pair = `__Host-farol=${value.reveal()}`;
  expect(readSessionCookie(`a=b; ${pair}; c=d`)?.reveal()).toBe(value.reveal());
  for (const header of [
    undefined,
    '',
    '__Host-farol=',
    '__Host-farol=short',
    `x${pair}`,
    `${pair}x`,
    `__host-farol=${value.reveal()}`,
  ]) {
    expect(readSessionCookie(header)).toBeUndefined();
  }
});

test('the CSRF token belongs to one session and does not reveal it', () => {
  const [one, other] = [mintSession(), mintSession()];
  expect(isCsrf(one, deriveCsrf(one))).toBe(true);
  expect(isCsrf(one, deriveCsrf(other))).toBe(false);
  for (const given of [undefined, '', one.reveal(), hashSession(one), [deriveCsrf(one)]]) {
    expect(isCsrf(one, given)).toBe(false);
  }
});

test('only a page of this origin may change something', () => {
  const here = 'https://farol.example';
  expect(() => checkOrigin({ origin: here }, here)).not.toThrow();
  expect(() => checkOrigin({ origin: here, 'sec-fetch-site': 'same-origin' }, here)).not.toThrow();
  for (const headers of [
    {},
    { origin: 'null' },
    { origin: 'https://farol.example.evil.example' },
    { origin: 'http://farol.example' },
    { origin: here, 'sec-fetch-site': 'cross-site' },
    { origin: here, 'sec-fetch-site': 'same-site' },
  ]) {
    expect(() => checkOrigin(headers, here)).toThrow(/FAROL_PUBLIC_URL/u);
  }
});
