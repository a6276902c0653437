/** The store of the first version. Both databases accept the same statements; what differs is here. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { captures } from './0001-captures.ts';
import { fleet } from './0001-fleet.ts';
import { people } from './0001-people.ts';
import { records } from './0001-records.ts';
import type { Migration } from './migration.ts';

export const store: Migration = {
  id: '0001-store',
  async up(db, dialect) {
    const tables = [people, captures(dialect === 'postgres' ? 'bytea' : 'blob'), fleet, records];
    for (const statement of tables.flatMap((text) => text.trim().split(/;\s*/u).slice(0, -1))) {
      await sql.raw(statement).execute(db);
    }
    // Arguments and answers pass through: without a log they reach no archive, backup of the log or standby.
    if (dialect === 'postgres') await sql`alter table relayed_commands set unlogged`.execute(db);
    await sql`insert into store_facts (name, value) values ('store_id', ${randomUUID()})`.execute(db);
  },
};
