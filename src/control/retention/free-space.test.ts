import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { openStore } from '../store/database.ts';
import { freeSpace } from './free-space.ts';

/** PostgreSQL gives space back by itself. */
test('the file of the embedded store shrinks when bundles were removed', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'farol-space-'));
  const file = path.join(folder, 'farol.db');
  const store = await openStore(`sqlite:${file}`, { clock: systemClock });
  const sizeOf = async (): Promise<number> => {
    await sql`pragma wal_checkpoint(truncate)`.execute(store.db);
    return statSync(file).size;
  };
  try {
    await store.db.insertInto('organizations').values({ id: 'acme', name: 'acme', created_at: 0 }).execute();
    for (let at = 0; at < 20; at += 1) {
      const bundle = { organization_id: 'acme', id: `${at}`, bytes: new Uint8Array(500_000), stored_at: at };
      await store.db.insertInto('bundles').values(bundle).execute();
    }
    const full = await sizeOf();
    await store.db.deleteFrom('bundles').where('stored_at', '<', 18).execute();
    expect(await sizeOf()).toBe(full);
    await freeSpace(store);
    expect(await sizeOf()).toBeLessThan(full / 5);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
