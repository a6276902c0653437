import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

/** Which person somebody of an identity provider is. */
export const sso: Migration = {
  id: '0017-sso',
  isCompatible: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('sso_identities')
      .addColumn('organization_id', 'text', (column) => column.notNull())
      .addColumn('issuer', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('person_id', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('suspended_at', 'bigint')
      .addPrimaryKeyConstraint('sso_identities_key', ['organization_id', 'issuer', 'subject'])
      .execute();
    await db.schema.createIndex('sso_identities_by_person').on('sso_identities').column('person_id').execute();
  },
};
