import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPostgres } from '../../../test/postgres.ts';
import { describeOnBothStores } from '../../../test/stores.ts';
import { startTestTunnel, type TestTunnel, waitForState } from '../../../test/tunnel.ts';
import { type Clock, systemClock } from '../../core/clock.ts';
import { createAgents } from '../../core/network-agent.ts';
import { openIdentity } from '../../tunnel/identity/open-identity.ts';
import { verifyEd25519 } from '../../tunnel/identity/key-pair.ts';
import type { InstanceConfig } from '../../tunnel/instance/config.ts';
import { createWsNet } from '../../tunnel/instance/ws-net.ts';
import type { TunnelClient } from '../../tunnel/port.ts';
import { ByteBudget } from '../../tunnel/session/byte-budget.ts';
import { ClientSession } from '../../tunnel/session/client-session.ts';
import { CommandGuard } from '../../tunnel/session/command.ts';
import { systemRandom } from '../../tunnel/session/ports.ts';
import { TunnelError } from '../../tunnel/session/tunnel-error.ts';
import { openLog } from '../http/log.ts';
import { openStore, type Store } from '../store/database.ts';
import { startAnnouncing } from '../hub/announce-keys.ts';
import { CommandKeys } from './command-keys.ts';
import { KeyCustody } from './key-custody.ts';
import { finishRotation, giveUpKey, readRotationStatus, rotateCommandKey, type RotationDeps } from './rotation.ts';
import { makeStoreKey, StoreKey } from './store-key.ts';

const dayMs = 86_400_000;
const health = { at: '2026-11-21T00:00:00Z', checks: [] };
const storeKey = StoreKey.parse(makeStoreKey())!;

let folder: string;
let offsetMs: number;
let shutdown: (() => Promise<unknown>)[];
const clock: Clock = { ...systemClock, now: () => Date.now() + offsetMs };

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'farol-rotation-'));
  offsetMs = 0;
  shutdown = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Plane {
  readonly deps: RotationDeps;
  readonly keys: CommandKeys;
  readonly tunnel: TestTunnel;
  stop(): Promise<void>;
}

/** One replica: its keys, its tunnels, and what tells instances of a new key. */
async function startPlane(store: Store, key: StoreKey | undefined = storeKey): Promise<Plane> {
  const custody = await KeyCustody.open({ store, dataDir: folder, storeKey: key, clock, onImported: () => undefined });
  const keys = await CommandKeys.open({ store, custody, clock });
  const tunnel = await startTestTunnel(store, { keys, clock }, () => keys.current.publicKey);
  const log = openLog('silent');
  const stopAnnouncing = startAnnouncing({ keys, hub: tunnel.hub, instances: tunnel.instances, clock, log });
  let isStopped = false;
  const stop = async (): Promise<void> => {
    if (isStopped) return;
    isStopped = true;
    await stopAnnouncing();
    await tunnel.close();
  };
  shutdown.push(stop);
  return { deps: { store, custody, clock }, keys, tunnel, stop };
}

const connect = async ({ tunnel }: Plane, config: InstanceConfig, token?: string): Promise<TunnelClient> => {
  const identity = await tunnel.enrol({ config }, token);
  const client = tunnel.connect({ config, handlers: { 'health.run': async () => health } }, identity);
  await waitForState(client, 'live');
  await expect.poll(() => tunnel.hub.live({ organization: tunnel.organization }).length).toBe(1);
  return client;
};
const enrolled = async (plane: Plane): Promise<{ config: InstanceConfig; client: TunnelClient }> => {
  const config = plane.tunnel.configOf('edge-1');
  return { config, client: await connect(plane, config, await plane.tunnel.mint()) };
};
const isGone = async ({ tunnel }: Plane): Promise<void> => {
  await expect.poll(() => tunnel.hub.live({ organization: tunnel.organization }).length, { timeout: 10_000 }).toBe(0);
};
const run = ({ tunnel }: Plane) =>
  tunnel.hub.command({ organization: tunnel.organization, instance: 'edge-1' }, 'health.run', {}, { timeoutMs: 5_000 });
const unconfirmed = async ({ deps }: Plane): Promise<number> => (await readRotationStatus(deps)).unconfirmed.length;
const confirmed = async (plane: Plane): Promise<void> => {
  await expect.poll(() => unconfirmed(plane), { timeout: 15_000, interval: 100 }).toBe(0);
};
const identityOf = async ({ identityDir }: InstanceConfig): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(path.join(identityDir, 'identity.json'), 'utf8')) as Record<string, unknown>;

