import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

/** Deploys and incidents that pipelines and alerting report, for the timeline of a workload. */
export const markers: Migration = {
  id: '0019-markers',
  isCompatible: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('markers')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organization_id', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('workload', 'text', (column) => column.notNull())
      .addColumn('env', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('version', 'text')
      .addColumn('title', 'text')
      .addColumn('url', 'text')
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('recorded_at', 'bigint', (column) => column.notNull())
      .addColumn('token_id', 'text', (column) => column.notNull())
      .addColumn('token_name', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('markers_by_key')
      .unique()
      .on('markers')
      .columns(['organization_id', 'workload', 'env', 'kind', 'key'])
      .execute();
    await db.schema
      .createIndex('markers_by_time')
      .on('markers')
      .columns(['organization_id', 'started_at', 'id'])
      .execute();
    await db.schema.createIndex('markers_by_token').on('markers').columns(['token_id', 'recorded_at']).execute();
  },
};
