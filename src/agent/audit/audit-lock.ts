/**
 * One writer for each audit log: two processes that append to one chain would break it. The lock is
 * SQLite's lock on an empty file, which the kernel takes back from a process that was killed, in any
 * container that shares the volume; a file with a process id in it would do neither.
 */
import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

export class AuditLogInUse extends Error {
  override readonly name = 'AuditLogInUse';
}

/** Waits up to `waitMs`, without letting anything else run. Returns what gives the lock back. @throws AuditLogInUse. */
export function lockAuditLog(file: string, waitMs: number): () => void {
  const lock = `${file}.lock`;
  // Made here, because SQLite would let everybody read it.
  closeSync(openSync(lock, 'a', 0o600));
  const database = new DatabaseSync(lock, { timeout: waitMs });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    database.close();
    if (!isBusy(cause)) throw cause;
    const remedy =
      'Only one process may use a directory at a time: stop the other one, or give this one another directory.';
    throw new AuditLogInUse(`Another process is writing the audit log ${file}. ${remedy}`, { cause });
  }
  return () => database.close();
}

/** https://www.sqlite.org/rescode.html#busy */
const sqliteBusy = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}
