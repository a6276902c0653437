import { expect, test } from 'vitest';
import { findFreePort } from '../../../../demo/free-ports.ts';
import { startTestControl } from '../../../../test/control-plane.ts';
import { ApiError, SignInWays } from '../../api/api.ts';
import { passkeyRemedy, relyingPartyOf } from './relying-party.ts';

test.each([
  ['https://farol.example.com', 'farol.example.com'],
  ['https://farol.example.com:8444', 'farol.example.com'],
  ['https://localhost:8444', 'localhost'],
])('%s has passkeys of %s', (origin, id) => {
  expect(relyingPartyOf(origin)).toEqual({ id, origin });
  expect(passkeyRemedy(origin)).toBeUndefined();
});

test.each([
  ['https://127.0.0.1:8444', 'https://localhost:8444'],
  ['https://[::1]:8444', 'https://localhost:8444'],
  ['https://192.0.2.10', 'https://farol.example.com'],
  ['https://[2001:db8::1]:9000', 'https://farol.example.com:9000'],
])('%s has none, and the remedy names %s', (origin, example) => {
  expect(relyingPartyOf(origin)).toBeUndefined();
  expect(passkeyRemedy(origin)).toContain(`such as ${example}.`);
});

test('at an address of digits the log says what to set, and nothing asks for a passkey', async () => {
  const port = await findFreePort();
  const origin = `https://127.0.0.1:${port}`;
  const running = await startTestControl({ FAROL_PORT: String(port), FAROL_PUBLIC_URL: origin });
  try {
    expect(running.log.some((line) => line.includes('Passkeys need a host name'))).toBe(true);
    const ways = await running.send({ path: '/api/session/ways' });
    expect(SignInWays.parse(ways.json())).toEqual({ address: origin, passkeys: false });
    const asked = await running.send({ method: 'POST', path: '/api/session/passkey/options', headers: { origin } });
    expect([asked.status, ApiError.parse(asked.json()).error.code]).toEqual([409, 'passkeys_unavailable']);
    const adding = await running.send({
      method: 'POST',
      path: '/api/passkeys/options',
      headers: await running.signIn('member'),
    });
    expect(adding.status).toBe(409);
  } finally {
    await running.close();
  }
});
