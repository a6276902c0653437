/** What an enrolled instance that breaks the manners of WebSocket costs the port. */
import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RawInstance } from '../../../bench/hostile/raw-instance.ts';
import { startTestTunnel, type TestTunnel } from '../../../test/tunnel.ts';
import { systemClock } from '../../core/clock.ts';
import { createAgents } from '../../core/network-agent.ts';
import { openStore, type Store } from '../store/database.ts';

let folder: string;
let store: Store;
let tunnel: TestTunnel;
/** The control plane's ends. */
let accepted: Socket[];
const raws: RawInstance[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'farol-hostile-'));
  store = await openStore(`sqlite:${path.join(folder, 'farol.db')}`, { clock: systemClock });
  tunnel = await startTestTunnel(store);
  accepted = [];
  tunnel.hub.server?.on('secureConnection', (socket) => accepted.push(socket));
});
afterEach(async () => {
  for (const raw of raws.splice(0)) raw.close();
  await tunnel.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function connect(): Promise<RawInstance> {
  const config = tunnel.configOf('hostile');
  const identity = await tunnel.enrol({ config }, await tunnel.mint());
  const { https: agent } = createAgents({ ca: tunnel.ca, env: {} });
  const raw = await RawInstance.connect({ tunnelUrl: config.tunnelUrl, agent, identity });
  raws.push(raw);
  await expect.poll(() => tunnel.hub.live({ organization: tunnel.organization }).length).toBe(1);
  return raw;
}

test('an instance that sends pings and reads nothing is cut off before its pongs queue up', async () => {
  const raw = await connect();
  const [end] = accepted;
  raw.stopReading();
  let most = 0;
  for (let at = 0; at < 128_000 && raw.isOpen; at += 1) {
    raw.ping('x'.repeat(125));
    if (at % 500 !== 0) continue;
    await pause(0);
    most = Math.max(most, end?.writableLength ?? 0);
  }
  expect(raw.isOpen).toBe(false);
  expect(most).toBeLessThan(64 * 1024);
});

test('a message in more parts than any proxy makes ends the session', async () => {
  const raw = await connect();
  for (let at = 0; at < 2000; at += 1) raw.sendPart(' ', false);
  await expect(raw.ended).resolves.toMatch(/^1008 /u);
});

test('empty parts that never end a message are counted too', async () => {
  const raw = await connect();
  for (let at = 0; at < 2000; at += 1) raw.sendPart('', false);
  await expect(raw.ended).resolves.toMatch(/^1008 /u);
});

test('a message in a few parts, as a proxy may cut it, is read', async () => {
  const raw = await connect();
  const answered = new Promise((resolve) => raw.onFrame((frame) => resolve(frame.t)));
  const text = JSON.stringify({ n: 3, t: 'ping' });
  raw.sendPart(text.slice(0, 3), false);
  raw.sendPart(text.slice(3), true);
  expect(await answered).toBeDefined();
});
