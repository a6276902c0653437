import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { storeInstance } from '../../../test/store-instance.ts';
import { describeOnBothStores } from '../../../test/stores.ts';
import { type Clock, systemClock } from '../../core/clock.ts';
import { FleetExpiry } from '../api/api.ts';
import { KeyCustody } from '../keys/key-custody.ts';
import { authorityKind, commandKind } from '../keys/key-kinds.ts';
import { readRotationStatus, rotateAuthority, rotateCommandKey, type RotationDeps } from '../keys/rotation.ts';
import { makeStoreKey, StoreKey } from '../keys/store-key.ts';
import { ensureOrganization } from '../people/organization.ts';
import type { Store } from '../store/database.ts';
import type { Ending } from '../tls/server-tls.ts';
import { KeyExpiries } from './key-expiries.ts';

const dayMs = 86_400_000;
const start = Date.now();
let folder: string;
let time: number;
const clock: Clock = { ...systemClock, now: () => time };

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'farol-expiries-'));
  time = start;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Opened {
  readonly deps: RotationDeps;
  readonly organization: string;
  readonly read: (organization?: string, endings?: readonly Ending[]) => ReturnType<KeyExpiries['read']>;
}

async function open(store: Store): Promise<Opened> {
  const storeKey = StoreKey.parse(makeStoreKey())!;
  const custody = await KeyCustody.open({ store, dataDir: folder, storeKey, clock, onImported: () => undefined });
  const { publicPart } = await custody.ensure(commandKind);
  await custody.ensure(authorityKind);
  const organization = (await ensureOrganization(store, 'acme', clock)).id;
  for (const instance of ['edge-1', 'edge-2']) {
    await storeInstance(store.db, organization, instance, { enrolled_at: time, command_key: publicPart });
  }
  return {
    deps: { store, custody, clock },
    organization,
    read: (of = organization, endings = []) =>
      new KeyExpiries({ store, tls: { endings: () => endings, caPem: () => undefined }, clock }).read(of),
  };
}

describeOnBothStores('what ends of the keys', (stores) => {
  const on = (work: (opened: Opened) => Promise<void>): Promise<void> =>
    stores.with(clock, async (store) => work(await open(store)));

  test('is nothing without a change, and of certificates what is served', () =>
    on(async ({ read }) => {
      expect(await read()).toEqual({ expiries: [], stranded: new Map() });
      const { expiries } = await read(undefined, [{ what: 'server_certificate_files', at: start }]);
      expect(expiries.map((one) => FleetExpiry.parse(one))).toEqual([
        { what: 'server_certificate_files', ends_at: new Date(start).toISOString(), waiting: [] },
      ]);
    }));

  test('is the authority that was replaced, to its last day, and then the instances that slept through it', () =>
    on(async ({ deps, organization, read }) => {
      await rotateAuthority(deps, start);
      const ends_at = new Date(start + 30 * dayMs).toISOString();
      expect(await read()).toEqual({
        expiries: [{ what: 'authority_change', ends_at, waiting: ['edge-1', 'edge-2'] }],
        stranded: new Map(),
      });
      const authority = (await readRotationStatus(deps)).keys.find(({ state }) => state === 'current')!.fingerprint;
      const confirm = deps.store.db.updateTable('instances').set({ authority });
      await confirm.where('instance', '=', 'edge-1').execute();
      time += 29 * dayMs;
      expect((await read()).expiries).toEqual([{ what: 'authority_change', ends_at, waiting: ['edge-2'] }]);
      time += 2 * dayMs;
      expect(await read()).toEqual({ expiries: [], stranded: new Map([['edge-2', 'authority']]) });
      await confirm.where('organization_id', '=', organization).execute();
      expect(await read()).toEqual({ expiries: [], stranded: new Map() });
    }));

  test('is the command key that was replaced, while an instance of this organization pins it', () =>
    on(async ({ deps, read }) => {
      const globex = (await ensureOrganization(deps.store, 'globex', clock)).id;
      await rotateCommandKey(deps);
      const ends_at = new Date(start + 30 * dayMs).toISOString();
      expect((await read()).expiries).toEqual([{ what: 'command_key_change', ends_at, waiting: ['edge-1', 'edge-2'] }]);
      expect(await read(globex)).toEqual({ expiries: [], stranded: new Map() });
      time += 31 * dayMs;
      expect((await read()).stranded).toEqual(
        new Map([
          ['edge-1', 'command_key'],
          ['edge-2', 'command_key'],
        ]),
      );
    }));
});
