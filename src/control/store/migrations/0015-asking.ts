import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

/** What a token may ask, and who asked what: never with the value of an argument. */
export const asking: Migration = {
  id: '0015-asking',
  isCompatible: true,
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('access_tokens').addColumn('scopes', 'text').execute();
    await db.schema
      .createTable('questions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organization_id', 'text', (column) => column.notNull())
      .addColumn('asked_at', 'bigint', (column) => column.notNull())
      .addColumn('by_type', 'text', (column) => column.notNull())
      .addColumn('by_id', 'text', (column) => column.notNull())
      .addColumn('by_name', 'text', (column) => column.notNull())
      .addColumn('via', 'text', (column) => column.notNull())
      .addColumn('operation', 'text', (column) => column.notNull())
      .addColumn('access', 'text')
      .addColumn('arguments_digest', 'text')
      .addColumn('source', 'text')
      .addColumn('instance', 'text')
      .addColumn('outcome', 'text', (column) => column.notNull())
      .addColumn('duration_ms', 'bigint')
      .addColumn('upstream_calls', 'bigint')
      .addColumn('row_count', 'bigint')
      .execute();
    await db.schema
      .createIndex('questions_by_time')
      .on('questions')
      .columns(['organization_id', 'asked_at', 'id'])
      .execute();
  },
};
