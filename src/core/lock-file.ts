/**
 * A lock among processes: SQLite's lock on an empty file, which the kernel takes back from a process that was killed, in
 * any container that shares the volume; a file with a process id in it would do neither.
 */
import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * Waits up to `waitMs`, without letting anything else run. Returns what gives the lock back; undefined while another
 * process has it. @throws Error with the code of the system, such as ENOSPC, when the file cannot be written.
 */
export function tryLock(file: string, waitMs: number): (() => void) | undefined {
  // Made here, because SQLite would let everybody read it.
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { timeout: waitMs });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return () => database.close();
  } catch (cause) {
    database.close();
    if (errcodeOf(cause) === sqliteBusy) return undefined;
    throw asSystemError(cause);
  }
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
