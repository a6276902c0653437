import { type Kysely } from 'kysely';
import type { Migration } from './migration.ts';

/** Who gave or took access, and when: a log is rotated away, and the rows themselves do not say who revoked them. */
export const acts: Migration = {
  id: '0013-acts',
  isCompatible: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('acts')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organization_id', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('by_id', 'text')
      .addColumn('by_name', 'text', (column) => column.notNull())
      .addColumn('subject_id', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('detail', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('acts_by_time').on('acts').columns(['organization_id', 'at', 'id']).execute();
  },
};
