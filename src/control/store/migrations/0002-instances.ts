import { type Kysely, sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Enrolled instances, bootstrap tokens and enrolments under way. */
export const instances: Migration = {
  id: '0002-instances',
  async up(db) {
    await createInstances(db);
    await createBootstrapTokens(db);
    await createChallenges(db);
  },
};

async function createInstances(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('instances')
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('instance', 'text', (column) => column.notNull())
    .addColumn('class', 'text', (column) => column.notNull().check(sql`class in ('agent', 'profiler')`))
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('enrolled_at', 'bigint', (column) => column.notNull())
    .addColumn('token_id', 'text', (column) => column.notNull())
    .addColumn('revoked_at', 'bigint')
    .addColumn('locked_at', 'bigint')
    .addColumn('reenrolment_allowed', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('generation', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('uncommitted_lineage', 'text')
    .addColumn('claimed_at', 'bigint')
    .addColumn('versions', 'text', (column) => column.notNull().defaultTo('{}'))
    .addColumn('catalog_digest', 'text')
    .addColumn('targets', 'integer')
    .addColumn('last_seen_at', 'bigint')
    .addPrimaryKeyConstraint('instances_key', ['organization_id', 'instance'])
    .execute();
  // Both are read twice a second by every replica; the first holds only the few rows that are not in use.
  await sql`create index instances_denied on instances (organization_id, instance) where revoked_at is not null or locked_at is not null`.execute(
    db,
  );
  await db.schema.createIndex('instances_enrolled').on('instances').column('enrolled_at').execute();
}

async function createBootstrapTokens(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('bootstrap_tokens')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('class', 'text', (column) => column.notNull().check(sql`class in ('agent', 'profiler')`))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('uses_left', 'integer', (column) => column.notNull().check(sql`uses_left >= 0`))
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('expired_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute();
  await db.schema
    .createTable('bootstrap_token_uses')
    .addColumn('token_id', 'text', (column) => column.notNull().references('bootstrap_tokens.id'))
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('bootstrap_token_uses_key', ['token_id', 'public_key'])
    .execute();
}

async function createChallenges(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('enrolment_challenges')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('token_id', 'text', (column) => column.notNull().references('bootstrap_tokens.id'))
    .addColumn('organization_id', 'text', (column) => column.notNull())
    .addColumn('class', 'text', (column) => column.notNull())
    .addColumn('instance', 'text', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .execute();
  await db.schema.createIndex('enrolment_challenges_expiry').on('enrolment_challenges').column('expires_at').execute();
}
