import { type Kysely, sql } from 'kysely';
import type { Migration } from './migration.ts';

/** What a comparison reads of each bundle. The store removes it with the bundle, also for a version that does not know it. */
export const captureVectors: Migration = {
  id: '0010-capture-vectors',
  isCompatible: true,
  async up(db: Kysely<unknown>, dialect) {
    const size = dialect === 'postgres' ? sql`octet_length(bytes)` : sql`length(bytes)`;
    await db.schema
      .createTable('capture_vectors')
      .addColumn('organization_id', 'text', (column) => column.notNull())
      .addColumn('bundle_id', 'text', (column) => column.notNull())
      .addColumn('format', 'integer', (column) => column.notNull())
      .addColumn('bytes', dialect === 'postgres' ? 'bytea' : 'blob', (column) => column.notNull())
      .addColumn('size', 'bigint', (column) => column.generatedAlwaysAs(size).stored())
      .addPrimaryKeyConstraint('capture_vectors_key', ['organization_id', 'bundle_id'])
      .addForeignKeyConstraint(
        'capture_vectors_bundle',
        ['organization_id', 'bundle_id'],
        'bundles',
        ['organization_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute();
  },
};
