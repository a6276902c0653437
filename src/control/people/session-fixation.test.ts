import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { ensureOrganization } from './organization.ts';
import { Links } from './links.ts';
import { systemClock } from '../../core/clock.ts';

let control: TestControl;

beforeEach(async () => {
  control = await startTestControl();
});
afterEach(() => control.close());

const sessionIn = (cookies: unknown): string => /__Host-farol=([\w-]+)/u.exec(String(cookies))?.[1] ?? '';

test.each([
  ['made up', () => Promise.resolve('A'.repeat(43))],
  ['of somebody else who is signed in', async () => sessionIn((await control.signIn('member'))['cookie'])],
])('a session cookie %s is not the one that a sign-in gives', async (_what, plant) => {
  const planted = await plant();
  const { id } = await ensureOrganization(control.store, 'acme', systemClock);
  const links = new Links(control.store, systemClock);
  const { token } = await links.mint({ organization: id, name: 'Olga', role: 'admin', createdBy: 'test' });
  const origin = control.control.addresses.app;
  const answer = await control.send({
    method: 'POST',
    path: '/api/session',
    body: { token: token.reveal() },
    headers: { origin, cookie: `__Host-farol=${planted}` },
  });
  const given = sessionIn(answer.headers['set-cookie']);
  expect([answer.status, given.length]).toEqual([200, 43]);
  expect(given).not.toBe(planted);
  const asPlanted = await control.send({ path: '/api/me', headers: { cookie: `__Host-farol=${planted}` } });
  expect(asPlanted.text).not.toContain('Olga');
});
