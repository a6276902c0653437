/** Opens the embedded store or PostgreSQL, migrated and ready. Everything above speaks Kysely and cannot tell which it is. */
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Pool, type PoolConfig, types } from 'pg';
import type { Clock } from '../../core/clock.ts';
import { migrate, type StoreDialect } from './migrate.ts';
import { nodeSqliteDialect } from './node-sqlite.ts';
import { noSignals, postgresSignals, type Signals } from './signals.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
export type DbTransaction = Transaction<Tables>;

export interface Store {
  readonly db: Db;
  /** For what must not wait behind other queries, such as leases: connections of its own, and 2 s at most for each query. */
  readonly urgent: Db;
  readonly dialect: StoreDialect;
  /**
   * A transaction in which nobody else works under the same key. The embedded store admits one writer
   * anyway; PostgreSQL takes an advisory lock that ends with the transaction.
   */
  exclusive<T>(key: string, work: (transaction: DbTransaction) => Promise<T>): Promise<T>;
  /** Between the processes that share this store. */
  readonly signals: Signals;
  /** Rejects when the store does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface StoreOptions {
  readonly clock: Clock;
  /** Told when PostgreSQL closes a connection that nobody was using; the next query opens another. */
  readonly onConnectionLost?: (error: Error) => void;
  /** Told the compatible migrations of a newer version that the store has. */
  readonly onNewerStore?: (migrations: readonly string[]) => void;
}

/**
 * `sqlite:<file>` or `postgres://…`. Rejects when the store cannot be opened or was migrated by a
 * newer version; the message never repeats the address, which may carry a password.
 */
export async function openStore(url: string, options: StoreOptions): Promise<Store> {
  const isSqlite = url.startsWith('sqlite:');
  if (!isSqlite && !/^postgres(?:ql)?:\/\//u.test(url)) {
    throw new Error('the address of the store must start with sqlite: or postgres://');
  }
  const dialect: StoreDialect = isSqlite ? 'sqlite' : 'postgres';
  const db = new Kysely<Tables>({
    dialect: isSqlite ? nodeSqliteDialect(url.slice('sqlite:'.length)) : postgresDialect(url, options, { max: 10 }),
  });
  try {
    const { newer } = await migrate(db as unknown as Kysely<unknown>, dialect, options);
    if (newer.length > 0) options.onNewerStore?.(newer);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const urgent = isSqlite ? db : new Kysely<Tables>({ dialect: postgresDialect(url, options, urgentPool) });
  return {
    db,
    urgent,
    dialect,
    signals: isSqlite
      ? noSignals
      : postgresSignals({
          connectionString: url,
          clock: options.clock,
          onConnectionLost: options.onConnectionLost ?? ignoreLoss,
        }),
    exclusive: (key, work) =>
      db.transaction().execute(async (transaction) => {
        if (dialect === 'postgres') {
          await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(transaction);
        }
        return work(transaction);
      }),
    ping: async () => void (await sql`select 1`.execute(db)),
    close: async () => {
      if (urgent !== db) await urgent.destroy();
      await db.destroy();
    },
  };
}

/** Every use of a connection that was lost fails or is repeated where it is used; there is nothing else to do. */
function ignoreLoss(): void {}

const int8 = types.builtins.INT8;

const urgentMs = 2000;
const urgentPool: PoolConfig = { max: 2, connectionTimeoutMillis: urgentMs, query_timeout: urgentMs };

function postgresDialect(
  connectionString: string,
  { onConnectionLost = ignoreLoss }: StoreOptions,
  limits: PoolConfig,
): PostgresDialect {
  const pool = new Pool({
    connectionString,
    ...limits,
    // Every 64-bit number here is a time in milliseconds or a count: both fit a double exactly.
    types: {
      getTypeParser: (id, format) => (id === int8 && format !== 'binary' ? Number : types.getTypeParser(id, format)),
    },
  });
  // Without a listener a restart of the server would end this process.
  pool.on('error', onConnectionLost);
  return new PostgresDialect({ pool });
}
