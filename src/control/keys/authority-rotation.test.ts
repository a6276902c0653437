import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeOnBothStores } from '../../../test/stores.ts';
import { startTestTunnel, type TestTunnel, waitForState } from '../../../test/tunnel.ts';
import { type Clock, systemClock } from '../../core/clock.ts';
import { createAgents } from '../../core/network-agent.ts';
import { fingerprintOf, splitCertificates } from '../../core/pem-certificates.ts';
import { verifyEd25519 } from '../../tunnel/identity/key-pair.ts';
import type { InstanceConfig } from '../../tunnel/instance/config.ts';
import { runTunnelClient } from '../../tunnel/instance/tunnel-client.ts';
import { createWsNet } from '../../tunnel/instance/ws-net.ts';
import type { TunnelClient } from '../../tunnel/port.ts';
import { CommandGuard } from '../../tunnel/session/command.ts';
import { systemRandom } from '../../tunnel/session/ports.ts';
import { openLog } from '../http/log.ts';
import type { Store } from '../store/database.ts';
import { openServerTls, type ServerTls } from '../tls/server-tls.ts';
import { startAnnouncingAuthority } from '../hub/announce-authority.ts';
import { startAnnouncing } from '../hub/announce-keys.ts';
import { CommandKeys } from './command-keys.ts';
import { KeyCustody } from './key-custody.ts';
import {
  finishRotation,
  readRotationStatus,
  rotateAuthority,
  rotateCommandKey,
  type RotationDeps,
} from './rotation.ts';
import { makeStoreKey, StoreKey } from './store-key.ts';

const dayMs = 86_400_000;
const health = { at: '2026-11-21T00:00:00Z', checks: [] };
const storeKey = StoreKey.parse(makeStoreKey())!;
const log = openLog('silent');

let folder: string;
let offsetMs: number;
let replicas: number;
let shutdown: (() => Promise<unknown>)[];
const clock: Clock = { ...systemClock, now: () => Date.now() + offsetMs };

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'farol-authority-'));
  offsetMs = 0;
  replicas = 0;
  shutdown = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Plane {
  readonly deps: RotationDeps;
  readonly tls: ServerTls;
  readonly tunnel: TestTunnel;
}

/** One replica with a data directory of its own: its keys, its certificate, its tunnels, and its announcements. */
async function startPlane(store: Store): Promise<Plane> {
  const dataDir = path.join(folder, `replica-${replicas++}`);
  const custody = await KeyCustody.open({ store, dataDir, storeKey, clock, onImported: () => undefined });
  const tls = await openServerTls({
    directory: path.join(dataDir, 'tls'),
    names: ['localhost', '127.0.0.1'],
    source: { authority: await custody.openAuthority(clock) },
    clock: systemClock,
    onRenewFailed: (error) => {
      throw error;
    },
  });
  const keys = await CommandKeys.open({ store, custody, clock });
  const tunnel = await startTestTunnel(store, { keys, clock, tls: tls.options() }, () => keys.current.publicKey);
  if (tunnel.hub.server !== undefined) tls.follow(tunnel.hub.server);
  const { hub, instances } = tunnel;
  const stops = [
    startAnnouncing({ keys, hub, instances, clock, log }),
    startAnnouncingAuthority({ store, custody, keys, tls, hub, instances, clock, log }),
  ];
  shutdown.push(async () => {
    for (const stop of stops) await stop();
    tls.close();
    await tunnel.close();
  });
  return { deps: { store, custody, clock }, tls, tunnel };
}

/** An instance that was given the authority of this replica as it is now. */
const configOf = ({ tunnel, tls }: Plane, changes: Partial<InstanceConfig> = {}): InstanceConfig =>
  tunnel.configOf('edge-1', { ca: `${tls.caPem()}${tunnel.ca}`, ...changes });
const connect = async ({ tunnel }: Plane, config: InstanceConfig, token?: string): Promise<TunnelClient> => {
  const identity = await tunnel.enrol({ config }, token);
  const client = tunnel.connect({ config, handlers: { 'health.run': async () => health } }, identity);
  await waitForState(client, 'live');
  await expect.poll(() => tunnel.hub.live({ organization: tunnel.organization }).length).toBe(1);
  return client;
};
const enrolled = async (plane: Plane): Promise<{ config: InstanceConfig; client: TunnelClient }> => {
  const config = configOf(plane);
  return { config, client: await connect(plane, config, await plane.tunnel.mint()) };
};
const leave = async ({ tunnel }: Plane, client: TunnelClient): Promise<void> => {
  await client.close();
  await expect.poll(() => tunnel.hub.live({ organization: tunnel.organization }).length, { timeout: 10_000 }).toBe(0);
};
const run = ({ tunnel }: Plane) =>
  tunnel.hub.command({ organization: tunnel.organization, instance: 'edge-1' }, 'health.run', {}, { timeoutMs: 5_000 });
