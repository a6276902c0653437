/** Gives pages that were freed back to the file system. PostgreSQL does so by itself. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Store } from '../store/database.ts';

/** Pages in one step, 1 MiB: a step blocks this process for some milliseconds. */
const pagesPerStep = 256;

/** Has no effect on a file of a version that did not ask for it when it was made: its free pages are used again. */
export async function freeSpace({ db, dialect }: Store): Promise<void> {
  if (dialect !== 'sqlite') return;
  let free = await countFree(db);
  for (;;) {
    await sql.raw(`pragma incremental_vacuum(${pagesPerStep})`).execute(db);
    const left = await countFree(db);
    if (left === 0 || left >= free) return;
    free = left;
    await setImmediate();
  }
}

async function countFree(db: Store['db']): Promise<number> {
  const { rows } = await sql<{ freelist_count: number }>`pragma freelist_count`.execute(db);
  return rows[0]?.freelist_count ?? 0;
}
