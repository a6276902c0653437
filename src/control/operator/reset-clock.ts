/**
 * Sets the mark of a store back to the clock of the machine, for an operator whose clock was wrongly
 * ahead. What had expired by the time that was wrong stays expired; what was made in that time keeps
 * the lifetime it had left. Sessions and unused links end, because a new one costs a minute.
 */
import type { Clock } from '../../core/clock.ts';
import { recordForAll } from '../acts/record-act.ts';
import type { DbTransaction, Store } from '../store/database.ts';
import { lowerMark, readMark } from '../clock/clock-mark.ts';
import { markEveryMs } from '../clock/mark-keeper.ts';

export type ClockReset =
  | { readonly result: 'reset'; readonly from: number; readonly to: number }
  | { readonly result: 'not_ahead'; readonly mark: number | undefined; readonly machine: number }
  /** A control plane raised the mark while this waited, and would raise it again. */
  | { readonly result: 'in_use' };

/** Longer than a control plane leaves its mark alone. */
const watchMs = markEveryMs + 2_000;

/** `wait` is given the milliseconds in which no control plane of the store may write. */
export async function resetClock(
  store: Store,
  wall: Clock,
  wait: (ms: number) => Promise<unknown>,
): Promise<ClockReset> {
  const before = await readMark(store.db);
  if (before === undefined || before.at <= wall.now()) {
    return { result: 'not_ahead', mark: before?.at, machine: wall.now() };
  }
  await wait(watchMs);
  return store.exclusive('clock', async (transaction) => {
    const mark = await readMark(transaction);
    if (mark === undefined || mark.at !== before.at) return { result: 'in_use' };
    const now = wall.now();
    await endWhatExpired(transaction, { now, mark: mark.at });
    await moveBack(transaction, { now, aheadMs: mark.at - now });
    await lowerMark(transaction, now);
    await recordForAll(transaction, { at: now, kind: 'clock_reset' });
    return { result: 'reset', from: mark.at, to: now };
  });
}

async function endWhatExpired(transaction: DbTransaction, { now, mark }: { now: number; mark: number }): Promise<void> {
  await transaction.deleteFrom('sessions').execute();
  await transaction.deleteFrom('enrolment_challenges').execute();
  await transaction
    .updateTable('one_time_links')
    .set({ expires_at: now })
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  for (const table of ['access_tokens', 'bootstrap_tokens'] as const) {
    await transaction
      .updateTable(table)
      .set({ expires_at: now })
      .where('expires_at', '<=', mark)
      .where('expires_at', '>', now)
      .execute();
  }
}

/** What was made in the time that was wrong. */
async function moveBack(transaction: DbTransaction, { now, aheadMs }: { now: number; aheadMs: number }): Promise<void> {
  for (const table of ['access_tokens', 'bootstrap_tokens'] as const) {
    await transaction
      .updateTable(table)
      .set((row) => ({ expires_at: row('expires_at', '-', aheadMs), created_at: now }))
      .where('created_at', '>', now)
      .where('expires_at', '>', now)
      .execute();
    await transaction.updateTable(table).set({ last_used_at: now }).where('last_used_at', '>', now).execute();
  }
  // Otherwise the hourly ceiling would count them until the clock reaches them.
  await transaction
    .updateTable('capture_requests')
    .set((row) => ({ requested_at: row('requested_at', '-', aheadMs) }))
    .where('requested_at', '>', now)
    .execute();
}
