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
import { type AppliedMigration, lastVersion, noteApplied, prepareLedger, readLedger } from './ledger.ts';
import { migrations } from './migrations.ts';
import type { Migration, StoreDialect } from './migrations/migration.ts';

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
  /** When given, migrations that are not applied yet are only reported: an examination changes nothing. */
  readonly onPending?: (ids: readonly string[]) => void;
}

/** Any constant: replicas that start together wait for one another on it. */
const migrationLock = 4_807_526;

/** @throws NewerStore */
export async function migrate(
  db: Kysely<unknown>,
  dialect: StoreDialect,
  { clock, known = migrations, version = readVersion(), onPending }: MigrateOptions,
): Promise<Migrated> {
  return db.transaction().execute(async (transaction) => {
    if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(transaction);
    await prepareLedger(transaction);
    const ledger = await readLedger(transaction);
    const newer = ledger.filter(({ id }) => known.every((one) => one.id !== id));
    const refused = newer.filter(({ isCompatible }) => !isCompatible);
    if (refused.length > 0) throw new NewerStore(refused, version);
    const applied = new Set(ledger.map(({ id }) => id));
    const pending = known.filter(({ id }) => !applied.has(id));
    if (onPending !== undefined) {
      onPending(pending.map(({ id }) => id));
      return { applied: [], newer };
    }
    for (const migration of pending) {
      const { id, isCompatible = false } = migration;
      await migration.up(transaction, dialect);
      await noteApplied(transaction, { id, isCompatible, version }, clock.now());
    }
    return { applied: pending.map(({ id }) => id), newer };
  });
}

/** A newer version changed the store in a way that this one cannot work with. The message names both, and the way back. */
export class NewerStore extends Error {
  override readonly name = 'NewerStore';

  /** `refused` is not empty; `version` is that of this program. */
  constructor(refused: readonly AppliedMigration[], version: string) {
    const by = lastVersion(refused);
    super(
      `The store was migrated by version ${by} (${refused.map(({ id }) => id).join(', ')}), and this is version ${version}, which ` +
        `cannot work with it. Nothing was changed. Start ${by} again; or restore the backup from before the upgrade, ` +
        'with this version and into an empty store and data directory: farol control restore --from <file>',
    );
  }
}
