import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

/** One passkey opens people of several organizations, and a session knows by which passkey it began. */
export const severalOrganizations: Migration = {
  id: '0020-several-organizations',
  isCompatible: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('passkey_people')
      .addColumn('passkey_id', 'text', (column) => column.notNull())
      .addColumn('person_id', 'text', (column) => column.notNull())
      .addColumn('joined_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('passkey_people_key', ['passkey_id', 'person_id'])
      .execute();
    await db.schema.createIndex('passkey_people_by_person').on('passkey_people').column('person_id').execute();
    await db.schema.alterTable('passkeys').addColumn('user_handle', 'text').execute();
    await db.schema.alterTable('sessions').addColumn('passkey_id', 'text').execute();
  },
};
