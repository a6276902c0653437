import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

/** Which person asked, who may then cancel. Of earlier requests it is not known: an admin cancels those. */
export const captureRequester: Migration = {
  id: '0006b-capture-requester',
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('capture_requests').addColumn('requested_by_id', 'text').execute();
  },
};
