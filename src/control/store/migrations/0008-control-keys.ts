import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Migration } from './migration.ts';

/** The authority's and the command keys of all replicas, and which command key each instance pins. */
export const controlKeys: Migration = {
  id: '0008-control-keys',
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('control_keys')
      .addColumn('purpose', 'text', (column) => column.notNull().check(sql`purpose in ('authority', 'command')`))
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('public_part', 'text', (column) => column.notNull())
      .addColumn('sealed', 'text')
      .addColumn('state', 'text', (column) => column.notNull().check(sql`state in ('current', 'retiring', 'retired')`))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('retires_at', 'bigint')
      .addPrimaryKeyConstraint('control_keys_key', ['purpose', 'fingerprint'])
      .execute();
    await sql`create unique index control_keys_current on control_keys (purpose) where state = 'current'`.execute(db);
    await db.schema
      .createTable('store_facts')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
    await sql`insert into store_facts (name, value) values ('store_id', ${randomUUID()})`.execute(db);
    await db.schema.alterTable('instances').addColumn('command_key', 'text').execute();
  },
};
