import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMetrics, measureRequests, watchSources } from './metrics.ts';
import { listenForScrapes, type MetricsListener } from './metrics-listener.ts';
import { openLog } from '../http/log.ts';
import { createApp } from '../http/server.ts';
import { loadWebApp } from '../http/web-app.ts';

const metrics = createMetrics();
let listener: MetricsListener;
let errors: unknown[];

beforeEach(async () => {
  errors = [];
  listener = await listenForScrapes(metrics.registry, { host: '127.0.0.1', port: 0 }, (error) => errors.push(error));
});
afterEach(() => listener.close());

test('requests are counted by route template, never by what was asked', async () => {
  const app = createApp({ log: openLog('fatal'), tls: undefined, web: await loadWebApp('/nowhere') });
  measureRequests(app.fastify, metrics);
  app.fastify.get('/api/things/:id', { config: { access: 'public' } }, () => ({}));
  await app.fastify.inject('/api/things/secretsecret?token=secretsecret');
  await app.fastify.inject('/secretsecret');
  const text = await (await fetch(listener.url)).text();
  expect(text).toContain(
    'farol_http_request_duration_seconds_count{method="GET",route="/api/things/:id",status="200"} 1',
  );
  expect(text).toContain('route="unmatched",status="404"');
  expect(text).not.toContain('secretsecret');
  await app.fastify.close();
});

test('only GET /metrics answers, and a failed source is an error of the scrape', async () => {
  expect((await fetch(new URL('/', listener.url))).status).toBe(404);
  expect((await fetch(listener.url, { method: 'POST' })).status).toBe(404);
  watchSources(metrics, {
    countLive: () => new Map([['agent', 2]]),
    countCaptures: () => Promise.reject(new Error('no store')),
    countStreams: () => 0,
  });
  expect((await fetch(listener.url)).status).toBe(500);
  expect(errors).toHaveLength(1);
});
