import { type Kysely, sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * What several control planes on one store share: who is alive, who holds which tunnel, commands on their
 * way to another process, offers of captures, and which answer an idempotency key was given.
 */
export const replicas: Migration = {
  id: '0007-replicas',
  isCompatible: true,
  async up(db, dialect) {
    await createReplicas(db);
    await createOwners(db);
    await createRelay(db, dialect === 'postgres');
    await createOffers(db);
    await createAskedOperations(db);
  },
};

async function createReplicas(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('replicas')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .execute();
}

async function createOwners(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('tunnel_owners')
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('instance', 'text', (column) => column.notNull())
    .addColumn('replica_id', 'text', (column) => column.notNull())
    .addColumn('epoch', 'bigint', (column) => column.notNull())
    .addColumn('class', 'text', (column) => column.notNull())
    .addColumn('enrolled_at', 'bigint', (column) => column.notNull())
    .addColumn('generation', 'bigint', (column) => column.notNull())
    .addColumn('versions', 'text', (column) => column.notNull())
    .addColumn('catalog_digest', 'text')
    .addColumn('targets', 'integer')
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('released_at', 'bigint')
    .addColumn('is_moving', 'integer', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('tunnel_owners_key', ['organization_id', 'instance'])
    .execute();
}

async function createRelay(db: Kysely<unknown>, isPostgres: boolean): Promise<void> {
  const table = db.schema
    .createTable('relayed_commands')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('from_replica', 'text', (column) => column.notNull())
    .addColumn('to_replica', 'text', (column) => column.notNull())
    .addColumn('organization_id', 'text', (column) => column.notNull())
    .addColumn('instance', 'text', (column) => column.notNull())
    .addColumn('epoch', 'bigint', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('request', 'text', (column) => column.notNull())
    .addColumn('deadline', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('answer', 'text')
    .addColumn('error_code', 'text')
    .addColumn('error_message', 'text');
  await table.execute();
  // Arguments and answers pass through: without a log they reach no archive, backup of the log or standby.
  if (isPostgres) await sql`alter table relayed_commands set unlogged`.execute(db);
  await db.schema.createIndex('relayed_commands_to').on('relayed_commands').columns(['to_replica', 'state']).execute();
}

async function createOffers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('capture_offers')
    .addColumn('request_id', 'text', (column) => column.notNull().references('capture_requests.id').onDelete('cascade'))
    .addColumn('instance', 'text', (column) => column.notNull())
    .addColumn('epoch', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('reason_code', 'text')
    .addColumn('reason_text', 'text')
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('capture_offers_key', ['request_id', 'instance'])
    .execute();
}

async function createAskedOperations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('asked_operations')
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('person_id', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('replica_id', 'text', (column) => column.notNull())
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('body', 'text')
    .addColumn('body_bytes', 'integer', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('asked_operations_key', ['organization_id', 'person_id', 'key'])
    .execute();
  await db.schema.createIndex('asked_operations_age').on('asked_operations').columns(['asked_at']).execute();
  await db.schema
    .createTable('write_agents')
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('write', 'text', (column) => column.notNull())
    .addColumn('instance', 'text', (column) => column.notNull())
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('write_agents_key', ['organization_id', 'write'])
    .execute();
  await db.schema.createIndex('write_agents_age').on('write_agents').columns(['asked_at']).execute();
}
