/** What the sign-in page gets of a provider whose document is wrong. */
import { expect, test } from 'vitest';
import { describeSso, type Sso } from './open-sso.ts';

test.each([
  ['/logout', undefined],
  ['javascript:alert(1)', undefined],
  ['http://login.example/logout', undefined],
  ['not an address', undefined],
  ['https://login.example/logout?a=b', 'https://login.example/logout'],
  ['http://127.0.0.1:8080/logout', 'http://127.0.0.1:8080/logout'],
])('a page for signing out at %s', async (signOutAddress, shown) => {
  const sso = {
    settings: { name: 'Acme', clientId: 'farol', isForced: false },
    provider: { isReachable: true, signOutAddress },
    people: {},
  } as unknown as Sso;
  const { sign_out: address, ...others } = await describeSso(sso, 'https://farol.example');
  expect(others).toEqual({ name: 'Acme', forced: false, reachable: true });
  expect(address?.split('?')[0]).toBe(shown);
});
