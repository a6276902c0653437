/** What has expired and is of no use to anybody: none of it is shown, and each of these tables is small. */
import type { Store } from '../store/database.ts';
import { dayMs } from '../captures/removed-captures.ts';

/** So long after its end a link is answered "used" or "expired" instead of "unknown". */
const linkDays = 30;
/** A key is let in again by the same token for ten minutes. */
const tokenUseDays = 1;

export async function removeExpired({ db }: Store, { now, days }: { now: number; days: number }): Promise<void> {
  const before = now - days * dayMs;
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  await db.deleteFrom('used_tickets').where('expires_at', '<=', now).execute();
  await db.deleteFrom('enrolment_challenges').where('expires_at', '<=', now).execute();
  await db
    .deleteFrom('one_time_links')
    .where((row) =>
      row.or([
        row('used_at', '<', now - linkDays * dayMs),
        row.and([row('used_at', 'is', null), row('expires_at', '<', now - linkDays * dayMs)]),
      ]),
    )
    .execute();
  await db
    .deleteFrom('bootstrap_token_uses')
    .where('used_at', '<', now - tokenUseDays * dayMs)
    .execute();
  // An instance that lives reports every few hours.
  await db.deleteFrom('health_reports').where('received_at', '<', before).execute();
  // A removed capture is remembered as long again as it was stored.
  await db.deleteFrom('removed_captures').where('removed_at', '<', before).execute();
}
