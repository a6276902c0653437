import { type Kysely, sql } from 'kysely';
import type { Migration } from './migration.ts';

/** What retention reads to find what it may remove, and what it leaves of a capture that it removed. */
export const retention: Migration = {
  id: '0006c-retention',
  async up(db: Kysely<unknown>, dialect) {
    // Computed by the store, so that no writer can forget it. SQLite adds no stored column to a table; the index below stores it.
    await sql
      .raw(
        dialect === 'postgres'
          ? 'alter table bundles add column size bigint generated always as (octet_length(bytes)) stored'
          : 'alter table bundles add column size integer generated always as (length(bytes)) virtual',
      )
      .execute(db);
    await db.schema
      .createIndex('bundles_size')
      .on('bundles')
      .columns(['organization_id', 'stored_at', 'size'])
      .execute();
    await db.schema.createIndex('capture_instances_bundle').on('capture_instances').column('bundle_id').execute();
    await db.schema
      .createTable('removed_captures')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
      .addColumn('workload', 'text', (column) => column.notNull())
      .addColumn('version', 'text', (column) => column.notNull())
      .addColumn('env', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('requested_at', 'bigint', (column) => column.notNull())
      .addColumn('removed_at', 'bigint', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull().check(sql`reason in ('age', 'size')`))
      .addColumn('limit_value', 'integer', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('removed_captures_by_time')
      .on('removed_captures')
      .columns(['organization_id', 'requested_at'])
      .execute();
    await db.schema
      .createIndex('removed_captures_by_workload')
      .on('removed_captures')
      .columns(['organization_id', 'workload', 'env', 'version'])
      .execute();
  },
};
