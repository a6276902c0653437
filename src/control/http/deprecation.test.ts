import { expect, test } from 'vitest';
import { openLog } from './log.ts';
import { renderOpenApi } from './openapi.ts';
import { createApp } from './server.ts';

test('a deprecated route says since when and until when, in its responses and in the description', async () => {
  const { fastify, routes } = createApp({
    log: openLog('fatal', { write: () => true }),
    tls: undefined,
    web: { isBuilt: false, answer: () => false },
  });
  const deprecated = { since: '2027-01-31', until: '2028-02-01' };
  fastify.get('/api/markers', { config: { access: 'public', deprecated } }, async () => ({}));
  fastify.get('/api/tokens', { config: { access: 'public' } }, async () => ({}));
  const [old, current] = await Promise.all(['/api/markers', '/api/tokens'].map((url) => fastify.inject({ url })));
  expect([old?.headers['deprecation'], old?.headers['sunset']]).toEqual([
    '@1801353600',
    'Tue, 01 Feb 2028 00:00:00 GMT',
  ]);
  expect([current?.headers['deprecation'], current?.headers['sunset']]).toEqual([undefined, undefined]);
  const { paths } = renderOpenApi(routes, 'https://farol.example') as { paths: Record<string, { get: object }> };
  expect(paths['/api/markers']?.get).toMatchObject({ deprecated: true, 'x-sunset': '2028-02-01' });
  expect(paths['/api/tokens']?.get).not.toHaveProperty('deprecated');
  await fastify.close();
});
