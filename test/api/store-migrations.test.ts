/** Within one major version the store is only added to, so that the former release starts on it: docs/reference/versioning.md. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Migration } from '../../src/control/store/migrations/migration.ts';
import { migrations } from '../../src/control/store/migrations.ts';
import { readVersion } from '../../src/core/version.ts';

const Released = z.strictObject({ version: z.string(), migrations: z.array(z.string()).min(1) });
const released = Released.parse(
  JSON.parse(readFileSync(path.join(import.meta.dirname, 'last-release/store.json'), 'utf8')),
);
const majorOf = (version: string): number => Number(version.split('.')[0]);

test('migrations of the last release are all there, before those that came later', () => {
  expect(migrations.slice(0, released.migrations.length).map(({ id }) => id)).toEqual(released.migrations);
});

test('ids are in the order of the list, which is that of the ledger', () => {
  const ids = migrations.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted());
});

/** Migrations that a release of this version may not bring. */
function findBreaking(list: readonly Migration[], version: string): string[] {
  const later = list.slice(released.migrations.length).filter(({ isCompatible }) => isCompatible !== true);
  return majorOf(version) > majorOf(released.version) ? [] : later.map(({ id }) => id);
}

test('a migration after the last release only adds, unless the major version is a new one', () => {
  expect(findBreaking(migrations, readVersion())).toEqual([]);
  const drop: Migration = { id: '9999-drops-a-table', up: (db) => db.schema.dropTable('own_counts').execute() };
  expect(findBreaking([...migrations, drop], released.version)).toEqual([drop.id]);
  expect(findBreaking([...migrations, drop], `${majorOf(released.version) + 1}.0.0`)).toEqual([]);
});
