import { type Kysely, sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Organizations, people, tokens, settings and captures. */
export const peopleAndCaptures: Migration = {
  id: '0001-people-and-captures',
  async up(db, dialect) {
    await createPeople(db);
    await createTokens(db);
    await createCaptures(db, dialect === 'postgres' ? 'bytea' : 'blob');
  },
};

async function createPeople(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('organizations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('people')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull().check(sql`role in ('owner', 'admin', 'member')`))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('removed_at', 'bigint')
    .execute();
  await db.schema
    .createTable('sessions')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('one_time_links')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('person_id', 'text', (column) => column.references('people.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .execute();
  await db.schema
    .createTable('profiler_changes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addColumn('changed_by_id', 'text', (column) => column.notNull())
    .addColumn('changed_by', 'text', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createTokens(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('access_tokens')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute();
}

async function createCaptures(db: Kysely<unknown>, bytes: 'bytea' | 'blob'): Promise<void> {
  await db.schema
    .createTable('capture_requests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('workload', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('env', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('duration_sec', 'integer', (column) => column.notNull())
    .addColumn('warmup_sec', 'integer', (column) => column.notNull())
    .addColumn('requested_by_type', 'text', (column) => column.notNull())
    .addColumn('requested_by', 'text', (column) => column.notNull())
    .addColumn('requested_at', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('running_since', 'bigint')
    .addColumn('phase', 'text')
    .addColumn('reason_code', 'text')
    .addColumn('reason_text', 'text')
    .addColumn('finished_at', 'bigint')
    .addColumn('recorded', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('capture_requests_by_time')
    .on('capture_requests')
    .columns(['organization_id', 'requested_at'])
    .execute();
  // The in-flight identity of a request is unique while it is queued: two at once cannot both be inserted.
  const identity = sql.raw('organization_id, workload, version, env, kind, duration_sec, warmup_sec');
  await sql`create unique index capture_requests_in_flight on capture_requests (${identity}) where status = 'queued'`.execute(
    db,
  );
  await db.schema
    .createTable('capture_instances')
    .addColumn('request_id', 'text', (column) => column.notNull().references('capture_requests.id'))
    .addColumn('instance', 'text', (column) => column.notNull())
    .addColumn('taken_at', 'bigint', (column) => column.notNull())
    .addColumn('outcome', 'text')
    .addColumn('reason_code', 'text')
    .addColumn('reason_text', 'text')
    .addColumn('probes', 'text')
    .addColumn('collector', 'text')
    .addColumn('bundle_id', 'text')
    .addColumn('finished_at', 'bigint')
    .addPrimaryKeyConstraint('capture_instances_key', ['request_id', 'instance'])
    .execute();
  await db.schema
    .createTable('bundles')
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('bytes', sql.raw(bytes), (column) => column.notNull())
    .addColumn('stored_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('bundles_key', ['organization_id', 'id'])
    .execute();
}
