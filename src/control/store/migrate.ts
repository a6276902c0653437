/**
 * Applies what is not yet applied, in order, in one transaction that only one process at a time can hold.
 *
 * Two versions work on one store while replicas are replaced one by one. A migration that only adds is
 * marked compatible, and the store keeps that mark: a version that does not know it may start all the
 * same. Anything else is refused by name.
 */
import { type Kysely, sql } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import { migrations } from './migrations.ts';

export type StoreDialect = 'sqlite' | 'postgres';

export interface Migration {
  /** Never changes once released. */
  readonly id: string;
  /**
   * The version before this one works unchanged on the migrated store: only new tables, new columns that
   * may be left out, new indexes. Tightening and dropping wait for a release of their own.
   */
  readonly isCompatible?: boolean;
  up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void>;
}

export interface Migrated {
  /** Ids that this call applied. */
  readonly applied: readonly string[];
  /** Compatible migrations of a newer version. */
  readonly newer: readonly string[];
}

/** Any constant: replicas that start together wait for one another on it. */
const migrationLock = 4_807_526;

/** `known`: every migration of this version. @throws Error naming the migrations of a newer version that this one cannot work with. */
export async function migrate(
  db: Kysely<unknown>,
  dialect: StoreDialect,
  { clock, known = migrations }: { readonly clock: Clock; readonly known?: readonly Migration[] },
): Promise<Migrated> {
  return db.transaction().execute(async (transaction) => {
    if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(transaction);
    await prepareLedger(transaction, dialect);
    const { rows } = await sql<{
      id: string;
      is_compatible: number;
    }>`select id, is_compatible from schema_migrations order by id`.execute(transaction);
    const newer = rows.filter(({ id }) => known.every((one) => one.id !== id));
    const refused = newer.filter((one) => one.is_compatible !== 1).map(({ id }) => id);
    if (refused.length > 0) {
      throw new Error(
        `the store was migrated by a newer version (${refused.join(', ')}); start that version or restore a backup`,
      );
    }
    const applied = new Set(rows.map(({ id }) => id));
    const pending = known.filter(({ id }) => !applied.has(id));
    for (const migration of pending) {
      const { id, isCompatible = false } = migration;
      await migration.up(transaction, dialect);
      await sql`insert into schema_migrations (id, applied_at, is_compatible) values (${id}, ${clock.now()}, ${isCompatible ? 1 : 0})`.execute(
        transaction,
      );
    }
    return { applied: pending.map(({ id }) => id), newer: newer.map(({ id }) => id) };
  });
}

/** The first versions had no mark. Their migrations are known to all, so that it does not matter for them. */
async function prepareLedger(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  await sql`create table if not exists schema_migrations (id text primary key, applied_at bigint not null)`.execute(db);
  const { rows } =
    dialect === 'postgres'
      ? await sql`select 1 from information_schema.columns where table_schema = current_schema() and table_name = 'schema_migrations' and column_name = 'is_compatible'`.execute(
          db,
        )
      : await sql`select 1 from pragma_table_info('schema_migrations') where name = 'is_compatible'`.execute(db);
  if (rows.length > 0) return;
  await sql`alter table schema_migrations add column is_compatible integer not null default 0`.execute(db);
}