describeOnBothStores('a change of the command key', { postgres: 'deep' }, (stores) => {
  const on = (work: (store: Store) => Promise<void>): Promise<void> =>
    stores.with(clock, async (store) => {
      try {
        await work(store);
      } finally {
        for (const close of shutdown.toReversed()) await close();
      }
    });

  test('reaches a live instance within seconds, without a restart of either end', () =>
    on(async (store) => {
      const plane = await startPlane(store);
      const { config, client } = await enrolled(plane);
      const before = plane.keys.current.publicKey;
      await rotateCommandKey(plane.deps);
      await confirmed(plane);
      const { current } = plane.keys;
      expect(current.publicKey).not.toBe(before);
      await expect
        .poll(() => identityOf(config))
        .toMatchObject({ format: 'farol.identity.v1', command_key: current.publicKey });
      expect(await identityOf(config)).not.toHaveProperty('previous_command_key');
      expect(client.state()).toMatchObject({ state: 'live', generation: 1 });
      expect(await run(plane)).toEqual(health);
      await client.close();
      await isGone(plane);
      await connect(plane, config);
      expect(await run(plane)).toEqual(health);
    }));

  test('reaches an instance that slept through it, on whichever replica it wakes', () =>
    on(async (store) => {
      const plane = await startPlane(store);
      const other = await startPlane(store);
      const { config, client } = await enrolled(plane);
      await client.close();
      await isGone(plane);
      await rotateCommandKey(plane.deps);
      offsetMs = 29 * dayMs;
      const elsewhere = other.tunnel.configOf('edge-1', { identityDir: config.identityDir });
      await connect(other, elsewhere);
      await confirmed(plane);
      expect(await run(other)).toEqual(health);
      expect(await identityOf(config)).toMatchObject({ command_key: other.keys.current.publicKey });
    }));

  test('an instance that was off for more than 30 days is stopped, and its log says who must act', () =>
    on(async (store) => {
      const plane = await startPlane(store);
      const { config, client } = await enrolled(plane);
      await client.close();
      await isGone(plane);
      await rotateCommandKey(plane.deps);
      offsetMs = 31 * dayMs;
      const identity = await plane.tunnel.enrol({ config });
      const late = plane.tunnel.connect({ config }, identity);
      expect(await waitForState(late, 'stopped')).toMatchObject({
        code: 'command_key_retired',
        remedy: expect.stringMatching(/owner or admin allows one re-enrolment.*bootstrap token/u) as string,
      });
      const { keys, unconfirmed: left } = await readRotationStatus(plane.deps);
      expect(left).toMatchObject([{ instance: 'edge-1', isStranded: true }]);
      // The private half of the old key is gone for good.
      expect(keys.filter(({ purpose }) => purpose === 'command')).toMatchObject([
        { state: 'retired', home: 'destroyed' },
        { state: 'current', home: 'store' },
      ]);
      await plane.tunnel.instances.allowReenrolment(plane.tunnel.organization, 'edge-1');
      await connect(plane, plane.tunnel.configOf('edge-1'), await plane.tunnel.mint());
      expect(await unconfirmed(plane)).toBe(0);
    }));

  test('an instance whose confirmation was lost is let in with either key and confirms again', () =>
    on(async (store) => {
      const plane = await startPlane(store);
      const { config, client } = await enrolled(plane);
      const before = plane.keys.current.publicKey;
      await client.close();
      await isGone(plane);
      await rotateCommandKey(plane.deps);
      await plane.keys.refresh();
      const found = await openIdentity(config.identityDir, { class: 'agent', tenant: 'acme', instance: 'edge-1' });
      const { keyring } = (found as Extract<typeof found, { found: 'enrolled' }>).identity;
      await keyring.learn(plane.keys.current.publicKey, Date.now() + dayMs);
      expect(await identityOf(config)).toMatchObject({
        format: 'farol.identity.v2',
        previous_command_key: { key: before },
      });
      await connect(plane, config);
      await confirmed(plane);
      expect(await run(plane)).toEqual(health);
    }));

  test('an older instance that cannot learn the key works with the old one until it ends', () =>
    on(async (store) => {
      const plane = await startPlane(store);
      const config = plane.tunnel.configOf('edge-1');
      const identity = await plane.tunnel.enrol({ config }, await plane.tunnel.mint());
      const ended = Promise.withResolvers<string>();
      await createWsNet(config.tunnelUrl, () => createAgents({ ca: config.ca, env: {} }).https).dial(
        (wire) =>
          new ClientSession(wire, {
            identity,
            ledger: identity.ledger,
            describe: () => ({ versions: { agent: '1.0.0' }, catalogDigest: undefined, targets: undefined }),
            clock: systemClock,
            random: systemRandom,
            verify: verifyEd25519,
            room: new ByteBudget({ total: 1 << 24, ofOrganization: 1 << 24, ofInstance: 1 << 24 }).roomOf('', ''),
            makeGuard: (address, by) => new CommandGuard(address, by),
            admit: ({ name }) => {
              if (name !== 'health.run') throw new TunnelError('unknown_request', 'This version does not know it.');
            },
            handle: async () => JSON.stringify(health),
            onLive: () => undefined,
            onEnd: ({ code }) => ended.resolve(code),
            onNotice: () => undefined,
            onLedgerFailed: (error) => ended.reject(error),
          }),
        new AbortController().signal,
      );
      await expect.poll(() => plane.tunnel.hub.counters.live).toBe(1);
      await rotateCommandKey(plane.deps);
      await expect.poll(() => plane.keys.isChanging, { timeout: 10_000 }).toBe(true);
      await expect.poll(() => plane.tunnel.hub.counters.commands, { timeout: 10_000 }).toBe(1);
      expect(await run(plane)).toEqual(health);
      expect(await unconfirmed(plane)).toBe(1);
      offsetMs = 31 * dayMs;
      expect(await ended.promise).toBe('command_key_retired');
    }));

  test('is one at a time, and ends early only when all instances confirmed or the operator insists', () =>
    on(async (store) => {
      const plane = await startPlane(store);
      await expect(finishRotation(plane.deps, { strand: false })).rejects.toThrow(/No change .* is in progress/u);
      const { client } = await enrolled(plane);
      await client.close();
      await isGone(plane);
      await rotateCommandKey(plane.deps);
      await expect(rotateCommandKey(plane.deps)).rejects.toThrow(/in progress until 20\d\d-.*--finish/u);
      await expect(finishRotation(plane.deps, { strand: false })).rejects.toThrow(
        /1 instances .* edge-1\. .*--strand/u,
      );
      await finishRotation(plane.deps, { strand: true });
      expect((await readRotationStatus(plane.deps)).unconfirmed).toMatchObject([{ isStranded: true }]);
      await rotateCommandKey(plane.deps);
    }));
});

