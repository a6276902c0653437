import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../../test/postgres.ts';
import { nodeSqliteDialect } from '../node-sqlite.ts';
import { BoundedPool, postgresLimits } from '../postgres-pool.ts';
import type { Tables } from '../tables.ts';
import { instances } from './0002-instances.ts';
import { makers } from './0005-makers.ts';
import { peopleAndCaptures } from './0001-people-and-captures.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

const dialects = {
  sqlite: () => Promise.resolve(nodeSqliteDialect(':memory:')),
  postgres: async () => {
    // The server ends before the last connection does.
    const options = { limits: postgresLimits, onConnectionLost: () => {} };
    return new PostgresDialect({ pool: new BoundedPool(await postgres.createDatabase(), options) });
  },
};

test.each(['sqlite', 'postgres'] as const)(
  'on %s, makers that a name identifies are found, and open links of any other maker but the operator end',
  async (dialect) => {
    const old = new Kysely<unknown>({ dialect: await dialects[dialect]() });
    for (const one of [peopleAndCaptures, instances]) await one.up(old, dialect);
    const db = old as Kysely<Tables>;
    await db.insertInto('organizations').values({ id: 'acme', name: 'acme', created_at: 1 }).execute();
    const person = (id: string, name: string, removed: number | null) =>
      db
        .insertInto('people')
        .values({ id, organization_id: 'acme', name, role: 'admin', created_at: 1, removed_at: removed })
        .execute();
    await person('ana', 'Ana', 5);
    await person('max-1', 'Max', null);
    await person('max-2', 'Max', 5);
    for (const by of ['Ana', 'Max', 'operator of the machine', 'Nobody']) {
      const common = { organization_id: 'acme', hash: '', created_by: by, created_at: 1, expires_at: 9 };
      const link = { ...common, id: by, name: 'x', role: 'admin', used_at: null } as const;
      await db.insertInto('one_time_links').values(link).execute();
      const token = { ...common, id: by, kind: 'read', name: 'x', last_used_at: null, revoked_at: null } as const;
      await db.insertInto('access_tokens').values(token).execute();
    }

    await makers.up(old, dialect);
    const links = await db.selectFrom('one_time_links').selectAll().execute();
    const read = Object.fromEntries(links.map((one) => [one.id, [one.created_by_id, one.withdrawn_at !== null]]));
    expect(read).toEqual({
      Ana: ['ana', false],
      Max: [null, true],
      'operator of the machine': [null, false],
      Nobody: [null, true],
    });
    const tokens = await db.selectFrom('access_tokens').selectAll().execute();
    expect(tokens.filter((one) => one.created_by_id !== null).map(({ id }) => id)).toEqual(['Ana']);
    await old.destroy();
  },
);
