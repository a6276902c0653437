/** Backup, restore and migration with the FAROL_ variables of the control plane. */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { systemClock } from '../../core/clock.ts';
import { Secret } from '../../core/secret.ts';
import { recordForAll } from '../acts/record-act.ts';
import { writeBackup } from '../backup/backup.ts';
import { type StoreSums, BackupRefused } from '../backup/copy-store.ts';
import { copyToPostgres, requireStopped } from '../backup/migrate-to-postgres.ts';
import { type Restored, restoreBackup } from '../backup/restore.ts';
import { readMark } from '../clock/clock-mark.ts';
import { type ControlConfig, parseControlConfig } from '../config/config.ts';
import { KeyCustody } from '../keys/key-custody.ts';
import { StoreKey } from '../keys/store-key.ts';
import { openStore, type Store } from '../store/database.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface ArchiveOptions {
  readonly file: string;
  /** Undefined: the archive is encrypted with FAROL_STORE_KEY. */
  readonly keyFile: string | undefined;
}

const clock = systemClock;

/** @throws ConfigProblems, BackupRefused, KeyRefusal */
export async function backUp(env: Environment, { file, keyFile }: ArchiveOptions): Promise<StoreSums> {
  const config = parseControlConfig(env);
  const key = archiveKey(config, keyFile);
  requireFile(config.databaseUrl.reveal());
  return withStore(config.databaseUrl.reveal(), async (store) => {
    const custody = await openCustody(config, store);
    return writeBackup({ store, custody, clock, key }, file);
  });
}

/** @throws ConfigProblems, BackupRefused */
export async function restore(env: Environment, { file, keyFile }: ArchiveOptions): Promise<Restored> {
  const config = parseControlConfig(env);
  const key = archiveKey(config, keyFile);
  process.umask(0o077);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  return withStore(config.databaseUrl.reveal(), async (store) => {
    const restored = await restoreBackup({ store, custody: await openCustody(config, store), key }, file);
    await recordMove(store, 'backup_restored');
    return restored;
  });
}

/** @throws ConfigProblems, BackupRefused */
export async function migrateToPostgres(env: Environment, to: string): Promise<StoreSums> {
  const from = parseControlConfig(env).databaseUrl.reveal();
  if (!from.startsWith('sqlite:')) {
    throw new BackupRefused('FAROL_DATABASE_URL is not an embedded store (sqlite:), so there is nothing to migrate.');
  }
  const url = URL.parse(to);
  if (url === null || !/^postgres(?:ql)?:$/u.test(url.protocol)) {
    throw new BackupRefused('--to must be a postgres:// address.');
  }
  if (url.password !== '') {
    throw new BackupRefused(
      '--to contains a password, which every user of this machine can read. Set it in PGPASSWORD or a PGPASSFILE.',
    );
  }
  requireStopped(requireFile(from));
  return withStore(from, (source) =>
    withStore(to, async (target) => {
      const sums = await copyToPostgres(source, target);
      await recordMove(target, 'store_migrated');
      return sums;
    }),
  );
}

/** Once every row is there and was compared: the copy itself is equal to what it was made from. */
async function recordMove(store: Store, kind: 'backup_restored' | 'store_migrated'): Promise<void> {
  const mark = await readMark(store.db);
  const at = Math.max(clock.now(), mark?.at ?? 0);
  await store.db.transaction().execute((transaction) => recordForAll(transaction, { at, kind }));
}

/** Opening a store creates it, and an empty one must not be backed up. Returns the file of an embedded store. */
function requireFile(url: string): string {
  const file = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : '';
  if (file === '' || existsSync(file)) return file;
  throw new BackupRefused(`There is no store at ${file}. Check FAROL_DATA_DIR and FAROL_DATABASE_URL.`);
}

function archiveKey({ storeKey }: ControlConfig, keyFile: string | undefined): StoreKey {
  if (keyFile === undefined) {
    if (storeKey !== undefined) return storeKey;
    throw new BackupRefused(
      'A backup holds the keys of the control plane and is always encrypted. Set FAROL_STORE_KEY, or name a file with ' +
        '--key-file; `farol control make-store-key` creates a key. Store it in another place than the backup.',
    );
  }
  let text: string;
  try {
    text = readFileSync(keyFile, 'utf8').replace(/\r?\n$/u, '');
  } catch (cause) {
    throw new BackupRefused(`${keyFile} cannot be read. Check --key-file.`, { cause });
  }
  const key = StoreKey.parse(new Secret(text));
  if (key !== undefined) return key;
  throw new BackupRefused(`${keyFile} does not hold a key of \`farol control make-store-key\`.`);
}

function openCustody(config: ControlConfig, store: Store): Promise<KeyCustody> {
  const { dataDir, storeKey } = config;
  return KeyCustody.open({ store, dataDir, storeKey, clock, onImported: () => {} });
}

async function withStore<T>(url: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(url, { clock });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
