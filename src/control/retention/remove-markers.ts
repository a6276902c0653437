/** Removes markers by age. An open incident is removed by when it began. */
import type { Db } from '../store/database.ts';
import { removeInSteps } from './remove-in-steps.ts';

export async function removeMarkers(
  db: Db,
  { organization, before, isStopped }: { organization: string; before: number; isStopped: () => boolean },
): Promise<void> {
  await removeInSteps(isStopped, async (limit) => {
    const { numDeletedRows } = await db
      .deleteFrom('markers')
      .where('id', 'in', (from) =>
        from
          .selectFrom('markers')
          .select('id')
          .where('organization_id', '=', organization)
          .where('started_at', '<', before)
          .orderBy('started_at')
          .limit(limit),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  });
}
