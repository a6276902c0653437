import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

/** The last health report of each instance. */
export const healthReports: Migration = {
  id: '0003-health-reports',
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('health_reports')
      .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
      .addColumn('instance', 'text', (column) => column.notNull())
      .addColumn('received_at', 'bigint', (column) => column.notNull())
      .addColumn('report', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('health_reports_key', ['organization_id', 'instance'])
      .execute();
  },
};
