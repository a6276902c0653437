import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

/** Passkeys of people, the challenges that they answer, and by which way and from which device a session began. */
export const passkeys: Migration = {
  id: '0016-passkeys',
  isCompatible: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('passkeys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('person_id', 'text', (column) => column.notNull())
      .addColumn('credential_id', 'text', (column) => column.notNull())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('counter', 'bigint', (column) => column.notNull())
      .addColumn('transports', 'text', (column) => column.notNull())
      .addColumn('rp_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute();
    await db.schema
      .createIndex('passkeys_by_credential')
      .on('passkeys')
      .columns(['credential_id', 'rp_id'])
      .unique()
      .execute();
    await db.schema.createIndex('passkeys_by_person').on('passkeys').column('person_id').execute();
    await db.schema
      .createTable('passkey_challenges')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('challenge', 'text', (column) => column.notNull())
      .addColumn('person_id', 'text')
      .addColumn('caller', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('passkey_challenges_by_caller')
      .on('passkey_challenges')
      .columns(['caller', 'expires_at'])
      .execute();
    await db.schema.createIndex('passkey_challenges_by_expiry').on('passkey_challenges').column('expires_at').execute();
    await db.schema.alterTable('sessions').addColumn('way', 'text').execute();
    await db.schema.alterTable('sessions').addColumn('device', 'text').execute();
    await db.schema.createIndex('sessions_by_person').on('sessions').column('person_id').execute();
  },
};
