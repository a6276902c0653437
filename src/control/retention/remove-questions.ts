/** Removes records of questions by age, some at a time: an organization may have millions, and others wait meanwhile. */
import { setImmediate } from 'node:timers/promises';
import type { Db } from '../store/database.ts';

const rowsAtOnce = 2000;

export async function removeQuestions(
  db: Db,
  { organization, before, isStopped }: { organization: string; before: number; isStopped: () => boolean },
): Promise<void> {
  let removed = rowsAtOnce;
  while (removed >= rowsAtOnce && !isStopped()) {
    const { numDeletedRows } = await db
      .deleteFrom('questions')
      .where('id', 'in', (from) =>
        from
          .selectFrom('questions')
          .select('id')
          .where('organization_id', '=', organization)
          .where('asked_at', '<', before)
          .orderBy('asked_at')
          .limit(rowsAtOnce),
      )
      .executeTakeFirst();
    removed = Number(numDeletedRows);
    await setImmediate();
  }
}
