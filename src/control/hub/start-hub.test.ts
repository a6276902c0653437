import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestTunnel, type TestTunnel, waitForState } from '../../../test/tunnel.ts';
import { systemClock } from '../../core/clock.ts';
import { openStore, type Store } from '../store/database.ts';

let folder: string;
let store: Store;
let tunnel: TestTunnel;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'farol-hub-'));
  store = await openStore(`sqlite:${path.join(folder, 'farol.db')}`, { clock: systemClock });
  tunnel = await startTestTunnel(store);
});
afterEach(async () => {
  await tunnel.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const health = { at: '2026-11-21T00:00:00Z', checks: [] };

test('an instance enrols, connects, answers a signed command and reports', async () => {
  const config = tunnel.configOf('edge-1');
  const identity = await tunnel.enrol({ config }, await tunnel.mint());
  tunnel.hub.onReport('health.report', async (from, report) => {
    expect([from.instance, report.at]).toEqual(['edge-1', health.at]);
    return {};
  });
  const client = tunnel.connect({ config, handlers: { 'health.run': async () => health } }, identity);
  expect(await waitForState(client, 'live')).toMatchObject({ generation: 1 });
  await expect
    .poll(() => tunnel.hub.live({ organization: tunnel.organization }))
    .toMatchObject([{ instance: 'edge-1', class: 'agent', generation: 1, versions: { agent: '1.2.3' } }]);
  const address = { organization: tunnel.organization, instance: 'edge-1' };
  expect(await tunnel.hub.command(address, 'health.run', {}, { timeoutMs: 5000 })).toEqual(health);
  expect(await client.report('health.report', health)).toEqual({});
});
