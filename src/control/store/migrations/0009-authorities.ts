import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

/** Which authority each instance has confirmed that it trusts. */
export const authorities: Migration = {
  id: '0009-authorities',
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('instances').addColumn('authority', 'text').execute();
  },
};
