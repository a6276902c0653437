import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * How often comparisons of captures of one version were wrong, under the newest of them. The store removes it with that
 * one's bundle, also for a version that does not know it.
 */
export const ownCounts: Migration = {
  id: '0014-own-counts',
  isCompatible: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('own_counts')
      .addColumn('organization_id', 'text', (column) => column.notNull())
      .addColumn('bundle_id', 'text', (column) => column.notNull())
      .addColumn('judgement', 'integer', (column) => column.notNull())
      .addColumn('captures', 'text', (column) => column.notNull())
      .addColumn('counts', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('own_counts_key', ['organization_id', 'bundle_id'])
      .addForeignKeyConstraint(
        'own_counts_bundle',
        ['organization_id', 'bundle_id'],
        'bundles',
        ['organization_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute();
  },
};
