/** `farol control migrate-to-postgres`: everything of an embedded store into an empty PostgreSQL, in one transaction. */
import { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import type { Store } from '../store/database.ts';
import { BackupRefused, fillStore, type StoreSums, streamTables } from './copy-store.ts';

/** @throws BackupRefused when another process has the file open. To be called before this process opens it. */
export function requireStopped(file: string): void {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    // In WAL mode every process that has the file open holds a shared lock on it for as long.
    database.exec('pragma locking_mode = exclusive; begin exclusive; rollback');
  } catch (cause) {
    throw new BackupRefused(
      `${file} is in use by a control plane; later changes would not be copied. ` + 'Stop it and run this again.',
      { cause },
    );
  } finally {
    database.close();
  }
}

/** The embedded store is locked for writers meanwhile. @throws BackupRefused */
export function copyToPostgres(from: Store, to: Store): Promise<StoreSums> {
  // Its transactions take the write lock at once.
  return (from.db as unknown as Kysely<unknown>)
    .transaction()
    .execute((db) => fillStore(to, streamTables(db, from.dialect)));
}
