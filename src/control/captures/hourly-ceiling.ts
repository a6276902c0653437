/** How many captures an organization may queue in an hour, from pipelines and the form together. */
import type { CaptureList } from '../api/api.ts';
import type { Db, DbTransaction } from '../store/database.ts';

export const hourlyCeiling = 20;
const hourMs = 3_600_000;

/**
 * Undefined while there is room in the rolling hour; otherwise whole seconds until its oldest request
 * leaves it, at most an hour even when the clock was set back. Only requests that were queued count:
 * refused and deduped ones have no row.
 */
export async function secondsUntilRoom(
  transaction: DbTransaction,
  organization: string,
  now: number,
): Promise<number | undefined> {
  const recent = await listRecent(transaction, organization, now);
  return waitSec(recent, now);
}

/** Requests that may still be queued now, and when there is room again while there is none. */
export async function readHour(
  db: Db | DbTransaction,
  organization: string,
  now: number,
): Promise<NonNullable<CaptureList['hour']>> {
  const recent = await listRecent(db, organization, now);
  const wait = waitSec(recent, now);
  return {
    left: hourlyCeiling - recent.length,
    of: hourlyCeiling,
    ...(wait !== undefined && { next_at: new Date(now + wait * 1000).toISOString() }),
  };
}

/** The latest requests of the rolling hour, as many as it may have. */
async function listRecent(
  db: Db | DbTransaction,
  organization: string,
  now: number,
): Promise<{ requested_at: number }[]> {
  return db
    .selectFrom('capture_requests')
    .select('requested_at')
    .where('organization_id', '=', organization)
    .where('requested_at', '>', now - hourMs)
    .orderBy('requested_at', 'desc')
    .limit(hourlyCeiling)
    .execute();
}

function waitSec(recent: readonly { requested_at: number }[], now: number): number | undefined {
  const oldest = recent[hourlyCeiling - 1];
  if (oldest === undefined) return undefined;
  const waitMs = Math.min(hourMs, oldest.requested_at + hourMs - now);
  return Math.max(1, Math.ceil(waitMs / 1000));
}
