/** Removes markers by age, some at a time. An open incident is removed by when it began. */
import { setImmediate } from 'node:timers/promises';
import type { Db } from '../store/database.ts';

const rowsAtOnce = 2000;

export async function removeMarkers(
  db: Db,
  { organization, before, isStopped }: { organization: string; before: number; isStopped: () => boolean },
): Promise<void> {
  let removed = rowsAtOnce;
  while (removed >= rowsAtOnce && !isStopped()) {
    const { numDeletedRows } = await db
      .deleteFrom('markers')
      .where('id', 'in', (from) =>
        from
          .selectFrom('markers')
          .select('id')
          .where('organization_id', '=', organization)
          .where('started_at', '<', before)
          .orderBy('started_at')
          .limit(rowsAtOnce),
      )
      .executeTakeFirst();
    removed = Number(numDeletedRows);
    await setImmediate();
  }
}
