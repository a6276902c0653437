/** Both stores behind one list, so that a suite is written once and runs on each. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { openStore, type Store } from '../src/control/store/database.ts';
import { type Clock, systemClock } from '../src/core/clock.ts';
import { isQuick } from './layer.ts';
import { migratedTemplate, startPostgres, type TestPostgres } from './postgres.ts';

export interface StoreUnderTest {
  readonly dialect: 'sqlite' | 'postgres';
  /** A fresh, migrated store with one organization named `acme`, closed when `work` is over. */
  with(clock: Clock, work: (store: Store, url: string) => Promise<void>): Promise<void>;
}

/** A quick run has no PostgreSQL. */
export const dialects: readonly StoreUnderTest['dialect'][] = isQuick ? ['sqlite'] : ['sqlite', 'postgres'];

type Declare = (store: StoreUnderTest) => void;
interface Layers {
  readonly postgres: 'default' | 'deep';
}
const everywhere: Layers = { postgres: 'default' };

/**
 * Declares the same tests for the embedded store and for a real PostgreSQL. `postgres: 'deep'` leaves the latter to that
 * layer: for suites of whole programs, which meet the store only through statements that other suites run on both.
 */
export function describeOnBothStores(title: string, declare: Declare): void;
export function describeOnBothStores(title: string, layers: Layers, declare: Declare): void;
export function describeOnBothStores(title: string, ...rest: readonly [Declare] | readonly [Layers, Declare]): void {
  const [{ postgres: layerOfPostgres }, declare] = rest.length === 1 ? [everywhere, rest[0]] : rest;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'farol-stores-'));
  const empty = path.join(folder, 'migrated.db');
  let postgres: TestPostgres | undefined;
  let migrated = '';
  let files = 0;
  // Each test has a copy of a migrated store: to migrate one of its own takes several times as long.
  beforeAll(async () => {
    await migrate(`sqlite:${empty}`);
    if (!dialects.includes('postgres')) return;
    postgres = await startPostgres();
    migrated = await migratedTemplate(migrate);
  });
  afterAll(async () => {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const addresses = {
    sqlite: () => {
      const file = path.join(folder, `${files++}.db`);
      copyFileSync(empty, file);
      return Promise.resolve(`sqlite:${file}`);
    },
    postgres: () => {
      if (postgres === undefined) throw new Error('PostgreSQL was not started');
      return postgres.createDatabase(migrated);
    },
  };
  for (const dialect of dialects) {
    const tags = dialect === 'postgres' && layerOfPostgres === 'deep' ? ['deep'] : [];
    describe(`${title} on ${dialect}`, { tags }, () => {
      declare({
        dialect,
        async with(clock, work) {
          const url = await addresses[dialect]();
          const store = await openStore(url, { clock });
          try {
            await store.db
              .insertInto('organizations')
              .values({ id: 'acme', name: 'acme', created_at: clock.now() })
              .execute();
            await work(store, url);
          } finally {
            await store.close();
          }
        },
      });
    });
  }
}

async function migrate(url: string): Promise<void> {
  const store = await openStore(url, { clock: systemClock });
  await store.close();
}
