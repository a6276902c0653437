import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../test/postgres.ts';
import { systemClock } from '../../core/clock.ts';
import { readVersion } from '../../core/version.ts';
import { openStore, type Store } from './database.ts';
import type { Migration } from './migrations/migration.ts';
import { migrate, NewerStore } from './migrate.ts';
import { migrations } from './migrations.ts';

const clock = systemClock;
let postgres: TestPostgres;
const folder = mkdtempSync(path.join(os.tmpdir(), 'farol-store-'));
let files = 0;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const addresses = {
  sqlite: async () => `sqlite:${path.join(folder, `${files++}.db`)}`,
  postgres: () => postgres.createDatabase(),
};

describe.each(['sqlite', 'postgres'] as const)('the %s store', (dialect) => {
  async function withStore(work: (store: Store, url: string) => Promise<void>): Promise<void> {
    const url = await addresses[dialect]();
    const store = await openStore(url, { clock });
    try {
      await work(store, url);
    } finally {
      await store.close();
    }
  }

  const organization = (id: string, at: number) => ({ id, name: id, created_at: at });

  test('migrating a second time does nothing', () =>
    withStore(async ({ db }) => {
      expect(await migrate(db as never, dialect, { clock })).toEqual({ applied: [], newer: [] });
      const rows = await db.selectFrom('schema_migrations').select('id').orderBy('id').execute();
      expect(rows.map(({ id }) => id)).toEqual(migrations.map(({ id }) => id).toSorted());
    }));

  const added: Migration = {
    id: '9998-adds-a-column',
    isCompatible: true,
    up: (db) => db.schema.alterTable('organizations').addColumn('colour', 'text').execute(),
  };
  const dropped: Migration = {
    id: '9999-drops-a-table',
    up: (db) => db.schema.dropTable('own_counts').execute(),
  };
  const upgrade = (store: Store, ...more: readonly Migration[]) =>
    migrate(store.db as never, dialect, { clock, known: [...migrations, ...more], version: '9.8.7' });

  test('a store that a newer version changed otherwise is refused, with both versions and the way back', () =>
    withStore(async (store, url) => {
      await upgrade(store, added, dropped);
      const before = await store.db.selectFrom('schema_migrations').selectAll().execute();
      const refused = openStore(url, { clock });
      await expect(refused).rejects.toBeInstanceOf(NewerStore);
      await expect(refused).rejects.toThrow(
        `The store was migrated by version 9.8.7 (9999-drops-a-table), and this is version ${readVersion()}, which cannot work with it.`,
      );
      await expect(refused).rejects.toThrow(
        /Start 9\.8\.7 again; or restore .*: farol control restore --from <file>$/u,
      );
      expect(await store.db.selectFrom('schema_migrations').selectAll().execute()).toEqual(before);
    }));

  test('a store that a newer version only added to is opened, and what it has is said', () =>
    withStore(async (store, url) => {
      expect(await upgrade(store, added)).toEqual({ applied: ['9998-adds-a-column'], newer: [] });
      // The older process goes on, and another one of its version starts beside it.
      await store.db.insertInto('organizations').values(organization('before', 1)).execute();
      const told: unknown[] = [];
      const older = await openStore(url, { clock, onNewerStore: (newer) => told.push(...newer) });
      await older.db.insertInto('organizations').values(organization('after', 1)).execute();
      await older.close();
      expect(told).toEqual([{ id: '9998-adds-a-column', isCompatible: true, version: '9.8.7' }]);
      // And back again: nothing is left to apply.
      expect(await upgrade(store, added)).toEqual({ applied: [], newer: [] });
    }));

  test('each migration says which version applied it', () =>
    withStore(async ({ db }) => {
      const versions = await db.selectFrom('schema_migrations').select('version').distinct().execute();
      expect(versions).toEqual([{ version: readVersion() }]);
    }));

  test('times come back as the numbers they were, bytes as the bytes', () =>
    withStore(async ({ db }) => {
      const at = Date.UTC(2026, 10, 21, 12, 0, 0, 123);
      const bytes = Uint8Array.from([0, 1, 254, 255]);
      await db.insertInto('organizations').values(organization('a', at)).execute();
      await db.insertInto('bundles').values({ organization_id: 'a', id: 'x', bytes, stored_at: at }).execute();
      const row = await db.selectFrom('bundles').selectAll().executeTakeFirstOrThrow();
      expect(row.stored_at).toBe(at);
      expect(Buffer.from(row.bytes).equals(Buffer.from(bytes))).toBe(true);
    }));

  test('a foreign key that points nowhere is refused', () =>
    withStore(async ({ db }) => {
      const insert = db
        .insertInto('bundles')
        .values({ organization_id: 'nobody', id: 'x', bytes: Uint8Array.of(1), stored_at: 1 });
      await expect(insert.execute()).rejects.toThrow(/foreign key/iu);
    }));

  test('fifty exclusive read-then-write transactions lose no update', () =>
    withStore(async (store) => {
      await store.db.insertInto('organizations').values(organization('counter', 0)).execute();
      const raise = () =>
        store.exclusive('counter', async (transaction) => {
          const { created_at: value } = await transaction
            .selectFrom('organizations')
            .select('created_at')
            .where('id', '=', 'counter')
            .executeTakeFirstOrThrow();
          await transaction
            .updateTable('organizations')
            .set({ created_at: value + 1 })
            .where('id', '=', 'counter')
            .execute();
        });
      await Promise.all(Array.from({ length: 50 }, raise));
      const { created_at: value } = await store.db.selectFrom('organizations').selectAll().executeTakeFirstOrThrow();
      expect(value).toBe(50);
    }));

  test('a second process that writes waits instead of failing', () =>
    withStore(async (store, url) => {
      const other = await openStore(url, { clock });
      const insert = (one: Store, id: string) =>
        one.db.insertInto('organizations').values(organization(id, 1)).execute();
      const inserts = Array.from({ length: 40 }, (_, index) => insert(index % 2 === 0 ? store : other, `o${index}`));
      await Promise.all(inserts);
      await other.close();
      expect(await store.db.selectFrom('organizations').selectAll().execute()).toHaveLength(40);
    }));
});
