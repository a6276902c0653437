/** What only PostgreSQL has: leases that end by its clock, and tables that it keeps no log of. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../test/postgres.ts';
import { systemClock } from '../../core/clock.ts';
import { openStore, type Store } from '../store/database.ts';
import { OwnerTable } from './owner-table.ts';

const found = {
  organization: 'acme',
  instance: 'agent-1',
  class: 'agent',
  publicKey: '',
  enrolledAt: 1,
  state: 'active',
} as const;
const session = { now: 1, description: { versions: {}, catalogDigest: undefined, targets: undefined } };

let postgres: TestPostgres;
let store: Store;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());
beforeEach(async () => {
  store = await openStore(await postgres.createDatabase(), { clock: systemClock });
  await store.db.insertInto('organizations').values({ id: 'acme', name: 'acme', created_at: 1 }).execute();
});
afterEach(() => store.close());

test('a replica without a lease can claim nothing, and what it had is on its way elsewhere', async () => {
  const owners = new OwnerTable(store, systemClock);
  const lease = { id: 'a', started_at: 1, lease_until: Number.MAX_SAFE_INTEGER };
  await store.db.insertInto('replicas').values(lease).execute();
  expect(await owners.claim('a', found, { ...session, generation: 1 })).toBe(1);
  const before = await owners.fingerprint();
  await store.db.updateTable('replicas').set({ lease_until: 1 }).where('id', '=', 'a').execute();
  expect(await owners.fingerprint()).not.toBe(before);
  expect(await owners.claim('a', found, { ...session, generation: 2 })).toBeUndefined();
  for (let round = 0; round < 2; round++) {
    expect(await owners.list()).toMatchObject({ live: [], moving: [{ instance: 'agent-1' }] });
    await owners.endDead();
  }
  expect(await store.db.selectFrom('replicas').selectAll().execute()).toEqual([]);
});

test('relayed commands reach no log of the store, and with it no archive and no standby', async () => {
  const { rows } = await sql<{
    relpersistence: string;
  }>`select relpersistence from pg_class where relname = 'relayed_commands'`.execute(store.db);
  expect(rows).toEqual([{ relpersistence: 'u' }]);
});