const unconfirmed = async ({ deps }: Plane) => (await readRotationStatus(deps)).authority.unconfirmed;
const confirmed = async (plane: Plane): Promise<void> => {
  await expect.poll(() => unconfirmed(plane), { timeout: 15_000, interval: 100 }).toEqual([]);
};
const learnedOf = async ({ identityDir }: InstanceConfig) =>
  JSON.parse(await readFile(path.join(identityDir, 'authorities.json'), 'utf8')) as {
    readonly trusted: readonly string[];
    readonly replaced: readonly { readonly fingerprint: string; readonly until: number }[];
  };
/** How the port is verified by a client that trusts `ca` alone. */
const verify = ({ tunnel }: Plane, ca: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connectTls({ host: '127.0.0.1', port: tunnel.hub.port, ca });
    socket.once('secureConnect', () => {
      socket.destroy();
      resolve('verified');
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
  });
const inTime = { timeout: 15_000, interval: 100 };

describeOnBothStores('a change of the authority', { postgres: 'deep' }, (stores) => {
  const on = (work: (store: Store) => Promise<void>): Promise<void> =>
    stores.with(clock, async (store) => {
      try {
        await work(store);
      } finally {
        for (const close of shutdown.toReversed()) await close();
      }
    });

  test('reaches a live instance within seconds, which needs no new file at the end of the overlap', () =>
    on(async (store) => {
      const plane = await startPlane(store);
      const { config, client } = await enrolled(plane);
      const old = plane.tls.caPem()!;
      expect(await unconfirmed(plane)).toEqual([]);
      await rotateAuthority(plane.deps, systemClock.now());
      expect(await unconfirmed(plane)).toMatchObject([{ instance: 'edge-1', isStranded: false }]);
      await confirmed(plane);
      const [present = '', before = ''] = splitCertificates(plane.tls.caPem()!);
      expect([fingerprintOf(before), (await learnedOf(config)).trusted]).toEqual([
        fingerprintOf(old),
        [`${present}\n`],
      ]);
      expect(client.state()).toMatchObject({ state: 'live', generation: 1 });
      expect(await run(plane)).toEqual(health);
      offsetMs = 31 * dayMs;
      await expect.poll(() => verify(plane, old), inTime).not.toBe('verified');
      await leave(plane, client);
      await connect(plane, config);
      expect(await run(plane)).toEqual(health);
      // What the file of RUNNER_CA_FILE still holds is not trusted any more.
      await expect
        .poll(() => learnedOf(config))
        .toMatchObject({ replaced: [{ fingerprint: fingerprintOf(old), until: 0 }] });
    }));

  test('is followed by every running replica without a restart, and by one that starts later', () =>
    on(async (store) => {
      const plane = await startPlane(store);
      const other = await startPlane(store);
      const old = plane.tls.caPem()!;
      expect(other.tls.caPem()).toBe(old);
      await rotateAuthority(plane.deps, systemClock.now());
      for (const one of [plane, other]) {
        await expect.poll(() => splitCertificates(one.tls.caPem()!).length, inTime).toBe(2);
      }
      const late = await startPlane(store);
      const [present = ''] = splitCertificates(plane.tls.caPem()!);
      for (const one of [plane, other, late]) {
        expect(one.tls.caPem()).toBe(plane.tls.caPem());
        for (const ca of [old, present, one.tls.caPem()!]) expect(await verify(one, ca)).toBe('verified');
      }
      offsetMs = 31 * dayMs;
      for (const one of [plane, other, late]) {
        await expect.poll(() => verify(one, old), inTime).not.toBe('verified');
        expect([await verify(one, present), splitCertificates(one.tls.caPem()!)]).toEqual(['verified', [present]]);
      }
      expect(
        (await readRotationStatus(plane.deps)).keys.filter(({ purpose }) => purpose === 'authority'),
      ).toMatchObject([
        { state: 'retired', home: 'destroyed' },
        { state: 'current', home: 'store' },
      ]);
    }));

  test('reaches an instance that was away and wakes within 30 days, on whichever replica', () =>
    on(async (store) => {
      const plane = await startPlane(store);
      const other = await startPlane(store);
      const { config, client } = await enrolled(plane);
      await leave(plane, client);
      await rotateAuthority(plane.deps, systemClock.now());
      offsetMs = 29 * dayMs;
      const elsewhere = { ...config, tunnelUrl: other.tunnel.configOf('edge-1').tunnelUrl };
      const woken = await connect(other, elsewhere);
      await confirmed(plane);
      await leave(other, woken);
      offsetMs = 31 * dayMs;
      await expect.poll(() => verify(other, config.ca!), inTime).not.toBe('verified');
      await connect(other, elsewhere);
      expect(await run(other)).toEqual(health);
    }));

  test('an instance that slept through it says who acts and how, and needs no enrolment', () =>
    on(async (store) => {
      const plane = await startPlane(store);
      const { config, client } = await enrolled(plane);
      await leave(plane, client);
      await rotateAuthority(plane.deps, systemClock.now());
      offsetMs = 31 * dayMs;
      await expect.poll(() => verify(plane, config.ca!), inTime).not.toBe('verified');
      const late = plane.tunnel.connect({ config }, await plane.tunnel.enrol({ config }));
      expect(await waitForState(late, 'waiting')).toMatchObject({
        remedy: expect.stringMatching(/^Put the present ca\.pem .*RUNNER_CA_FILE.*do not enrol/u) as string,
      });
      await late.close();
      expect(await unconfirmed(plane)).toMatchObject([{ instance: 'edge-1', isStranded: true }]);
      await connect(plane, configOf(plane, { identityDir: config.identityDir }));
      await confirmed(plane);
      expect(await run(plane)).toEqual(health);
    }));

  test('waits for the command key where both change', () =>
    on(async (store) => {
      const plane = await startPlane(store);
      const { config } = await enrolled(plane);
      await rotateAuthority(plane.deps, systemClock.now());
      await rotateCommandKey(plane.deps);
      await confirmed(plane);
      expect((await readRotationStatus(plane.deps)).unconfirmed).toEqual([]);
      expect((await learnedOf(config)).trusted).toHaveLength(1);
      await expect(finishRotation(plane.deps, { strand: false })).rejects.toThrow(/--finish command or --finish auth/u);
      await finishRotation(plane.deps, { strand: false, purpose: 'authority' });
      await expect.poll(() => splitCertificates(plane.tls.caPem()!).length, inTime).toBe(1);
      await finishRotation(plane.deps, { strand: false });
    }));

  test('an older instance that cannot learn it works until the end and is listed', () =>
    on(async (store) => {
      const plane = await startPlane(store);
      const config = configOf(plane);
      const identity = await plane.tunnel.enrol({ config }, await plane.tunnel.mint());
      const older = runTunnelClient({
        identity,
        versions: { agent: '1.0.0' },
        handlers: { 'health.run': async () => health },
        clock: systemClock,
        log,
        net: createWsNet(config.tunnelUrl, () => createAgents({ ca: config.ca, env: {} }).https),
        random: systemRandom,
        verify: verifyEd25519,
        makeGuard: (address, by) => new CommandGuard(address, by),
      });
      shutdown.push(() => older.close());
      await waitForState(older, 'live');
      const { commands: before } = plane.tunnel.hub.counters;
      await rotateAuthority(plane.deps, systemClock.now());
      await expect.poll(() => plane.tunnel.hub.counters.commands, inTime).toBe(before + 1);
      expect(await run(plane)).toEqual(health);
      expect(await unconfirmed(plane)).toMatchObject([{ instance: 'edge-1', isStranded: false }]);
      await expect(finishRotation(plane.deps, { strand: false })).rejects.toThrow(/edge-1.*--strand/u);
      await finishRotation(plane.deps, { strand: true });
      await expect.poll(() => verify(plane, config.ca!), inTime).not.toBe('verified');
    }));

  test('is one at a time', () =>
    on(async (store) => {
      const { deps } = await startPlane(store);
      await rotateAuthority(deps, systemClock.now());
      await expect(rotateAuthority(deps, systemClock.now())).rejects.toThrow(
        /change of the authority is in progress until 20\d\d-.*--finish authority/u,
      );
    }));
});
