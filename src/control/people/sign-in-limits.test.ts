import { afterEach, expect, test } from 'vitest';
import { type Answer, startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { systemClock } from '../../core/clock.ts';
import { BootstrapTokenStore } from '../enrolment/bootstrap-tokens.ts';
import { ensureOrganization } from './organization.ts';
import { mintToken } from '../tokens/token-text.ts';

/** A person who shares an address with somebody who guesses can still sign in. */
let running: TestControl | undefined;

afterEach(async () => {
  await running?.close();
  running = undefined;
});

async function start(env: Readonly<Record<string, string>> = {}): Promise<TestControl> {
  running = await startTestControl(env);
  return running;
}

/** A link of the right spelling that nobody made. */
function post(control: TestControl, forwardedFor?: string, token = mintToken('rlink').value.reveal()): Promise<Answer> {
  const { app: origin } = control.control.addresses;
  const headers = { origin, ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }) };
  return control.send({ method: 'POST', path: '/api/session', body: { token }, headers });
}

test('a link that works signs in after any number of wrong ones from its address', async () => {
  const control = await start();
  const statuses = [];
  for (let attempt = 0; attempt < 15; attempt += 1) statuses.push((await post(control)).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), ...Array.from({ length: 5 }, () => 429)]);
  const refused = await post(control);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(await control.signIn('owner')).toHaveProperty('cookie');
});

test('a link that works signs in while hundreds of wrong ones from its address are being refused', async () => {
  const control = await start();
  const flood = Promise.all(Array.from({ length: 500 }, () => post(control)));
  expect(await control.signIn('owner')).toHaveProperty('cookie');
  expect(new Set((await flood).map(({ status }) => status))).toEqual(new Set([401, 429]));
});

test('a text that is no link, a forged link and a link of another purpose get the same words', async () => {
  const control = await start();
  const texts = await Promise.all(
    ['nonsense', mintToken('rlink').value.reveal(), mintToken('rapi').value.reveal()].map(async (token) => {
      const { status, text } = await post(control, undefined, token);
      return `${status} ${text.replaceAll(/"request_id":"[^"]*"/gu, '')}`;
    }),
  );
  expect(new Set(texts).size).toBe(1);
});

test('behind a trusted proxy each client has a count of its own, and cannot choose it', async () => {
  const control = await start({ FAROL_TRUSTED_PROXIES: '127.0.0.1' });
  for (let attempt = 0; attempt < 10; attempt += 1) await post(control, `192.0.2.${attempt}, 203.0.113.7`);
  expect((await post(control, '203.0.113.7')).status).toBe(429);
  expect((await post(control, '203.0.113.8')).status).toBe(401);
});

test('without a trusted proxy the header is ignored', async () => {
  const control = await start();
  for (let attempt = 0; attempt < 10; attempt += 1) await post(control, `192.0.2.${attempt}`);
  expect((await post(control, '192.0.2.99')).status).toBe(429);
});

test('a wrong bootstrap token is refused without waiting for the enrolments of its organization', async () => {
  const control = await start();
  const { id } = await ensureOrganization(control.store, 'acme', systemClock);
  const begin = (token: string): Promise<Answer> => {
    const body = { tenant: 'acme', class: 'agent', instance: 'node-1', public_key: 'A'.repeat(43), token };
    return control.send({ method: 'POST', path: '/enroll/begin', body });
  };
  const tokens = new BootstrapTokenStore(control.store, systemClock);
  const { value } = await tokens.create({
    organization: id,
    class: 'agent',
    name: 'x',
    createdBy: 'test',
    expiresInHours: undefined,
  });
  // The embedded store would wait for the lock, and the whole process with it, until it gives up.
  await control.store.exclusive(`enrolment ${id}`, async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => begin(mintToken('rboot').value.reveal())));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    expect((await control.send({ path: '/readyz' })).status).toBe(200);
  });
  expect((await begin(value.reveal())).status).toBe(200);
});
