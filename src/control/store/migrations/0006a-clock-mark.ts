import { type Kysely, sql } from 'kysely';
import type { Migration } from './migration.ts';

/** The latest time that any process has reached, in one row. */
export const clockMark: Migration = {
  id: '0006a-clock-mark',
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('clock_mark')
      .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('jumped_at', 'bigint')
      .execute();
  },
};
