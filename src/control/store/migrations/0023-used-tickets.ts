import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

/** Tickets of sign-ins that were used. Open ones are authenticated, and cost no row. */
export const usedTickets: Migration = {
  id: '0023-used-tickets',
  isCompatible: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('used_tickets')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('used_tickets_by_expiry').on('used_tickets').column('expires_at').execute();
  },
};
