import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

/** From where an act or a question came, and how many records retention has removed. */
export const audit: Migration = {
  id: '0018-audit',
  isCompatible: true,
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('acts').addColumn('by_type', 'text').execute();
    await db.schema.alterTable('acts').addColumn('way', 'text').execute();
    await db.schema.alterTable('acts').addColumn('address', 'text').execute();
    await db.schema.alterTable('questions').addColumn('address', 'text').execute();
    await db.schema
      .createTable('removed_records')
      .addColumn('organization_id', 'text', (column) => column.notNull())
      .addColumn('record', 'text', (column) => column.notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addColumn('before', 'bigint', (column) => column.notNull())
      .addColumn('removed_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('removed_records_key', ['organization_id', 'record'])
      .execute();
  },
};
