/** `farol control restore`: a backup into an empty store and data directory, of either kind. */
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Secret } from '../../core/secret.ts';
import { errorCode } from '../../tunnel/identity/disk.ts';
import type { KeyCustody } from '../keys/key-custody.ts';
import { authorityKind, commandKind } from '../keys/key-kinds.ts';
import type { StoreKey } from '../keys/store-key.ts';
import type { Store } from '../store/database.ts';
import { migrations } from '../store/migrations.ts';
import { type ArchiveHead, ArchiveReader } from './archive.ts';
import { decryptArchive } from './archive-cipher.ts';
import { BackupRefused, fillStore, type StoreSums } from './copy-store.ts';

export interface RestoreDeps {
  readonly store: Store;
  /** Of the data directory to restore into. */
  readonly custody: KeyCustody;
  /** The key that the archive was encrypted with. */
  readonly key: StoreKey;
}

export interface Restored {
  readonly createdAt: string;
  readonly sums: StoreSums;
  /** Key files that were written into the data directory. */
  readonly files: readonly string[];
}

/** All or nothing. @throws BackupRefused */
export async function restoreBackup(deps: RestoreDeps, file: string): Promise<Restored> {
  let restored: Restored | undefined;
  try {
    await pipeline(
      createReadStream(file),
      (sealed: AsyncIterable<Uint8Array>) => decryptArchive(sealed, deps.key),
      createGunzip(),
      async (plain: AsyncIterable<Uint8Array>) => {
        restored = await restoreFrom(deps, new ArchiveReader(plain));
      },
    );
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'ENOENT' && code !== 'EACCES') throw error;
    throw new BackupRefused(`${file} cannot be read (${code}). Check --from.`, { cause: error });
  }
  if (restored === undefined) throw new Error('the archive was read without a result');
  return restored;
}

async function restoreFrom({ store, custody }: RestoreDeps, archive: ArchiveReader): Promise<Restored> {
  const head = await archive.head();
  requireVersion(head);
  await requireNoKeyFiles(custody);
  const files: string[] = [];
  const sums = await fillStore(store, archive.tables(), async () => {
    for (const { purpose, pem } of head.key_files) {
      const kind = purpose === 'authority' ? authorityKind : commandKind;
      files.push(await custody.files.restore(kind, await kind.read(new Secret(pem))));
    }
  });
  return { createdAt: head.created_at, sums, files };
}

/** Rows fit the tables of one version only. */
function requireVersion({ migrations: held, version }: ArchiveHead): void {
  const ours = migrations.map(({ id }) => id).toSorted();
  if (held.join() === ours.join()) return;
  const missing = held.filter((id) => !ours.includes(id));
  const what = missing.length > 0 ? 'a newer' : 'an older';
  throw new BackupRefused(
    `The backup was created by ${what} version (${version}) with a different table layout. Restore it with that version, ` +
      'then start this one, which migrates the store.',
  );
}

async function requireNoKeyFiles(custody: KeyCustody): Promise<void> {
  for (const kind of [authorityKind, commandKind]) {
    const held = await custody.files.findMain(kind);
    if (held === undefined) continue;
    throw new BackupRefused(`${held.file} already exists. Nothing was restored. Restore into an empty FAROL_DATA_DIR.`);
  }
}
