/** The table that says what was done to a store: each migration, by which version, and whether others can ignore it. */
import { type Kysely, sql } from 'kysely';

export interface AppliedMigration {
  readonly id: string;
  /** A version that does not know it can work with the store all the same. */
  readonly isCompatible: boolean;
  /** Of the program that applied it. */
  readonly version: string;
}

interface Row {
  readonly id: string;
  readonly is_compatible: number;
  readonly version: string;
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

export async function prepareLedger(db: Kysely<unknown>): Promise<void> {
  await sql`create table if not exists schema_migrations
    (id text primary key, applied_at bigint not null, is_compatible integer not null, version text not null)`.execute(
    db,
  );
}

/** Which version left the store as it is: that of the last migration. */
export function lastVersion(applied: readonly AppliedMigration[]): string | undefined {
  return applied.at(-1)?.version;
}
