import { type Kysely, sql } from 'kysely';
import type { Migration } from './migration.ts';

/** When a person was last here, which the end of a session must not forget. */
export const peopleLastSeen: Migration = {
  id: '0011-people-last-seen',
  isCompatible: true,
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('people').addColumn('last_seen_at', 'bigint').execute();
    await sql`update people set last_seen_at =
      (select max(sessions.last_seen_at) from sessions where sessions.person_id = people.id)`.execute(db);
  },
};
