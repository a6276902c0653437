/** Opens the embedded store or PostgreSQL, migrated and ready. Everything above uses Kysely and does not depend on which it is. */
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import type { AppliedMigration } from './ledger.ts';
import type { StoreDialect } from './migrations/migration.ts';
import { migrate } from './migrate.ts';
import { nodeSqliteDialect } from './node-sqlite.ts';
import { BoundedPool, type PostgresLimits, postgresLimits } from './postgres-pool.ts';
import { noSignals, postgresSignals, type Signals } from './signals.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
export type DbTransaction = Transaction<Tables>;

export interface Store {
  readonly db: Db;
  /** For what must not wait behind other queries, such as leases: connections of its own, and 2 s at most for each query. */
  readonly urgent: Db;
  /** For sessions of instances that begin: connections of their own, so that they come back however many questions wait. */
  readonly sessions: Db;
  readonly dialect: StoreDialect;
  /**
   * A transaction that excludes all others with the same key. The embedded store admits one writer
   * anyway; PostgreSQL takes an advisory lock that ends with the transaction.
   */
  exclusive<T>(key: string, work: (transaction: DbTransaction) => Promise<T>): Promise<T>;
  /** The same, except that it does nothing and returns undefined while another process works under the key. */
  tryExclusive<T>(key: string, work: (transaction: DbTransaction) => Promise<T>): Promise<T | undefined>;
  /** Between the processes that share this store. */
  readonly signals: Signals;
  /** Rejects when the store does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface StoreOptions {
  readonly clock: Clock;
  /** Called when PostgreSQL closes an idle connection; the next query opens another. */
  readonly onConnectionLost?: (error: Error) => void;
  /** Of PostgreSQL; what is left out keeps its default. */
  readonly limits?: Partial<PostgresLimits>;
  /** Called with the compatible migrations of a newer version that the store has. */
  readonly onNewerStore?: (migrations: readonly AppliedMigration[]) => void;
  /** As of `migrate`. */
  readonly onPending?: (ids: readonly string[]) => void;
}

/** Shorter than a probe waits for an answer. */
const pingMs = 1500;
/** Shorter than a lease. */
const urgentMs = 2000;
const sessionConnections = 4;

/**
 * `sqlite:<file>` or `postgres://…`. Rejects when the store cannot be opened, and with NewerStore
 * when this version cannot work with it; the message never repeats the address, which may carry a password.
 */
export async function openStore(url: string, options: StoreOptions): Promise<Store> {
  const isSqlite = url.startsWith('sqlite:');
  if (!isSqlite && !/^postgres(?:ql)?:\/\//u.test(url)) {
    throw new Error('the address of the store must start with sqlite: or postgres://');
  }
  return isSqlite ? openSqlite(url.slice('sqlite:'.length), options) : openPostgres(url, options);
}

/** Every use of a connection that was lost fails or is repeated where it is used; there is nothing else to do. */
function ignoreLoss(): void {}

/** A connection of its own, so that the answer does not depend on what others of this process wait for. Of many askers at once one asks. */
function makePing(ask: () => Promise<unknown>): () => Promise<void> {
  let asking: Promise<void> | undefined;
  return () => {
    asking ??= ask()
      .then(() => undefined)
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
}

/** A migration may take longer than any statement afterwards: it has a connection without a limit, which is then closed. */
async function migratePostgres(url: string, options: StoreOptions): Promise<void> {
  const { onConnectionLost = ignoreLoss, limits } = options;
  const unlimited = { ...postgresLimits, ...limits, connections: 1, statementMs: 0, idleInTransactionMs: 0 };
  const pool = new BoundedPool(url, { limits: unlimited, onConnectionLost });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrateStore(db, 'postgres', options);
  } finally {
    await db.destroy();
  }
}

async function migrateStore(db: Kysely<unknown>, dialect: StoreDialect, options: StoreOptions): Promise<void> {
  const { newer } = await migrate(db, dialect, options);
  if (newer.length > 0) options.onNewerStore?.(newer);
}

async function openSqlite(file: string, options: StoreOptions): Promise<Store> {
  const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(file) });
  try {
    await migrateStore(db as unknown as Kysely<unknown>, 'sqlite', options);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return {
    db,
    urgent: db,
    sessions: db,
    dialect: 'sqlite',
    signals: noSignals,
    exclusive: (_key, work) => db.transaction().execute(work),
    tryExclusive: (_key, work) => db.transaction().execute(work),
    ping: makePing(() => sql`select 1`.execute(db)),
    close: () => db.destroy(),
  };
}

async function openPostgres(url: string, options: StoreOptions): Promise<Store> {
  await migratePostgres(url, options);
  const { clock, onConnectionLost = ignoreLoss } = options;
  const limits = { ...postgresLimits, ...options.limits };
  const open = (changes: Partial<PostgresLimits>): Kysely<Tables> =>
    new Kysely<Tables>({
      dialect: new PostgresDialect({
        pool: new BoundedPool(url, { limits: { ...limits, ...changes }, onConnectionLost }),
      }),
    });
  const db = open({});
  const probe = open({ connections: 1, connectMs: pingMs, statementMs: pingMs });
  const urgent = open({ connections: 2, connectMs: urgentMs, statementMs: urgentMs });
  const sessions = open({ connections: sessionConnections });
  return {
    db,
    urgent,
    sessions,
    dialect: 'postgres',
    signals: postgresSignals({ connectionString: url, clock, onConnectionLost }),
    exclusive: (key, work) =>
      db.transaction().execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(transaction);
        return work(transaction);
      }),
    tryExclusive: (key, work) =>
      db.transaction().execute(async (transaction) => {
        const { rows } = await sql<{
          locked: boolean;
        }>`select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as locked`.execute(transaction);
        return rows[0]?.locked === true ? work(transaction) : undefined;
      }),
    ping: makePing(() => sql`select 1`.execute(probe)),
    close: async () => {
      await probe.destroy();
      await urgent.destroy();
      await sessions.destroy();
      await db.destroy();
    },
  };
}