const filesOf = async () => (await readdir(folder)).filter((file) => file.startsWith('command-key')).toSorted();
const openCustody = (store: Store, key?: StoreKey) =>
  KeyCustody.open({ store, dataDir: folder, storeKey: key, clock, onImported: () => undefined });
const openKeys = async (store: Store, key?: StoreKey) =>
  CommandKeys.open({ store, clock, custody: await openCustody(store, key) });

test('without FAROL_STORE_KEY on PostgreSQL it is refused until the keys are shared', async () => {
  const postgres = await startPostgres();
  const store = await openStore(await postgres.createDatabase(), { clock });
  try {
    const deps = { store, custody: await openCustody(store), clock };
    await expect(rotateCommandKey(deps)).rejects.toThrow(/No control plane has been started/u);
    await openKeys(store);
    await expect(rotateCommandKey(deps)).rejects.toThrow(/Set FAROL_STORE_KEY on every replica/u);
    expect(await filesOf()).toEqual(['command-key.pem']);
  } finally {
    await store.close();
    await postgres.stop();
  }
});

test('without FAROL_STORE_KEY on the embedded store both keys are files until the change ends', async () => {
  const store = await openStore(`sqlite:${path.join(folder, 'farol.db')}`, { clock });
  try {
    const keys = await openKeys(store);
    const first = keys.current.publicKey;
    await rotateCommandKey({ store, custody: await openCustody(store), clock });
    await keys.refresh();
    const second = keys.current.publicKey;
    expect(second).not.toBe(first);
    expect(await filesOf()).toHaveLength(2);
    expect((await openKeys(store)).current.publicKey).toBe(second);
    offsetMs = 31 * dayMs;
    const afterwards = await openKeys(store);
    expect([afterwards.current.publicKey, await afterwards.signerFor(first)]).toEqual([second, undefined]);
    expect(await filesOf()).toEqual([expect.stringMatching(/^command-key-[0-9a-f]{16}\.pem$/u)]);
    expect((await openKeys(store, storeKey)).current.publicKey).toBe(second);
    expect(await filesOf()).toEqual([expect.stringMatching(/\.pem\.imported$/u)]);
  } finally {
    await store.close();
  }
});

describeOnBothStores('a control plane without FAROL_STORE_KEY', { postgres: 'deep' }, (stores) => {
  test('gives up a key only when it is gone, and the next start makes another', () =>
    stores.with(clock, async (store) => {
      const custody = await openCustody(store);
      const keys = await openKeys(store);
      await expect(giveUpKey({ store, custody, clock }, 'command')).rejects.toThrow(/is not lost/u);
      await rm(path.join(folder, 'command-key.pem'));
      await expect(openKeys(store)).rejects.toThrow(/--lost command/u);
      await giveUpKey({ store, custody, clock }, 'command');
      const made = await openKeys(store);
      expect(made.current.publicKey).not.toBe(keys.current.publicKey);
      expect(await made.signerFor(keys.current.publicKey)).toBeUndefined();
    }));
});
