/**
 * Every table of a store as rows of plain values, read and written the same way on both stores. The
 * tables come from the database itself, so that a new migration needs nothing here.
 */
import { createHash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { StoreDialect } from '../store/migrations/migration.ts';

/** A connection inside a transaction, or one that holds a snapshot. */
export type Connection = Kysely<unknown> | Transaction<unknown>;

export interface CopiedTable {
  readonly name: string;
  /** Sorted, so that both stores give the same rows. */
  readonly columns: readonly string[];
}

/** What a table holds, whatever the order in which its rows are read. */
export interface TableSum {
  readonly rows: number;
  /** Of the sorted SHA-256 of its rows, in lower-case hex. */
  readonly sha256: string;
}

/** A row as one line of JSON: its values in the order of the columns, bytes as `{"b":"<base64>"}`. */
export type RowLine = string;

type Value = string | number | null | Uint8Array;

/** Which migrations a store has is the code's to say: a copy goes between stores of the same version. */
const leftOut = new Set(['schema_migrations']);
/** One row may have up to 16 MiB: few at a time bound the memory. */
const withLargeRows = new Set(['bundles', 'capture_vectors']);
const rowsAtOnce = 200;
const bytesAtOnce = 4 * 1024 * 1024;

/** Parents before the tables that refer to them. */
export async function listTables(db: Connection, dialect: StoreDialect): Promise<CopiedTable[]> {
  const found = (await db.introspection.getTables())
    .filter(({ isView, schema, name }) => !isView && (schema ?? 'public') === 'public' && !leftOut.has(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const { rows: references } = await (
    dialect === 'postgres'
      ? sql<{ child: string; parent: string }>`select child.relname as child, parent.relname as parent
          from pg_constraint join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
          where contype = 'f'`
      : sql<{ child: string; parent: string }>`select m.name as child, f."table" as parent
          from sqlite_master m join pragma_foreign_key_list(m.name) f where m.type = 'table'`
  ).execute(db);
  const generated = await listGenerated(db, dialect);
  const ordered: CopiedTable[] = [];
  const place = (name: string, below: readonly string[]): void => {
    const table = found.find((one) => one.name === name);
    if (table === undefined || below.includes(name) || ordered.some((one) => one.name === name)) return;
    for (const { child, parent } of references) if (child === name) place(parent, [...below, name]);
    const columns = table.columns.map((column) => column.name).filter((one) => !generated.has(`${name}.${one}`));
    ordered.push({ name, columns: columns.toSorted() });
  };
  for (const { name } of found) place(name, []);
  return ordered;
}

/** `table.column` of each that the store computes from others: it can be read, and not written. */
async function listGenerated(db: Connection, dialect: StoreDialect): Promise<ReadonlySet<string>> {
  const { rows } = await (
    dialect === 'postgres'
      ? sql<{ name: string }>`select table_name || '.' || column_name as name from information_schema.columns
          where table_schema = 'public' and is_generated = 'ALWAYS'`
      : sql<{ name: string }>`select m.name || '.' || c.name as name
          from sqlite_master m join pragma_table_xinfo(m.name) c where m.type = 'table' and c.hidden in (2, 3)`
  ).execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** The rows of a table, some at a time. */
export async function* readRows(
  db: Connection,
  dialect: StoreDialect,
  { name, columns }: CopiedTable,
): AsyncGenerator<RowLine[]> {
  if (dialect === 'postgres') {
    const selected = sql.join(columns.map((one) => sql.ref(one)));
    await sql`declare farol_copy no scroll cursor for select ${selected} from ${sql.table(name)}`.execute(db);
    const size = sql.raw(withLargeRows.has(name) ? '4' : String(rowsAtOnce));
    for (;;) {
      const { rows } = await sql<Record<string, unknown>>`fetch ${size} from farol_copy`.execute(db);
      if (rows.length === 0) break;
      yield rows.map((row) => toLine(name, columns, row));
    }
    await sql`close farol_copy`.execute(db);
    return;
  }
  const tables = db as Kysely<Record<string, Record<string, unknown>>>;
  for await (const row of tables.selectFrom(name).select(columns).stream()) yield [toLine(name, columns, row)];
}

/** Collects rows and writes them in batches that both stores accept. */
export class RowWriter {
  readonly #db: Connection;
  readonly #table: CopiedTable;
  #rows: Value[][] = [];
  #bytes = 0;

  constructor(db: Connection, table: CopiedTable) {
    this.#db = db;
    this.#table = table;
  }

  async write(line: RowLine): Promise<void> {
    this.#rows.push(toValues(this.#table, line));
    this.#bytes += line.length;
    // SQLite accepts 32,766 parameters, PostgreSQL 65,535.
    const isFull = (this.#rows.length + 1) * this.#table.columns.length > 30_000;
    if (isFull || this.#rows.length >= rowsAtOnce || this.#bytes >= bytesAtOnce) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#rows.length === 0) return;
    const { name, columns } = this.#table;
    const rows = this.#rows.map((values) => sql`(${sql.join(values)})`);
    const into = sql.join(columns.map((one) => sql.ref(one)));
    await sql`insert into ${sql.table(name)} (${into}) values ${sql.join(rows)}`.execute(this.#db);
    this.#rows = [];
    this.#bytes = 0;
  }
}

export class TableSummer {
  readonly #hashes: string[] = [];

  add(line: RowLine): void {
    this.#hashes.push(createHash('sha256').update(line).digest().toString('latin1'));
  }

  sum(): TableSum {
    const whole = createHash('sha256');
    for (const hash of this.#hashes.toSorted()) whole.update(hash, 'latin1');
    return { rows: this.#hashes.length, sha256: whole.digest('hex') };
  }
}

export async function sumTable(db: Connection, dialect: StoreDialect, table: CopiedTable): Promise<TableSum> {
  const summer = new TableSummer();
  for await (const lines of readRows(db, dialect, table)) for (const line of lines) summer.add(line);
  return summer.sum();
}

function toLine(table: string, columns: readonly string[], row: Record<string, unknown>): RowLine {
  return JSON.stringify(
    columns.map((column) => {
      const value = row[column];
      if (value === null || typeof value === 'string') return value;
      if (typeof value === 'number' && Number.isFinite(value)) return value;
      if (value instanceof Uint8Array) return { b: Buffer.from(value).toString('base64') };
      throw new Error(`${table}.${column} holds a value of type ${typeof value}, which a backup cannot carry`);
    }),
  );
}

function toValues({ name, columns }: CopiedTable, line: RowLine): Value[] {
  const values = JSON.parse(line) as unknown;
  if (!Array.isArray(values) || values.length !== columns.length) throw new Error(`a row of ${name} is malformed`);
  return values.map((value: unknown) => {
    if (value === null || typeof value === 'string' || typeof value === 'number') return value;
    if (typeof value === 'object' && 'b' in value && typeof value.b === 'string') return Buffer.from(value.b, 'base64');
    throw new Error(`a row of ${name} is malformed`);
  });
}
