/**
 * One writer for each audit log: two processes that append to one chain would break it. The lock is
 * SQLite's lock on an empty file, which the kernel takes back from a process that was killed, in any
 * container that shares the volume; a file with a process id in it would do neither.
 */
import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** The log cannot be continued, and a person must act. */
export class AuditUnusable extends Error {
  readonly code: string;
  readonly because: string;
  readonly remedy: string;

  constructor(code: string, because: string, { remedy, cause }: { readonly remedy: string; readonly cause?: unknown }) {
    super(`${because} ${remedy}`, { cause });
    this.code = code;
    this.because = because;
    this.remedy = remedy;
  }
}

export class AuditLogInUse extends AuditUnusable {
  override readonly name = 'AuditLogInUse';

  constructor(file: string, cause: unknown) {
    const remedy =
      'Only one process may use a directory at a time: stop the other one, or give this one another directory.';
    super('audit_in_use', `Another process is writing the audit log ${file}.`, { remedy, cause });
  }
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
    throw errcodeOf(cause) === sqliteBusy ? new AuditLogInUse(file, cause) : asSystemError(cause);
  }
  return () => database.close();
}

/** https://www.sqlite.org/rescode.html */
const sqliteBusy = 5;
const systemCodes: Readonly<Record<number, string>> = { 8: 'EROFS', 13: 'ENOSPC' };

function errcodeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : undefined;
}

/** With the code that the same failure of a plain write has. */
function asSystemError(error: unknown): unknown {
  const code = systemCodes[errcodeOf(error) ?? 0];
  return code === undefined
    ? error
    : Object.assign(new Error(`the lock could not be written: ${code}`, { cause: error }), { code });
}
