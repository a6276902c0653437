import { type Kysely, sql } from 'kysely';
import type { Migration } from './migration.ts';

/** The image that a capture was requested for. Requests for two images are two, as those for two versions are. */
export const captureImage: Migration = {
  id: '0012-capture-image',
  isCompatible: true,
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('capture_requests').addColumn('image', 'text').execute();
    await db.schema.dropIndex('capture_requests_in_flight').execute();
    const identity = sql.raw(
      "organization_id, workload, version, env, kind, duration_sec, warmup_sec, (coalesce(image, ''))",
    );
    await sql`create unique index capture_requests_in_flight on capture_requests (${identity}) where status = 'queued'`.execute(
      db,
    );
  },
};
