/** `farol control backup`: one encrypted file with everything a control plane needs to go on elsewhere. */
import { createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Clock } from '../../core/clock.ts';
import { readVersion } from '../../core/version.ts';
import { errorCode } from '../../tunnel/identity/disk.ts';
import { type KeyCustody, selectKeys } from '../keys/key-custody.ts';
import { authorityKind, commandKind } from '../keys/key-kinds.ts';
import type { StoreKey } from '../keys/store-key.ts';
import { findFirstOrganization } from '../people/organization.ts';
import type { Store } from '../store/database.ts';
import { lastVersion, readLedger } from '../store/ledger.ts';
import { migrations } from '../store/migrations.ts';
import { type ArchiveHead, writeArchive } from './archive.ts';
import { encryptArchive } from './archive-cipher.ts';
import { BackupRefused, type StoreSums, streamTables, withSnapshot } from './copy-store.ts';
import type { Connection } from './table-rows.ts';

export interface BackupDeps {
  readonly store: Store;
  readonly custody: KeyCustody;
  readonly clock: Clock;
  /** Encrypts the archive. */
  readonly key: StoreKey;
}

/**
 * Works beside a running control plane. The file appears under its name only when it is whole.
 * @throws BackupRefused when the file exists or cannot be written, KeyRefusal when a key cannot be read here.
 */
export async function writeBackup({ store, custody, clock, key }: BackupDeps, file: string): Promise<StoreSums> {
  if ((await findFirstOrganization(store)) === undefined) {
    throw new BackupRefused(
      'No control plane has been started on this store yet. Check FAROL_DATA_DIR and FAROL_DATABASE_URL.',
    );
  }
  const unfinished = await claim(file);
  let sums: StoreSums = {};
  try {
    await withSnapshot(store, async (db) => {
      const head: ArchiveHead = {
        format: 'farol.backup.v1',
        created_at: new Date(clock.now()).toISOString(),
        ...(await describeTables(db)),
        dialect: store.dialect,
        key_files: await readKeyFiles(custody, db),
      };
      const lines = writeArchive(head, streamTables(db, store.dialect), (all) => (sums = all));
      await pipeline(
        Readable.from(lines),
        createGzip(),
        (plain: AsyncIterable<Uint8Array>) => encryptArchive(plain, key),
        createWriteStream(unfinished, { flags: 'w', mode: 0o600, flush: true }),
      );
    });
    await rename(unfinished, file);
    await syncDirectory(path.dirname(file));
    return sums;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/**
 * Makes the file that becomes this one when it is whole, so that nothing is replaced, two backups never write into one
 * file, and nobody waits to learn that the folder cannot be written.
 */
async function claim(file: string): Promise<string> {
  if (existsSync(file)) {
    throw new BackupRefused(`${file} already exists and is not overwritten. Name another file with --out.`);
  }
  const unfinished = `${file}.unfinished`;
  try {
    await (await open(unfinished, 'wx', 0o600)).close();
    return unfinished;
  } catch (cause) {
    const code = errorCode(cause) ?? 'unknown error';
    throw new BackupRefused(
      code === 'EEXIST'
        ? `${unfinished} exists: another backup is being written there, or one was interrupted. Remove it if none is running, or name another file with --out.`
        : `${file} cannot be written (${code}). Name another file with --out.`,
      { cause },
    );
  }
}

/**
 * The tables as they are, which a newer version may have added to: the backup then restores with that version, and not
 * with this one, which does not know all of its tables.
 */
async function describeTables(db: Connection): Promise<Pick<ArchiveHead, 'version' | 'migrations'>> {
  const ledger = await readLedger(db);
  const newer = ledger.filter(({ id }) => migrations.every((one) => one.id !== id));
  return { version: lastVersion(newer) ?? readVersion(), migrations: ledger.map(({ id }) => id) };
}

/** Keys that are files; those in the store are rows, encrypted with FAROL_STORE_KEY. */
async function readKeyFiles(
  custody: KeyCustody,
  db: Parameters<typeof selectKeys>[0],
): Promise<ArchiveHead['key_files']> {
  const found: ArchiveHead['key_files'] = [];
  for (const kind of [authorityKind, commandKind]) {
    for (const row of await selectKeys(db, kind)) {
      if (row.state === 'retired' || row.sealed !== null) continue;
      const { secret } = await custody.unlock(kind, row);
      found.push({ purpose: kind.purpose, fingerprint: row.fingerprint, pem: secret.reveal() });
    }
  }
  return found;
}

async function syncDirectory(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
