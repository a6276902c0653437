import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

/** Of each health report what the list of instances shows, so that a list reads no whole report. */
export const reportSummaries: Migration = {
  id: '0022-report-summaries',
  isCompatible: true,
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('health_reports').addColumn('summary', 'text').execute();
  },
};
