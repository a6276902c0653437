/** The latest time that any process of a store has reached, stored so that a restart does not go back. */
import { sql } from 'kysely';
import type { Db, DbTransaction } from '../store/database.ts';

/** Milliseconds since the epoch. */
export interface ClockMark {
  readonly at: number;
  /** To which time the mark last jumped ahead, instead of passing. */
  readonly jumpedAt: number | undefined;
}

/** Its only row. */
const rowId = 1;

export async function readMark(db: Db | DbTransaction): Promise<ClockMark | undefined> {
  const row = await db.selectFrom('clock_mark').selectAll().where('id', '=', rowId).executeTakeFirst();
  return row && { at: row.at, jumpedAt: row.jumped_at ?? undefined };
}

/** Never lowers it. Returns what holds now: a replica may have reached more. */
export async function raiseMark(db: Db, { at, jumpedAt }: ClockMark): Promise<ClockMark> {
  const row = await db
    .insertInto('clock_mark')
    .values({ id: rowId, at, jumped_at: jumpedAt ?? null })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        at: sql<number>`case when excluded.at > clock_mark.at then excluded.at else clock_mark.at end`,
        jumped_at: sql<number | null>`coalesce(excluded.jumped_at, clock_mark.jumped_at)`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return { at: row.at, jumpedAt: row.jumped_at ?? undefined };
}

/** For an operator, with every control plane of the store stopped. */
export async function lowerMark(transaction: DbTransaction, at: number): Promise<void> {
  await transaction.updateTable('clock_mark').set({ at, jumped_at: null }).where('id', '=', rowId).execute();
}
