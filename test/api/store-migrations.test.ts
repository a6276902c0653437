/** Within one major version the store is only added to, so that the former release starts on it: docs/reference/versioning.md. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
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

test('a migration after the last release only adds, unless the major version is a new one', () => {
  const later = migrations.slice(released.migrations.length);
  const breaking = later.filter(({ isCompatible }) => isCompatible !== true).map(({ id }) => id);
  if (majorOf(readVersion()) === majorOf(released.version)) expect(breaking).toEqual([]);
});
