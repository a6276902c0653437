/** Bytes that are no WebSocket as RFC 6455 has it, or no end of it, after an upgrade: each costs its own connection only. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestTunnel, type TestTunnel, waitForState } from '../../../test/tunnel.ts';
import { systemClock } from '../../core/clock.ts';
import type { TunnelClient } from '../../tunnel/port.ts';
import { limits } from '../../tunnel/session/limits.ts';
import { openStore, type Store } from '../store/database.ts';

let folder: string;
let store: Store;
let tunnel: TestTunnel;
let honest: TunnelClient;
const sockets: TLSSocket[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'farol-frames-'));
  store = await openStore(`sqlite:${path.join(folder, 'farol.db')}`, { clock: systemClock });
  tunnel = await startTestTunnel(store);
  const config = tunnel.configOf('honest');
  honest = tunnel.connect({ config }, await tunnel.enrol({ config }, await tunnel.mint()));
  await waitForState(honest, 'live');
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await tunnel.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const upgrade = [
  'GET / HTTP/1.1',
  'host: localhost',
  'connection: Upgrade',
  'upgrade: websocket',
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-version: 13',
  'sec-websocket-protocol: tunnel.v1',
  '\r\n',
].join('\r\n');

/** A stranger whose upgrade was accepted and who has received the challenge. */
async function openStranger(): Promise<{ socket: TLSSocket; closed: Promise<number> }> {
  const socket = connect({ port: tunnel.hub.port, host: '127.0.0.1', servername: 'localhost', ca: tunnel.ca });
  sockets.push(socket);
  const { promise: open, resolve, reject } = Promise.withResolvers<undefined>();
  socket.on('error', () => undefined);
  socket.once('data', () => resolve(undefined));
  socket.once('close', () => reject(new Error('closed before the upgrade')));
  socket.once('secureConnect', () => socket.write(upgrade));
  await open;
  const began = performance.now();
  socket.resume();
  const closed = new Promise<number>((done) => socket.once('close', () => done(performance.now() - began)));
  return { socket, closed };
}

const masked = (first: number, length: number, ...more: number[]): Buffer =>
  Buffer.from([first, 0x80 | length, ...more, 0, 0, 0, 0]);
const text = (fin: boolean, content: string): Buffer =>
  Buffer.concat([masked(fin ? 0x81 : 0x01, content.length), Buffer.from(content)]);
const part = (content: string): Buffer => Buffer.concat([masked(0x00, content.length), Buffer.from(content)]);

test.each<[string, Buffer]>([
  ['an unknown opcode', masked(0x83, 0)],
  ['an unknown control opcode', masked(0x8b, 0)],
  ['a reserved bit', masked(0xc1, 0)],
  ['all reserved bits and opcodes', Buffer.alloc(64, 0xff)],
  ['a frame without a mask', Buffer.from([0x81, 0x02, 0x7b, 0x7d])],
  ['a length of 2^63', masked(0x81, 127, 0x80, 0, 0, 0, 0, 0, 0, 0)],
  ['a length of 2^53', masked(0x81, 127, 0, 0x20, 0, 0, 0, 0, 0, 0)],
  ['one byte more than a frame may have', masked(0x81, 127, 0, 0, 0, 0, 0, 4, 0, 1)],
  ['a ping that is too long', masked(0x89, 126, 0, 126)],
  ['a ping in parts', masked(0x09, 0)],
  ['a part without a beginning', part('x')],
  ['a beginning within a message', Buffer.concat([text(false, 'x'), text(true, 'x')])],
  ['a close of one byte', masked(0x88, 1, 0)],
  ['a close with a code that does not exist', Buffer.concat([masked(0x88, 2), Buffer.from([0x03, 0xed])])],
  ['text that is no UTF-8', Buffer.concat([masked(0x81, 2), Buffer.from([0xc3, 0x28])])],
  ['a binary message', masked(0x82, 0)],
  ['a message that is empty', masked(0x81, 0)],
  ['brackets', text(true, '['.repeat(120))],
  ['continuation for ever', Buffer.concat([text(false, '['), ...Array.from({ length: 2000 }, () => part(' '))])],
  ['empty parts for ever', Buffer.concat([text(false, ''), ...Array.from({ length: 2000 }, () => part(''))])],
  ['HTTP after the upgrade', Buffer.from('GET / HTTP/1.1\r\nhost: a\r\n\r\n')],
])('a stranger that sends %s is cut off at once', async (_what, bytes) => {
  const { socket, closed } = await openStranger();
  socket.write(bytes);
  expect(await Promise.race([closed, pause(3000, 'open')])).not.toBe('open');
  expect([honest.state().state, tunnel.hub.allLive().length]).toEqual(['live', 1]);
});

test('a stranger that sends pings and reads the pongs is cut off after what a stranger may send', async () => {
  const { socket, closed } = await openStranger();
  const ping = Buffer.concat([masked(0x89, 125), Buffer.alloc(125)]);
  const most = Math.ceil((limits.strangerBytes * 4) / ping.length);
  for (let at = 0; at < most && !socket.destroyed; at += 1) {
    socket.write(ping);
    if (at % 20 === 0) await pause(1);
  }
  expect(await Promise.race([closed, pause(3000, 'open')])).not.toBe('open');
});

test(
  'a stranger that sends a frame byte by byte, or says nothing, has the time of a handshake and no more',
  { tags: ['deep'], timeout: 60_000 },
  async () => {
    const [slow, silent] = [await openStranger(), await openStranger()];
    slow.socket.write(masked(0x81, 126, 0x10, 0));
    const drip = setInterval(() => slow.socket.write('['), 200);
    const took = await Promise.all([slow.closed, silent.closed]);
    clearInterval(drip);
    expect(Math.max(...took)).toBeLessThan(limits.handshakeMs + 3000);
  },
);
