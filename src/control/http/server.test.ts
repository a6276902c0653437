import { connect, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { Fault } from '../../core/fault.ts';
import { ApiError } from '../api/api.ts';
import { scrubTokens } from '../tokens/token-text.ts';
import { openLog } from './log.ts';
import { type App, createApp } from './server.ts';
import { loadWebApp } from './web-app.ts';

const token = 'rpcap_abcdefghijklmnop_secretsecretsecret_00000000';
let log: string[];
let app: App;

beforeEach(async () => {
  log = [];
  app = createApp({
    log: openLog('debug', { write: (line) => log.push(line) }),
    tls: undefined,
    web: await loadWebApp('/nowhere'),
  });
  const { fastify } = app;
  fastify.post(
    '/api/things/:id',
    {
      config: { access: 'public' },
      schema: { body: z.strictObject({ size: z.number().max(9), tags: z.array(z.string()).optional() }) },
    },
    () => ({}),
  );
  fastify.get('/api/broken', { config: { access: 'public' } }, () => {
    throw new Error(`cannot open ${token}`, { cause: new TypeError('inner') });
  });
  fastify.get('/api/faulty', { config: { access: 'public' } }, () => {
    throw new Fault('rate_limited', { retryAfterSec: 7 }, 'Wait.');
  });
});
afterEach(() => app.fastify.close());

test.each([
  ['an address without a route', { url: '/api/nothing' }, 404, 'not_found', undefined],
  ['a method the address does not take', { url: '/api/things/1', method: 'PUT' }, 405, 'method_not_allowed', undefined],
  [
    'a method that nothing takes, with a body',
    { ...post('no json'), method: 'QUERY' as const },
    405,
    'method_not_allowed',
    undefined,
  ],
  ['a body for an address without a route', { ...post('{'), url: '/api/nothing' }, 404, 'not_found', undefined],
  [
    'a body of another type',
    post('size=1', 'application/x-www-form-urlencoded'),
    415,
    'unsupported_media_type',
    undefined,
  ],
  ['plain text', post('{}', 'text/plain'), 415, 'unsupported_media_type', undefined],
  ['a body too large', post(`"${'x'.repeat(70_000)}"`), 413, 'body_too_large', 'body'],
  ['a body that is not JSON', post('{'), 400, 'invalid_body', 'body'],
  ['an empty body', post(''), 400, 'invalid_body', 'body'],
  ['a forged prototype', post('{"__proto__": {"size": 1}}'), 400, 'invalid_body', 'body'],
  ['a wrong type', post('{"size": "1"}'), 400, 'invalid_body', 'size'],
  ['an unknown field', post('{"size": 1, "colour": "red"}'), 400, 'invalid_body', 'colour'],
  ['a wrong element', post('{"size": 1, "tags": ["a", 2]}'), 400, 'invalid_body', 'tags.1'],
  ['an address that cannot be decoded', { url: '/api/%zz' }, 400, 'invalid_address', 'path'],
  ['a failure of ours', { url: '/api/broken' }, 500, 'internal', undefined],
  ['a fault', { url: '/api/faulty' }, 429, 'rate_limited', undefined],
] as const)('%s is answered in the one envelope [P-ERR-11]', async (...[, request, status, code, field]) => {
  const answer = await app.fastify.inject(request);
  expect(answer.statusCode).toBe(status);
  const { error } = ApiError.parse(answer.json());
  expect(error).toMatchObject({ code, request_id: answer.headers['x-request-id'] });
  expect(error.field).toBe(field);
  expect(answer.body).not.toMatch(/at .*\.ts|node:|Error:/u);
  expect(answer.headers).toMatchObject({
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
    'x-content-type-options': 'nosniff',
    'strict-transport-security': expect.stringContaining('max-age=') as string,
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  expect(answer.headers['content-security-policy']).not.toMatch(/unsafe|\*/u);
});

test('a refused method names those that work', async () => {
  expect((await app.fastify.inject({ url: '/api/things/1', method: 'DELETE' })).headers['allow']).toBe('POST');
});

test('the cause of a failure is logged under the request id and not sent to the caller', async () => {
  const answer = await app.fastify.inject('/api/broken');
  const line = log
    .map((one) => JSON.parse(one) as Record<string, unknown>)
    .find((one) => one['msg'] === 'request failed');
  expect(line).toMatchObject({ request_id: answer.headers['x-request-id'], err: { cause: { message: 'inner' } } });
  expect(answer.body).not.toContain('cannot open');
});

test('says which methods an address takes; a fixed address is meant before one with a parameter', async () => {
  const route = { config: { access: 'public' as const } };
  app.fastify.delete('/api/things/:id', route, () => ({}));
  app.fastify.get('/api/things/all', route, () => ({}));
  const allowed = async (url: string) => (await app.fastify.inject({ url, method: 'PATCH' })).headers['allow'];
  expect(await allowed('/api/things/1')).toBe('POST, DELETE');
  expect(await allowed('/api/things/all')).toBe('GET, HEAD');
});

test('a token appears in no log line, error or header wherever it was sent [P-API-2]', async () => {
  const requests = [
    { url: `/api/broken?token=${token}` },
    { url: `/api/nothing?token=${token}` },
    { url: `/api/%zz?token=${token}` },
    { url: `/${token}` },
    { url: '/api/broken', headers: { authorization: `Bearer ${token}`, cookie: `__Host-farol=${'c'.repeat(43)}` } },
    { url: '/api/broken', headers: { cookie: `__Host-farol-sso=${'c'.repeat(43)}.Lw` } },
    { url: '/api/broken', headers: { referer: `https://ci.example/?token=${token}`, 'x-request-id': token } },
    post(JSON.stringify({ [token]: 1, size: token })),
    { ...post('{"size": 1}'), url: `/api/things/${token}?token=${token}` },
  ];
  for (const request of requests) {
    const answer = await app.fastify.inject(request);
    expect(answer.body + JSON.stringify(answer.headers)).not.toContain('secretsecret');
  }
  expect(log.length).toBeGreaterThan(requests.length);
  expect(log.join('')).not.toMatch(/secretsecret|c{43}/u);
});

test.each([
  [`__Host-farol=${'c'.repeat(43)}; Path=/`, '__Host-farol=[token]; Path=/'],
  [`__Host-farol-sso=${'c'.repeat(43)}.Lw; x`, '__Host-farol-sso=[token]; x'],
  [`__Host-farol-passkey=${'c'.repeat(43)}`, '__Host-farol-passkey=[token]'],
  [`Bearer eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJvbGdhIn0.${'c'.repeat(86)}, x`, 'Bearer [token], x'],
  [`id_token_hint=eyJhbGciOiJub25lIn0.eyJzdWIiOiJvbGdhIn0.`, 'id_token_hint=[token]'],
  [`rapi_${'c'.repeat(43)}`, '[token]'],
  ['eyJoe.example.com', 'eyJoe.example.com'],
])('of %s a log line has %s', (text, scrubbed) => {
  expect(scrubTokens(text)).toBe(scrubbed);
});

test('bytes that are not HTTP get the envelope too', async () => {
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.fastify.server.address() as AddressInfo;
  const answer = await new Promise<string>((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET /?token=${token} HTTP/1.1\r\nbad header\r\n\r\n`),
    );
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toContain('HTTP/1.1 400');
  expect(ApiError.parse(JSON.parse(body)).error.code).toBe('invalid_request');
  expect(log.join('') + answer).not.toContain('secretsecret');
});

test('without a bundle a page address says how to make one', async () => {
  const answer = await app.fastify.inject({ url: '/profiling', headers: { accept: 'text/html' } });
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['content-type']).toContain('text/plain');
  expect(answer.body).toContain('npm run build');
});

test('a route says who may call it', () => {
  expect(app.routes.map(({ method, url, access }) => `${method} ${url} ${access}`)).toContain(
    'POST /api/things/:id public',
  );
});

function post(payload: string, type = 'application/json') {
  return { url: '/api/things/1', method: 'POST' as const, payload, headers: { 'content-type': type } };
}
