/**
 * Removes records of acts and questions by age. How many went is counted in the same transaction, so that the audit
 * page can say it.
 */
import { setImmediate } from 'node:timers/promises';
import type { RemovedRecords } from '../api/api.ts';
import type { Db, DbTransaction } from '../store/database.ts';

export interface RecordRemoval {
  readonly organization: string;
  /** Milliseconds since the epoch: what is earlier goes. */
  readonly before: number;
  readonly now: number;
  readonly isStopped: () => boolean;
}

export async function removeRecords(db: Db, removal: RecordRemoval): Promise<void> {
  for (const record of ['act', 'question'] as const) {
    await removeInSteps(
      removal.isStopped,
      async (limit) =>
        await db.transaction().execute(async (transaction) => {
          const count = await removers[record](transaction, removal, limit);
          if (count > 0) await countRemoved(transaction, { ...removal, record, count });
          return count;
        }),
    );
  }
}

const removers = {
  act: async (transaction: DbTransaction, { organization, before }: RecordRemoval, limit: number): Promise<number> => {
    const { numDeletedRows } = await transaction
      .deleteFrom('acts')
      .where('id', 'in', (from) =>
        from
          .selectFrom('acts')
          .select('id')
          .where('organization_id', '=', organization)
          .where('at', '<', before)
          .orderBy('at')
          .limit(limit),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },
  question: async (
    transaction: DbTransaction,
    { organization, before }: RecordRemoval,
    limit: number,
  ): Promise<number> => {
    const { numDeletedRows } = await transaction
      .deleteFrom('questions')
      .where('id', 'in', (from) =>
        from
          .selectFrom('questions')
          .select('id')
          .where('organization_id', '=', organization)
          .where('asked_at', '<', before)
          .orderBy('asked_at')
          .limit(limit),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },
};

async function countRemoved(
  transaction: DbTransaction,
  { organization, record, count, before, now }: RecordRemoval & { record: 'act' | 'question'; count: number },
): Promise<void> {
  await transaction
    .insertInto('removed_records')
    .values({ organization_id: organization, record, count, before, removed_at: now })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'record']).doUpdateSet((row) => ({
        count: row('removed_records.count', '+', count),
        before,
        removed_at: now,
      })),
    )
    .execute();
}

export async function listRemovedRecords(db: Db, organization: string): Promise<RemovedRecords[]> {
  const rows = await db
    .selectFrom('removed_records')
    .selectAll()
    .where('organization_id', '=', organization)
    .orderBy('record')
    .execute();
  return rows.map(({ record, count, before, removed_at: removedAt }) => ({
    record,
    count,
    before: new Date(before).toISOString(),
    removed_at: new Date(removedAt).toISOString(),
  }));
}

const rowsAtOnce = 2000;

/**
 * Some rows at a time: an organization may have millions, and others wait meanwhile.
 *
 * @param removeSome removes at most so many rows, and returns how many it removed.
 */
export async function removeInSteps(
  isStopped: () => boolean,
  removeSome: (limit: number) => Promise<number>,
): Promise<void> {
  let removed = rowsAtOnce;
  while (removed >= rowsAtOnce && !isStopped()) {
    removed = await removeSome(rowsAtOnce);
    await setImmediate();
  }
}

/** Removes markers by age. An open incident is removed by when it began. */
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
