/** The table that says what was done to a store: each migration, by which version, and whether others can ignore it. */
import { type Kysely, sql } from 'kysely';
import type { StoreDialect } from './migrations/migration.ts';

export interface AppliedMigration {
  readonly id: string;
  /** A version that does not know it can work with the store all the same. */
  readonly isCompatible: boolean;
  /** Of the program that applied it; null where one of the first versions did. */
  readonly version: string | null;
}

interface Row {
  readonly id: string;
  readonly is_compatible: number;
  readonly version: string | null;
}

/** In the order in which they are applied. */
export async function readLedger(db: Kysely<unknown>): Promise<AppliedMigration[]> {
  const { rows } = await sql<Row>`select id, is_compatible, version from schema_migrations order by id`.execute(db);
  return rows.map(({ id, is_compatible, version }) => ({ id, isCompatible: is_compatible === 1, version }));
}

export async function noteApplied(
  db: Kysely<unknown>,
  { id, isCompatible, version }: AppliedMigration,
  now: number,
): Promise<void> {
  await sql`insert into schema_migrations (id, applied_at, is_compatible, version) values (${id}, ${now}, ${isCompatible ? 1 : 0}, ${version})`.execute(
    db,
  );
}

/** The first versions had neither mark nor version. Their migrations are known to all, so that it does not matter for them. */
export async function prepareLedger(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  await sql`create table if not exists schema_migrations (id text primary key, applied_at bigint not null)`.execute(db);
  const { rows } = await (
    dialect === 'postgres'
      ? sql<{
          name: string;
        }>`select column_name as name from information_schema.columns where table_schema = current_schema() and table_name = 'schema_migrations'`
      : sql<{ name: string }>`select name from pragma_table_info('schema_migrations')`
  ).execute(db);
  const held = new Set(rows.map(({ name }) => name));
  if (!held.has('is_compatible')) {
    await sql`alter table schema_migrations add column is_compatible integer not null default 0`.execute(db);
  }
  if (!held.has('version')) await sql`alter table schema_migrations add column version text`.execute(db);
}

/** Which version left the store as it is: that of the last migration that says so. */
export function lastVersion(applied: readonly AppliedMigration[]): string | undefined {
  return applied.findLast(({ version }) => version !== null)?.version ?? undefined;
}
