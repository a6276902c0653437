import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../test/postgres.ts';
import { systemClock as clock } from '../../core/clock.ts';
import { openStore, type Store } from './database.ts';
import { prepare } from './prepared.ts';

let postgres: TestPostgres;
let folder: string;
let stores: Readonly<Record<'sqlite' | 'postgres', Store>>;
beforeAll(async () => {
  postgres = await startPostgres();
  folder = await mkdtemp(path.join(tmpdir(), 'farol-prepared-'));
  stores = {
    sqlite: await openStore(`sqlite:${path.join(folder, 'store.db')}`, { clock }),
    // One connection: what it has prepared is asked for over itself.
    postgres: await openStore(await postgres.createDatabase(), { clock, limits: { connections: 1 } }),
  };
});
afterAll(async () => {
  await Promise.all(Object.values(stores).map((store) => store.close()));
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

type Row = { readonly id: string; readonly name: string; readonly at: number };

const add = prepare((db, of: Row) =>
  db.insertInto('organizations').values({ id: of.id, name: of.name, created_at: of.at }),
);
let built = 0;
const find = prepare((db, of: { readonly id: string; readonly since: number }) => {
  built += 1;
  return db
    .selectFrom('organizations')
    .select(['name', 'created_at as at'])
    .where('id', '=', of.id)
    .where('created_at', '>=', of.since);
});
const rename = prepare(
  (_db, of: { readonly id: string; readonly name: string }) =>
    sql<{ name: string }>`update organizations set name = ${of.name} where id = ${of.id} returning name`,
);

test.each(['sqlite', 'postgres'] as const)(
  'runs with the values of each call, in transactions too, on %s',
  async (on) => {
    const { db } = stores[on];
    built = 0;
    expect(await add(db, { id: 'a', name: 'Acme', at: 1 })).toEqual({ rows: [], changed: 1 });
    expect((await add(db, { id: 'b', name: 'Globex', at: 2 })).changed).toBe(1);
    expect((await find(db, { id: 'a', since: 0 })).rows).toEqual([{ name: 'Acme', at: 1 }]);
    expect((await find(db, { id: 'b', since: 0 })).rows).toEqual([{ name: 'Globex', at: 2 }]);
    expect((await find(db, { id: 'a', since: 2 })).rows).toEqual([]);
    expect((await rename(db, { id: 'a', name: "Ac'me" })).rows).toEqual([{ name: "Ac'me" }]);
    const inside = await db.transaction().execute((transaction) => find(transaction, { id: 'a', since: 0 }));
    expect(inside.rows).toEqual([{ name: "Ac'me", at: 1 }]);
    await expect(add(db, { id: 'a', name: 'again', at: 3 })).rejects.toThrow(/unique/iu);
    expect(built).toBe(1);
  },
);

test('PostgreSQL plans it once for each connection, and goes on after a migration added a column', async () => {
  const { db } = stores.postgres;
  await find(db, { id: 'a', since: 0 });
  await find(db, { id: 'b', since: 0 });
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_prepared_statements
    where statement like 'select "name", "created_at" as "at" from "organizations"%'`.execute(db);
  expect(rows).toEqual([{ count: 1 }]);
  await sql`alter table organizations add column motto text`.execute(db);
  expect((await find(db, { id: 'b', since: 0 })).rows).toEqual([{ name: 'Globex', at: 2 }]);
});

test('a statement that leaves its columns open is refused: a later version may add one', async () => {
  const open = prepare((db, of: { readonly id: string }) =>
    db.selectFrom('organizations').selectAll().where('id', '=', of.id),
  );
  await expect(open(stores.sqlite.db, { id: 'a' })).rejects.toThrow(/names its columns/u);
  const ofTable = prepare((db, of: { readonly id: string }) =>
    db.selectFrom('organizations').selectAll('organizations').where('id', '=', of.id),
  );
  await expect(ofTable(stores.sqlite.db, { id: 'a' })).rejects.toThrow(/names its columns/u);
  const returning = prepare((db, of: { readonly id: string }) =>
    db.deleteFrom('organizations').where('id', '=', of.id).returningAll(),
  );
  await expect(returning(stores.sqlite.db, { id: 'a' })).rejects.toThrow(/names its columns/u);
});
