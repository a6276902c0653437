/**
 * Applies what is not yet applied, in order, in one transaction that only one process at a time can hold.
 *
 * Two versions work on one store while replicas are replaced one by one. A migration that only adds is
 * marked compatible, and the store keeps that mark: a version that does not know it may start all the
 * same. Anything else is refused, with the version that did it.
 */
import { type Kysely, sql } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import { readVersion } from '../../core/version.ts';
import { type AppliedMigration, noteApplied, prepareLedger, readLedger } from './ledger.ts';
import { migrations } from './migrations/migrations.ts';
import { NewerStore } from './newer-store.ts';

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
  readonly newer: readonly AppliedMigration[];
}

export interface MigrateOptions {
  readonly clock: Clock;
  /** Every migration of this version. */
  readonly known?: readonly Migration[];
  /** Of this program; the store keeps it beside what it applies. */
  readonly version?: string;
}

/** Any constant: replicas that start together wait for one another on it. */
const migrationLock = 4_807_526;

/** @throws NewerStore */
export async function migrate(
  db: Kysely<unknown>,
  dialect: StoreDialect,
  { clock, known = migrations, version = readVersion() }: MigrateOptions,
): Promise<Migrated> {
  return db.transaction().execute(async (transaction) => {
    if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(transaction);
    await prepareLedger(transaction, dialect);
    const ledger = await readLedger(transaction);
    const newer = ledger.filter(({ id }) => known.every((one) => one.id !== id));
    const refused = newer.filter(({ isCompatible }) => !isCompatible);
    if (refused.length > 0) throw new NewerStore(refused, version);
    const applied = new Set(ledger.map(({ id }) => id));
    const pending = known.filter(({ id }) => !applied.has(id));
    for (const migration of pending) {
      const { id, isCompatible = false } = migration;
      await migration.up(transaction, dialect);
      await noteApplied(transaction, { id, isCompatible, version }, clock.now());
    }
    return { applied: pending.map(({ id }) => id), newer };
  });
}
