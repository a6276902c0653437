import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listHeldSockets } from '../../../test/held-sockets.ts';
import { createMetrics, measureRequests, watchSources } from './metrics.ts';
import { listenForScrapes, maxConnections, type MetricsListener } from './metrics-listener.ts';
import { type ConnectionCounters, cuts, proveMs } from '../peers/connection-guard.ts';
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

test('connections are counted by port and peer, and those that were cut by reason', async () => {
  const own = createMetrics();
  const counters = { open: 9, known: 2, cut: { ...Object.fromEntries(cuts.map((why) => [why, 0])), slow_body: 3 } };
  watchSources(own, {
    countLive: () => new Map(),
    countCaptures: () => Promise.resolve(new Map()),
    countStreams: () => 0,
    connections: { app: counters as ConnectionCounters, tunnel: undefined },
  });
  for (const text of [await own.registry.metrics(), await own.registry.metrics()]) {
    expect(text).toContain('farol_connections{port="app",peer="known"} 2');
    expect(text).toContain('farol_connections{port="app",peer="stranger"} 7');
    expect(text).toContain('farol_connections_cut_total{port="app",reason="slow_body"} 3');
  }
});

test('only GET /metrics answers, and a failed source is an error of the scrape', async () => {
  expect((await fetch(new URL('/', listener.url))).status).toBe(404);
  expect((await fetch(listener.url, { method: 'POST' })).status).toBe(404);
  watchSources(metrics, {
    countLive: () => new Map([['agent', 2]]),
    countCaptures: () => Promise.reject(new Error('no store')),
    countStreams: () => 0,
    connections: { app: undefined, tunnel: undefined },
  });
  expect((await fetch(listener.url)).status).toBe(500);
  expect(errors).toHaveLength(1);
});

describe('strangers on the port', () => {
  const held: Socket[] = [];
  let guarded: MetricsListener;
  beforeEach(async () => {
    const { registry } = createMetrics();
    guarded = await listenForScrapes(registry, { host: '127.0.0.1', port: 0 }, (error) => errors.push(error));
  });
  afterEach(async () => {
    for (const socket of held.splice(0)) socket.destroy();
    await guarded.close();
  });

  async function hold(words: string): Promise<Socket> {
    const socket = connect(Number(new URL(guarded.url).port), '127.0.0.1');
    held.push(socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(words);
    return socket;
  }
  const scrape = async (): Promise<number> =>
    (await fetch(guarded.url, { headers: { connection: 'close' }, signal: AbortSignal.timeout(5000) })).status;

  test.each([
    ['nothing', ''],
    ['half a request', 'GET /metrics HTTP/1.1\r\nhost: a\r\n'],
    ['a body that does not come', 'POST /metrics HTTP/1.1\r\nhost: a\r\ncontent-length: 100000\r\n\r\n'],
  ])('who send %s hold no more than the port allows, and a scrape is answered all the same', async (_what, words) => {
    for (let at = 0; at < 100; at += 1) await hold(words);
    expect(await scrape()).toBe(200);
    const port = Number(new URL(guarded.url).port);
    // One that was cut is closed a moment later.
    await expect.poll(() => listHeldSockets(port).length).toBeLessThanOrEqual(maxConnections);
  });

  test('who send nothing are gone after ten seconds', { timeout: 30_000 }, async () => {
    const sockets = await Promise.all([hold(''), hold('GET /metrics HTTP/1.1\r\n')]);
    const closed = sockets.map(async (socket) => {
      socket.resume();
      const started = performance.now();
      await new Promise((resolve) => socket.once('close', resolve));
      return performance.now() - started;
    });
    for (const tookMs of await Promise.all(closed)) expect(tookMs).toBeLessThan(proveMs + 2500);
  });
});
