/** Strangers that hold every place of the tunnel port that they get keep no instance out, and none that is live is lost. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestTunnel, type TestTunnel, waitForState } from '../../../test/tunnel.ts';
import { systemClock } from '../../core/clock.ts';
import type { TunnelClient } from '../../tunnel/port.ts';
import { openStore, type Store } from '../store/database.ts';

let folder: string;
let store: Store;
let tunnel: TestTunnel;
let isOver: boolean;
let held: Set<TLSSocket>;

beforeEach(async () => {
  isOver = false;
  held = new Set();
  folder = await mkdtemp(path.join(os.tmpdir(), 'farol-crowd-'));
  store = await openStore(`sqlite:${path.join(folder, 'farol.db')}`, { clock: systemClock });
  tunnel = await startTestTunnel(store, { connections: { max: 32, maxOfAddress: 8 } });
});
afterEach(async () => {
  isOver = true;
  for (const socket of held) socket.destroy();
  await tunnel.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const words = [
  '',
  'GET / HTTP/1.1\r\nhost: a\r\n',
  'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 60000\r\n\r\n{',
  'GET / HTTP/1.1\r\nhost: a\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\nsec-websocket-protocol: tunnel.v1\r\n\r\n',
];

function hold(localAddress: string, at: number): void {
  if (isOver) return;
  const { port } = tunnel.hub;
  const to = { port, host: '127.0.0.1', servername: 'localhost', ca: tunnel.ca, localAddress };
  const socket = connect(to as ConnectionOptions);
  held.add(socket);
  socket.once('secureConnect', () => socket.write(words[at % words.length] ?? ''));
  socket.on('error', () => undefined).resume();
  socket.once('close', () => {
    held.delete(socket);
    setTimeout(() => hold(localAddress, at), 500);
  });
}

async function enter(name: string): Promise<TunnelClient> {
  const config = tunnel.configOf(name);
  const identity = await tunnel.enrol({ config }, await tunnel.mint());
  const client = tunnel.connect({ config }, identity);
  await waitForState(client, 'live');
  return client;
}

test('seven addresses that fill the port keep no instance out and lose none', { timeout: 60_000 }, async () => {
  const states: string[] = [];
  const first = await enter('first');
  first.onState(({ state }) => states.push(state));
  for (let at = 0; at < 56; at += 1) hold(`127.0.0.${2 + (at % 7)}`, at);
  await expect.poll(() => tunnel.hub.connections.cut.too_many, { timeout: 20_000 }).toBeGreaterThan(0);
  for (let at = 0; at < 6; at += 1) await enter(`late-${at}`);
  await expect.poll(() => tunnel.hub.live({ organization: tunnel.organization }).length).toBe(7);
  expect(states.filter((state) => state !== 'live')).toEqual([]);
  expect(tunnel.hub.connections).toMatchObject({ known: 7 });
});
