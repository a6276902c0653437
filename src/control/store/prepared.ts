/**
 * A statement that is built once and then runs with other values. Building costs this process more than running it,
 * and PostgreSQL parses and plans a named statement once for each connection. For what runs with every operation or
 * session; everything else is built where it is used.
 */
import type { CompiledQuery } from 'kysely';
import type { Db } from './database.ts';
import { nameStatement } from './postgres-pool.ts';

/** What can be compiled: a query of Kysely, or text of `sql`. */
interface Statement<O> {
  compile(db: Db): CompiledQuery<O>;
}

type Value = string | number | null;

interface Ran<O> {
  readonly rows: readonly O[];
  /** Rows that were inserted, changed or deleted; 0 for a statement that only reads. */
  readonly changed: number;
}

export type Prepared<V, O> = (db: Db, values: V) => Promise<Ran<O>>;

class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** What may come from `*`: PostgreSQL refuses a planned statement whose columns have changed since, as a migration does. */
const anyColumn = /(?:select|returning) \*|"\.\*/u;

/**
 * `build` is called once for each dialect and sees a place for each value instead of the value, so it must not decide
 * anything by it. @throws at its first use when it leaves columns open.
 */
export function prepare<V extends { readonly [K in keyof V]: Value }, O>(
  build: (db: Db, places: V) => Statement<O>,
): Prepared<V, O> {
  const known = new WeakMap<object, CompiledQuery<O>>();
  const places = new Proxy<V>({} as V, { get: (_target, name) => new Place(String(name)) });
  return async (db, values) => {
    const { adapter } = db.getExecutor();
    let statement = known.get(adapter);
    if (statement === undefined) {
      statement = build(db, places).compile(db);
      if (anyColumn.test(statement.sql)) throw new Error(`a prepared statement names its columns: ${statement.sql}`);
      known.set(adapter, statement);
      nameStatement(statement.sql);
    }
    const parameters = statement.parameters.map((one) => (one instanceof Place ? values[one.name as keyof V] : one));
    const { rows, numAffectedRows } = await db.executeQuery<O>({ ...statement, parameters });
    return { rows, changed: Number(numAffectedRows ?? 0) };
  };
}
