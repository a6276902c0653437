import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLog } from '../http/log.ts';
import { type App, createApp } from '../http/server.ts';
import { loadWebApp } from '../http/web-app.ts';
import { LiveEvent } from '../api/api.ts';
import { EventFeed, EventStreams } from './event-stream.ts';

let app: App;
let feed: EventFeed;
let streams: EventStreams;
/** Timers that the streams asked for, run by hand. */
let timers: (() => void)[];
let isValid: boolean;
let requests: ClientRequest[];

beforeEach(async () => {
  timers = [];
  requests = [];
  isValid = true;
  feed = new EventFeed();
  const clock = {
    now: () => 0,
    monotonic: () => 0,
    after: (_ms: number, run: () => void) => (timers.push(run), () => {}),
  };
  streams = new EventStreams(feed, clock, 12);
  app = createApp({ log: openLog('fatal'), tls: undefined, web: await loadWebApp('/nowhere') });
  app.fastify.get<{ Params: { organization: string } }>(
    '/:organization',
    { config: { access: 'public' } },
    (request, reply) =>
      streams.open(reply, {
        organization: request.params.organization,
        person: String(request.headers['x-person'] ?? 'somebody'),
        session: String(request.headers['x-session'] ?? 'one'),
        isStillValid: () => Promise.resolve(isValid),
      }),
  );
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  streams.endAll();
  for (const request of requests) request.destroy();
  await app.fastify.close();
});

test('a change reaches the pages of its organization and no other', async () => {
  const [own, other] = [await open('acme'), await open('globex')];
  feed.publish('acme', { type: 'capture', request_id: 'r1' });
  feed.publish('globex', { type: 'fleet' });
  expect(LiveEvent.parse(await own.next())).toEqual({ type: 'capture', request_id: 'r1' });
  expect(LiveEvent.parse(await other.next())).toEqual({ type: 'fleet' });
  expect(own.response.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
});

test('the stream ends with its session', async () => {
  const page = await open('acme');
  timers.pop()?.();
  await expect.poll(() => page.text()).toContain('still here');
  isValid = false;
  timers.pop()?.();
  await page.ended;
  expect(streams.size).toBe(0);
});

test('signing out ends the streams of that session alone', async () => {
  const [mine, theirs] = [await open('acme', 'mine'), await open('acme', 'theirs')];
  streams.endAll('mine');
  await mine.ended;
  feed.publish('acme', { type: 'fleet' });
  expect(await theirs.next()).toEqual({ type: 'fleet' });
});

test('a seventh page of one session ends its oldest', async () => {
  const pages = [];
  for (let page = 0; page < 7; page += 1) pages.push(await open('acme'));
  await pages[0]!.ended;
  expect(streams.size).toBe(6);
});

test('a person whose sessions hold every stream makes room for others, and not the other way round', async () => {
  const many = [];
  for (let page = 0; page < 12; page += 1) many.push(await open('acme', `session ${page}`, 'many'));
  const others = [await open('acme', 'a', 'other'), await open('globex', 'b', 'third')];
  await Promise.all(many.slice(0, 2).map(({ ended }) => ended));
  await expect(open('acme', 'again', 'many')).resolves.toMatchObject({ response: { statusCode: 503 } });
  feed.publish('acme', { type: 'fleet' });
  expect(await others[0]!.next()).toEqual({ type: 'fleet' });
  expect(streams.size).toBe(12);
});

test('a page that goes away is forgotten', async () => {
  const page = await open('acme');
  page.response.destroy();
  await expect.poll(() => streams.size).toBe(0);
});

test('a reader that takes nothing is cut off instead of being stored for', async () => {
  const page = await open('acme');
  page.response.pause();
  const event = { type: 'capture', request_id: 'x'.repeat(60_000) } as const;
  for (let sent = 0; sent < 500 && streams.size > 0; sent += 1) {
    feed.publish('acme', event);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(streams.size).toBe(0);
});

interface Page {
  readonly response: IncomingMessage;
  readonly ended: Promise<void>;
  text(): string;
  /** The next event that was not returned before. */
  next(): Promise<unknown>;
}

function open(organization: string, session = 'one', person = 'somebody'): Promise<Page> {
  const { port } = app.fastify.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const request = get({
      port,
      host: '127.0.0.1',
      path: `/${organization}`,
      headers: { 'x-session': session, 'x-person': person },
      agent: false,
    });
    requests.push(request);
    request.on('error', () => reject(new Error('the stream was not opened')));
    request.on('response', (response) => {
      let text = '';
      let read = 0;
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('error', () => {});
      const ended = new Promise<void>((done) => response.on('close', done));
      const events = (): string[] => [...text.matchAll(/^data: (.*)$/gmu)].map((match) => match[1]!);
      const next = async (): Promise<unknown> => {
        await expect.poll(() => events().length).toBeGreaterThan(read);
        read += 1;
        return JSON.parse(events()[read - 1]!);
      };
      resolve({ response, ended, text: () => text, next });
    });
  });
}
