/** Reads a consistent snapshot of a store, and writes one into an empty store, verified row by row. */
import { type Kysely, sql } from 'kysely';
import type { Store } from '../store/database.ts';
import type { StoreDialect } from '../store/migrations/migration.ts';
import {
  type Connection,
  type CopiedTable,
  listTables,
  readRows,
  type RowLine,
  RowWriter,
  sumTable,
  TableSummer,
  type TableSum,
} from './table-rows.ts';

/** Why a backup, a restore or a migration does not happen, and what to do. Nothing was changed. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

/** One table of a snapshot after the other; `sum` is known once its rows were read. */
export interface TableStream {
  readonly table: CopiedTable;
  readonly lines: AsyncIterable<RowLine[]>;
  readonly sum: () => TableSum;
}

export type StoreSums = Readonly<Record<string, TableSum>>;

/** Has rows from the start, and takes those of the snapshot instead. */
const replaced = new Set(['store_facts']);

/** It blocks no writer, and does not include later changes. */
export async function withSnapshot<T>(store: Store, work: (db: Connection) => Promise<T>): Promise<T> {
  const db = store.db as unknown as Kysely<unknown>;
  if (store.dialect === 'postgres') {
    return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
  }
  return db.connection().execute(async (connection) => {
    // Deferred: a reader in WAL mode, beside whom a running control plane goes on writing.
    await sql`begin deferred transaction`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`rollback`.execute(connection);
    }
  });
}

export async function* streamTables(db: Connection, dialect: StoreDialect): AsyncGenerator<TableStream> {
  for (const table of await listTables(db, dialect)) {
    const summer = new TableSummer();
    yield { table, lines: summed(readRows(db, dialect, table), summer), sum: () => summer.sum() };
  }
}

/**
 * Writes all tables in one transaction and reads them back in it. `finish` runs before the commit.
 * @throws BackupRefused when the store has rows already or any table differs from what was written.
 */
export async function fillStore(
  store: Store,
  tables: AsyncIterable<TableStream>,
  finish: () => Promise<void> = () => Promise.resolve(),
): Promise<StoreSums> {
  const { dialect } = store;
  return (store.db as unknown as Kysely<unknown>).transaction().execute(async (db) => {
    const known = await listTables(db, dialect);
    await lockTables(db, dialect, known);
    await requireEmpty(db, dialect, known);
    for (const name of replaced) await sql`delete from ${sql.table(name)}`.execute(db);
    const expected = new Map<string, TableSum>();
    for await (const stream of tables) {
      const target = known.find(({ name }) => name === stream.table.name);
      if (target === undefined || target.columns.join() !== stream.table.columns.join()) {
        throw new BackupRefused(`The table ${stream.table.name} does not have the columns of this version.`);
      }
      const writer = new RowWriter(db, target);
      for await (const lines of stream.lines) for (const line of lines) await writer.write(line);
      await writer.flush();
      expected.set(target.name, stream.sum());
    }
    await verify(db, dialect, { known, expected });
    await finish();
    return Object.fromEntries(expected);
  });
}

/** Tables that hold something a control plane wrote. */
async function requireEmpty(db: Connection, dialect: StoreDialect, tables: readonly CopiedTable[]): Promise<void> {
  const used: string[] = [];
  for (const { name } of tables.filter((one) => !replaced.has(one.name))) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) used.push(name);
  }
  if (used.length === 0) return;
  const where = dialect === 'postgres' ? 'an empty database' : 'an empty data directory';
  throw new BackupRefused(
    `The store is not empty: it has rows in ${used.join(', ')}. Nothing was changed. Give ${where}.`,
  );
}

async function verify(
  db: Connection,
  dialect: StoreDialect,
  { known, expected }: { known: readonly CopiedTable[]; expected: ReadonlyMap<string, TableSum> },
): Promise<void> {
  for (const table of known) {
    const wanted = expected.get(table.name);
    if (wanted === undefined) throw new BackupRefused(`The table ${table.name} is missing in the source.`);
    const found = await sumTable(db, dialect, table);
    if (found.rows === wanted.rows && found.sha256 === wanted.sha256) continue;
    throw new BackupRefused(
      `The copy of the table ${table.name} differs from its source: ${found.rows} rows with ${found.sha256} instead of ` +
        `${wanted.rows} rows with ${wanted.sha256}. Nothing was changed.`,
    );
  }
}

/** A replica that is started on the same database waits instead of writing into it. */
async function lockTables(db: Connection, dialect: StoreDialect, tables: readonly CopiedTable[]): Promise<void> {
  if (dialect !== 'postgres') return;
  const names = sql.join(tables.map(({ name }) => sql.table(name)));
  await sql`lock table ${names} in share row exclusive mode`.execute(db);
}

async function* summed(lines: AsyncIterable<RowLine[]>, summer: TableSummer): AsyncGenerator<RowLine[]> {
  for await (const some of lines) {
    for (const line of some) summer.add(line);
    yield some;
  }
}
