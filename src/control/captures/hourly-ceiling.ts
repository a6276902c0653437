/** How many captures an organization may queue in an hour, from pipelines and the form together. */
import type { DbTransaction } from '../store/database.ts';

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
  const recent = await transaction
    .selectFrom('capture_requests')
    .select('requested_at')
    .where('organization_id', '=', organization)
    .where('requested_at', '>', now - hourMs)
    .orderBy('requested_at', 'desc')
    .limit(hourlyCeiling)
    .execute();
  const oldest = recent[hourlyCeiling - 1];
  if (oldest === undefined) return undefined;
  const waitMs = Math.min(hourMs, oldest.requested_at + hourMs - now);
  return Math.max(1, Math.ceil(waitMs / 1000));
}
