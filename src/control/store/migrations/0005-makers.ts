import { type Kysely, sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Who made each link and token by id, so that removing a person withdraws what that person made; when a link was withdrawn. */
export const makers: Migration = {
  id: '0005-makers',
  async up(db: Kysely<unknown>) {
    for (const table of ['one_time_links', 'access_tokens', 'bootstrap_tokens'] as const) {
      await db.schema.alterTable(table).addColumn('created_by_id', 'text').execute();
      await nameMakers(db, table);
    }
    await db.schema.alterTable('one_time_links').addColumn('withdrawn_at', 'bigint').execute();
    await db.schema.alterTable('people').addColumn('invited_by_id', 'text').execute();
    await withdrawLinksOfUnknownMakers(db);
  },
};

/** Earlier rows hold a name only. Two people of one name cannot be distinguished, so theirs stay without a maker. */
async function nameMakers(db: Kysely<unknown>, table: string): Promise<void> {
  const made = sql.table(table);
  const namesakes = sql`from people where people.organization_id = ${made}.organization_id and people.name = ${made}.created_by`;
  await sql`update ${made} set created_by_id = (select min(people.id) ${namesakes}) where (select count(*) ${namesakes}) = 1`.execute(
    db,
  );
}

/** They live for a day and a new one is made in a minute, whereas one of a removed person would let that person back in. */
async function withdrawLinksOfUnknownMakers(db: Kysely<unknown>): Promise<void> {
  await sql`update one_time_links set withdrawn_at = created_at
    where used_at is null and created_by_id is null and created_by <> 'operator of the machine'`.execute(db);
}
