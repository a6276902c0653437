import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listHeldSockets } from '../../../test/held-sockets.ts';
import { createMetrics, measureOperation, measureRequests } from './metrics.ts';
import { type MetricSources, watchSources } from './watch-sources.ts';
import { listenForScrapes, maxConnections, type MetricsListener } from './metrics-listener.ts';
import { type ConnectionCounters, cuts, proveMs } from '../peers/connection-guard.ts';
import { openLog } from '../http/log.ts';
import { createApp } from '../http/server.ts';
import { loadWebApp } from '../http/web-app.ts';
import { ApiProblem } from '../problem/api-problem.ts';

const metrics = createMetrics();
const sources: MetricSources = {
  version: '1.2.3',
  isTunnelListening: () => true,
  countLive: () => new Map(),
  readStore: () => Promise.resolve({ captures: new Map(), oldestQueuedMs: 0, enrolled: new Map() }),
  onStoreFailed: (error) => errors.push(error),
  countStreams: () => 0,
  tunnel: { ended: {}, rejected: {} },
  connections: { app: undefined, tunnel: undefined },
  readDisk: () => Promise.resolve({ available: 10, size: 100 }),
  listCertificateEnds: () => [],
};
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
    ...sources,
    connections: { app: counters as ConnectionCounters, tunnel: undefined },
  });
  for (const text of [await own.registry.metrics(), await own.registry.metrics()]) {
    expect(text).toContain('farol_connections{port="app",peer="known"} 2');
    expect(text).toContain('farol_connections{port="app",peer="stranger"} 7');
    expect(text).toContain('farol_connections_cut_total{port="app",reason="slow_body"} 3');
  }
});

test('only GET /metrics answers, and a failed source is an error of the scrape', async () => {
  const broken = createMetrics();
  watchSources(broken, { ...sources, readDisk: () => Promise.reject(new Error('no disk')) });
  const { registry } = broken;
  const other = await listenForScrapes(registry, { host: '127.0.0.1', port: 0 }, (error) => errors.push(error));
  expect((await fetch(new URL('/', listener.url))).status).toBe(404);
  expect((await fetch(listener.url, { method: 'POST' })).status).toBe(404);
  expect((await fetch(other.url)).status).toBe(500);
  expect(errors).toHaveLength(1);
  await other.close();
});

test('a store that fails leaves out its own series alone, and comes back', async () => {
  const own = createMetrics();
  const failures: unknown[] = [];
  let isBroken = false;
  watchSources(own, {
    ...sources,
    countLive: () => new Map([['agent', 2]]),
    readStore: () =>
      isBroken
        ? Promise.reject(new Error('no store'))
        : Promise.resolve({
            captures: new Map([['queued', 1]]),
            oldestQueuedMs: 90_000,
            enrolled: new Map([['agent', 3]]),
          }),
    onStoreFailed: (error) => failures.push(error),
  });
  const ofStore = [
    'farol_captures{status="queued"} 1',
    'farol_oldest_queued_capture_age_seconds 90',
    'farol_enrolled_instances{class="agent"} 3',
  ];
  for (const broken of [false, true, false]) {
    isBroken = broken;
    const text = await own.registry.metrics();
    const expected = broken ? 0 : 1;
    expect(text).toContain(`farol_store_up ${expected}`);
    expect(text).toContain(`farol_ready ${expected}`);
    expect(text).toContain('farol_live_instances{class="agent"} 2');
    expect(ofStore.filter((line) => text.includes(line))).toEqual(broken ? [] : ofStore);
    const ofStoreAtAll = text.match(/^farol_(?:captures|oldest_queued|enrolled)/gmu) ?? [];
    expect(ofStoreAtAll).toHaveLength(broken ? 0 : ofStore.length);
  }
  // Five figures, one reading.
  expect(failures).toHaveLength(1);
});

test('ends of sessions have a label from a closed set, whatever a peer sends', async () => {
  const own = createMetrics();
  watchSources(own, { ...sources, tunnel: { ended: { revoked: 2, secretsecret: 3 }, rejected: { origin: 1 } } });
  for (const text of [await own.registry.metrics(), await own.registry.metrics()]) {
    expect(text).toContain('farol_tunnel_sessions_ended_total{code="revoked"} 2');
    expect(text).toContain('farol_tunnel_sessions_ended_total{code="other"} 3');
    expect(text).toContain('farol_tunnel_handshakes_rejected_total{reason="origin"} 1');
    expect(text).not.toContain('secretsecret');
  }
});

test('a question is counted by its result and timed; one without an answer by its code', async () => {
  const own = createMetrics();
  await measureOperation(own, () => Promise.resolve({ outcome: 'rate_limited' }));
  const lost = new ApiProblem({ status: 503, code: 'agent_lost', message: 'Lost.' });
  await expect(measureOperation(own, () => Promise.reject(lost))).rejects.toBe(lost);
  const text = await own.registry.metrics();
  expect(text).toContain('farol_operations_total{result="rate_limited"} 1');
  expect(text).toContain('farol_operations_total{result="ok"} 0');
  expect(text).toContain('farol_operation_duration_seconds_count 1');
  expect(text).toContain('farol_operations_unanswered_total{code="agent_lost"} 1');
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
