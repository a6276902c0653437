/** The database of a shop in a PostgreSQL of its own, which ends with the process that started it. */
import { mkdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Client, Pool } from 'pg';
import { startPostgres } from '../../../../bench/fleet/temporary-postgres.ts';

const options = parseArgs({ options: { port: { type: 'string' }, upstream: { type: 'string' } } }).values;

export const port = Number(options.port);

/** The second of the two versions is running. */
export const second = process.env['CORPUS_VERSION'] === '2';

export interface ShopDatabase {
  readonly url: string;
  /** Of the server's first process, whose children serve the connections. */
  readonly serverPid: number;
}

const schema = `
  create table product (id integer primary key, name text, price integer);
  create table line (id serial primary key, orders integer, product integer, pieces integer, note text);
  create table payment (id serial primary key, orders integer, cents integer, paid_at timestamptz default now());
  insert into product select n, 'product ' || n, 100 + n from generate_series(0, 499) n;
  insert into line (orders, product, pieces, note)
    select n % 1000, n * 37 % 500, 1 + n % 4, 'note of line ' || n from generate_series(0, 9999) n;
  create index line_of_order on line (orders);`;

/** `settings` of the server; `changes` are statements after the schema. */
export async function startShopDatabase(
  settings: Readonly<Record<string, string>>,
  changes: readonly string[],
): Promise<ShopDatabase> {
  // Not random: the paths of its files are part of what is captured.
  const folder = path.join(os.tmpdir(), 'farol-corpus-postgresql');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  // Without parallel workers, whose number would depend on what else runs. At its usual port, which says what it is.
  const server = await startPostgres({ max_parallel_workers_per_gather: '0', ...settings }, { folder, port: 5432 });
  process.once('SIGTERM', () => void server.stop().then(() => process.exit()));
  const url = await server.createDatabase();
  const client = new Client(url);
  await client.connect();
  for (const statement of [schema, ...changes, 'vacuum analyze', 'checkpoint']) await client.query(statement);
  const file = await client.query<{ text: string }>("select pg_read_file('postmaster.pid') as text");
  await client.end();
  return { url, serverPid: Number(file.rows[0]?.text.split('\n')[0]) };
}

/** Few, as an application server has: they stay open. */
export function openPool(url: string): Pool {
  return new Pool({ connectionString: url, max: 4, idleTimeoutMillis: 0 });
}
