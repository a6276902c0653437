/** What peers of HTTP may cost, on a server without TLS. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ConnectionGuard } from './connection-guard.ts';
import { endWith, guardRequests, mostPipelined } from './guard-requests.ts';
import { graceMs } from './slow-bodies.ts';

let server: Server;
let guard: ConnectionGuard;
let opened: Socket[];

beforeEach(() => {
  opened = [];
});
afterEach(async () => {
  for (const socket of opened) socket.destroy();
  server.closeAllConnections();
  const closed = once(server, 'close');
  server.close();
  await closed;
});

async function listen(answer: RequestListener): Promise<void> {
  server = createServer(answer);
  server.on('clientError', (_error, socket) => endWith(socket, 'HTTP/1.1 408 Request Timeout\r\n\r\n'));
  guard = guardRequests(server, { max: 100, maxOfAddress: 100 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

function open(words: string): { readonly socket: Socket; readonly read: () => string } {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  opened.push(socket);
  let text = '';
  socket.on('error', () => undefined).on('data', (chunk) => (text += chunk.toString()));
  socket.once('connect', () => socket.write(words));
  return { socket, read: () => text };
}

const get = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';
const post = (length: number): string => `POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${length}\r\n\r\n`;
const answers = (text: string): number => text.split('HTTP/1.1 200').length - 1;

function readBody(request: IncomingMessage, response: ServerResponse): void {
  let length = 0;
  request.on('data', (chunk: Buffer) => (length += chunk.length)).on('error', () => undefined);
  request.on('end', () => response.end(String(length)));
}

test('requests of one connection are answered one after the other, all that may wait', async () => {
  let most = 0;
  let under = 0;
  await listen((_request, response) => {
    under += 1;
    most = Math.max(most, under);
    setImmediate(() => {
      under -= 1;
      response.end('x');
    });
  });
  const { read } = open(get.repeat(mostPipelined));
  await expect.poll(() => answers(read())).toBe(mostPipelined);
  expect([most, guard.counters.cut.pipelined]).toEqual([1, 0]);
});

test('a peer that does not read is owed one answer, whatever it has requested, and gets the rest when it reads', async () => {
  let begun = 0;
  let most = 0;
  const answer = Buffer.alloc(8 << 20, 'x');
  await listen(({ socket }, response) => {
    begun += 1;
    response.end(answer);
    most = Math.max(most, socket.writableLength);
  });
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  opened.push(socket);
  socket.pause().write(get.repeat(40));
  await expect.poll(() => begun).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 500));
  // What the kernel holds is not ours.
  expect(begun).toBeLessThan(4);
  expect(most).toBeLessThan(2 * answer.length);
  socket.resume();
  await expect.poll(() => begun, { timeout: 20_000 }).toBe(40);
  expect(most).toBeLessThan(2 * answer.length);
});

test('a connection with more requests than may wait is cut, and counted', async () => {
  await listen((_request, response) => void setImmediate(() => response.end('x')));
  const { socket } = open(get.repeat(mostPipelined + 1));
  await expect.poll(() => socket.closed).toBe(true);
  expect(guard.counters.cut.pipelined).toBe(1);
});

test('bodies that wait behind another request arrive whole', async () => {
  await listen(readBody);
  const body = 'x'.repeat(200_000);
  const { read } = open(`${post(body.length)}${body}`.repeat(3));
  await expect.poll(() => answers(read())).toBe(3);
  expect(read().match(/200000/gu)).toHaveLength(3);
});

test('a body that comes too slowly ends with 408; a slow one of the least rate is read', async () => {
  await listen(readBody);
  const began = performance.now();
  const stuck = open(`${post(60_000)}x`);
  const slow = open(post(30_000));
  const sending = setInterval(() => slow.socket.write('x'.repeat(1500)), 200);
  await expect.poll(() => stuck.socket.closed, { timeout: 8000 }).toBe(true);
  expect(stuck.read()).toContain('408');
  expect(performance.now() - began).toBeGreaterThan(graceMs);
  await expect.poll(() => answers(slow.read()), { timeout: 10_000 }).toBe(1);
  clearInterval(sending);
  expect(guard.counters.cut.slow_body).toBe(1);
});

test('a body is not too slow because this process stood still', async () => {
  await listen(readBody);
  const { read, socket } = open(post(20));
  await expect.poll(() => socket.bytesWritten).toBeGreaterThan(0);
  for (let at = 0; at < 4; at += 1) {
    socket.write('01234');
    const until = performance.now() + graceMs / 2 + 100;
    while (performance.now() < until);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await expect.poll(() => answers(read())).toBe(1);
  expect(guard.counters.cut.slow_body).toBe(0);
});

test('a body that nobody reads yet is not too slow', async () => {
  let begin: (() => void) | undefined;
  await listen((request, response) => {
    begin = () => readBody(request, response);
  });
  const { read, socket } = open(`${post(10)}01234`);
  await expect.poll(() => begin !== undefined).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, graceMs + 1500));
  begin?.();
  socket.write('56789');
  await expect.poll(() => answers(read())).toBe(1);
});
