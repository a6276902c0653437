/** What becomes of a token when the keys of the provider cannot be had, or the store cannot be asked. */
import { createRemoteJWKSet, customFetch, generateKeyPair, type JWTVerifyGetKey, SignJWT } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { AccessTokenReader } from './access-token-reader.ts';

const issuer = 'https://login.example';
const audience = 'https://farol.example/mcp';
const failures: unknown[] = [];
let token = '';
let right: JWTVerifyGetKey;

beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  right = () => publicKey;
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: issuer, aud: audience, sub: 'ana', iat: now, exp: now + 60, client_id: 'x', jti: 'x' };
  token = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'k' }).sign(privateKey);
});

const read = (keys: JWTVerifyGetKey, find: () => Promise<undefined> = async () => undefined) =>
  new AccessTokenReader({
    clock: systemClock,
    people: { organization: 'acme', find },
    provider: { keys: async () => ({ issuer, keys }), noteFailure: (error) => failures.push(error) },
  }).authenticate(token, audience);
const answering = (answer: () => Promise<Response>): JWTVerifyGetKey =>
  createRemoteJWKSet(new URL('https://keys.example/'), { [customFetch]: answer });

test.each<[string, () => Promise<Response>]>([
  ['answers 503', async () => new Response('', { status: 503 })],
  ['answers a page', async () => new Response('<html>')],
  ['answers JSON that is no set of keys', async () => Response.json({})],
  ['answers too much', () => Promise.reject(new Error('the provider answered with more than 1048576 bytes'))],
  ['names an address without https', () => Promise.reject(new Error('the provider names an address without https'))],
  ['does not answer', () => Promise.reject(new TypeError('fetch failed'))],
])('a provider whose document of keys %s is unavailable', async (_what, answer) => {
  await expect(read(answering(answer))).rejects.toMatchObject({ status: 503, code: 'sso_unavailable' });
  expect(failures.splice(0)).toHaveLength(1);
});

test('a token of a key that the provider does not have is invalid, and the provider is not blamed', async () => {
  expect(await read(answering(async () => Response.json({ keys: [] })))).toBeUndefined();
  expect(failures).toEqual([]);
});

test('a store that does not answer is not the provider', async () => {
  await expect(read(right, () => Promise.reject(new Error('the store is gone')))).rejects.toThrow('the store is gone');
  expect(failures).toEqual([]);
});
