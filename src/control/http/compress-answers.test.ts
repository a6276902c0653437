import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compressAnswers } from './compress-answers.ts';
import Fastify, { type FastifyInstance } from 'fastify';

const long = { text: 'a line that is repeated. '.repeat(200) };
let app: FastifyInstance;

beforeEach(() => {
  app = Fastify();
  compressAnswers(app);
  app.get('/long', { config: { compress: true } }, () => long);
  app.get('/short', { config: { compress: true } }, () => ({ ok: true }));
  app.get('/secret', () => long);
  app.get('/refused', { config: { compress: true } }, (_request, reply) => reply.code(404).send(long));
});
afterEach(() => app.close());

const ask = (url: string, accepted: string, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers: { 'accept-encoding': accepted } });

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)('a client that accepts %s gets %s', async (accepted, encoding, decode) => {
  const answer = await ask('/long', accepted);
  expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
  expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
  expect(answer.rawPayload.length).toBeLessThan(JSON.stringify(long).length / 5);
  expect(JSON.parse(decode(answer.rawPayload).toString())).toEqual(long);
});

test.each(['identity', 'br;q=0', ''])('a client that accepts %j gets the answer as it is', async (accepted) => {
  const answer = await ask('/long', accepted);
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.headers.vary).toBe('accept-encoding');
  expect(answer.json()).toEqual(long);
});

test.each(['/secret', '/refused', '/short'])(
  '%s is never compressed: it did not ask for it, is an error, or is small',
  async (url) => {
    expect((await ask(url, 'br, gzip')).headers['content-encoding']).toBeUndefined();
  },
);

test('an answer to HEAD says nothing of an encoding', async () => {
  const answer = await ask('/long', 'br', 'HEAD');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-encoding']).toBeUndefined();
});
