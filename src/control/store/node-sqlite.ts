/**
 * `node:sqlite` behind the small interface that Kysely's SQLite dialect expects. Every commit is on
 * disk before it is answered (WAL with `synchronous=FULL`).
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type Dialect, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';

/** How long a statement waits for another process that writes, for example the command line. */
const busyTimeoutMs = 10_000;

/**
 * Preparing each query again costs time and native memory that the collector of JavaScript does not see:
 * 200,000 queries left a process at 93 MB, with cached statements at 58 MB.
 */
const keptStatements = 200;

export function nodeSqliteDialect(file: string): Dialect {
  return new SqliteDialect({ database: () => Promise.resolve(openDatabase(file)) });
}

function openDatabase(file: string): SqliteDatabase {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: busyTimeoutMs });
  // The first only counts for a file that has no table yet: pages that are freed later can be given back.
  database.exec('pragma auto_vacuum = incremental; pragma journal_mode = wal; pragma synchronous = full;');
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => {
      statements.clear();
      database.close();
    },
    prepare: (sql) => {
      // A full disk has ended the transaction by itself; an error of the rollback would hide why.
      if (sql === 'rollback' && !database.isTransaction) return nothing;
      const statement = statements.get(sql) ?? describeStatement(database.prepare(takeWriteLockFirst(sql)));
      // Taken out and put back: the first key is the one that was used longest ago.
      statements.delete(sql);
      statements.set(sql, statement);
      const [oldest] = statements.keys();
      if (statements.size > keptStatements && oldest !== undefined) statements.delete(oldest);
      return statement;
    },
  };
}

const nothing: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
};

/** A deferred transaction that starts with a read cannot always become a writer; taking the lock first waits instead of failing. */
function takeWriteLockFirst(sql: string): string {
  return sql === 'begin' ? 'begin immediate' : sql;
}

function describeStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...bindable(parameters)),
    run: (parameters) => statement.run(...bindable(parameters)),
    iterate: (parameters) => statement.iterate(...bindable(parameters)),
  };
}

function bindable(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
      return value;
    }
    if (value instanceof Uint8Array) return value;
    throw new TypeError(`a value of type ${typeof value} cannot be stored`);
  });
}

/**
 * The embedded store serves one control plane. A second one on the same file would offer captures and hold
 * tunnels that the first knows nothing of, so it is refused. The lock is the kernel's, held through a file
 * beside the store, and ends with the process however it dies. The command line works beside it.
 * `url`: `sqlite:<file>`; anything else has no such limit. The returned function gives the lock back.
 * @throws Error when another control plane has it.
 */
export function lockEmbeddedStore(url: string): () => void {
  const file = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : ':memory:';
  if (file === ':memory:') return () => undefined;
  const lock = new DatabaseSync(`${file}.lock`, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (cause) {
    lock.close();
    throw new Error(
      `${file} is used by another control plane. SQLite serves one process: stop the other one, or set FAROL_DATABASE_URL to a postgres:// address to run several replicas.`,
      { cause },
    );
  }
  return () => lock.close();
}
