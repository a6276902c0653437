import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

/** Which process moves a request on and until when, and the namespace in which each node found the process. */
export const captureClaims: Migration = {
  id: '0004-capture-claims',
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('capture_requests').addColumn('claimed_by', 'text').execute();
    await db.schema.alterTable('capture_requests').addColumn('claimed_until', 'bigint').execute();
    await db.schema.alterTable('capture_instances').addColumn('namespace', 'text').execute();
    await db.schema
      .createIndex('capture_requests_by_workload')
      .on('capture_requests')
      .columns(['organization_id', 'workload', 'env', 'requested_at'])
      .execute();
  },
};
