import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

/** Which token replaces one that was rotated. An older version sees its expiry alone, and keeps to it. */
export const tokenRotation: Migration = {
  id: '0021-token-rotation',
  isCompatible: true,
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('access_tokens').addColumn('replaced_by', 'text').execute();
  },
};
