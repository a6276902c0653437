/** Applies what is not yet applied, in order, in one transaction that only one process at a time can hold. */
import { type Kysely, sql } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import { migrations } from './migrations.ts';

export type StoreDialect = 'sqlite' | 'postgres';

export interface Migration {
  /** Never changes once released. */
  readonly id: string;
  up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void>;
}

/** Any constant: replicas that start together wait for one another on it. */
const migrationLock = 4_807_526;

/** Returns the ids that this call applied. */
export async function migrate(db: Kysely<unknown>, dialect: StoreDialect, clock: Clock): Promise<string[]> {
  return db.transaction().execute(async (transaction) => {
    if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(transaction);
    await sql`create table if not exists schema_migrations (id text primary key, applied_at bigint not null)`.execute(
      transaction,
    );
    const { rows } = await sql<{ id: string }>`select id from schema_migrations`.execute(transaction);
    const applied = new Set(rows.map(({ id }) => id));
    const unknown = [...applied].filter((id) => migrations.every((one) => one.id !== id));
    if (unknown.length > 0) {
      throw new Error(
        `the store was migrated by a newer version (${unknown.join(', ')}); start that version or restore a backup`,
      );
    }
    const pending = migrations.filter(({ id }) => !applied.has(id));
    for (const migration of pending) {
      await migration.up(transaction, dialect);
      await sql`insert into schema_migrations (id, applied_at) values (${migration.id}, ${clock.now()})`.execute(
        transaction,
      );
    }
    return pending.map(({ id }) => id);
  });
}
