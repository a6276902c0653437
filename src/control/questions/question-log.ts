/**
 * Stores who asked what, before the answer goes out. Questions that end while a commit runs share the next one, so that
 * a commit costs many askers what it costs one.
 */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { organizationBounds, overBound } from '../problem/organization-bounds.ts';
import type { Store } from '../store/database.ts';
import { prepare } from '../store/prepared.ts';
import type { QuestionTables } from '../store/record-tables.ts';

export type QuestionRow = QuestionTables['questions'];

interface Waiting {
  readonly row: QuestionRow;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Counting millions of rows takes a tenth of a second. */
const countEveryMs = 3_600_000;
/** Rows of one statement: about 150 KB. */
const rowsAtOnce = 500;

export class QuestionLog {
  readonly #store: Store;
  readonly #most: number;
  /** Stored ones of each organization, counted once in a while; those of other replicas are seen then. */
  readonly #counted = new Map<string, { count: number; readonly at: number }>();
  readonly #waiting: Waiting[] = [];
  #isWriting = false;

  /** `most`: of one organization. */
  constructor(store: Store, most: number = organizationBounds.questions) {
    this.#store = store;
    this.#most = most;
  }

  /** Before anything is asked. @throws ApiProblem 429 `too_many_questions`. */
  async requireRoom(organization: string): Promise<void> {
    let counted = this.#counted.get(organization);
    if (counted === undefined || performance.now() - counted.at > countEveryMs) {
      const { count } = await this.#store.db
        .selectFrom('questions')
        .select((select) => select.fn.countAll<number | string>().as('count'))
        .where('organization_id', '=', organization)
        .executeTakeFirstOrThrow();
      counted = { count: Number(count), at: performance.now() };
      this.#counted.set(organization, counted);
    }
    if (counted.count >= this.#most) throw overBound('questions');
    counted.count += 1;
  }

  /** Resolves once it is on disk, in the place of an earlier record of this id. Rejects when the store does not take it. */
  async write(row: QuestionRow): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    this.#waiting.push({ row, resolve: () => resolve(undefined), reject });
    if (!this.#isWriting) void this.#writeAll();
    await promise;
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      // The embedded store answers within the same turn: whatever else this turn brings shares the commit.
      await setImmediate();
      const batch = this.#waiting.splice(0, rowsAtOnce);
      try {
        await this.#insert(batch.map(({ row }) => row));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isWriting = false;
  }

  async #insert(rows: readonly QuestionRow[]): Promise<void> {
    const json = { rows: JSON.stringify(rows) };
    if (this.#store.dialect === 'sqlite') await insertIntoSqlite(this.#store.db, json);
    else await insertIntoPostgres(this.#store.db, json);
  }
}

const types = {
  id: 'text',
  organization_id: 'text',
  asked_at: 'bigint',
  by_type: 'text',
  by_id: 'text',
  by_name: 'text',
  via: 'text',
  operation: 'text',
  access: 'text',
  arguments_digest: 'text',
  source: 'text',
  instance: 'text',
  outcome: 'text',
  duration_ms: 'bigint',
  upstream_calls: 'bigint',
  row_count: 'bigint',
  address: 'text',
} as const satisfies Record<keyof QuestionRow, string>;
const names = Object.keys(types) as (keyof QuestionRow)[];
const into = sql.raw(names.join(', '));

/** What is known when a question ends and not when it begins. */
const late = ['source', 'instance', 'outcome', 'duration_ms', 'upstream_calls', 'row_count'] as const;
const update = sql.raw(late.map((name) => `${name} = excluded.${name}`).join(', '));

interface Rows {
  /** JSON: one parameter and one statement, however many there are. */
  readonly rows: string;
}

const fromSqlite = sql.raw(names.map((name) => `value ->> '${name}'`).join(', '));
// `where true`: without it SQLite takes `on` for a part of the join.
const insertIntoSqlite = prepare((_db, of: Rows) => {
  return sql<never>`insert into questions (${into}) select ${fromSqlite} from json_each(${of.rows}) where true
    on conflict (id) do update set ${update}`;
});

const fromPostgres = sql.raw(`(${names.map((name) => `${name} ${types[name]}`).join(', ')})`);
const insertIntoPostgres = prepare((_db, of: Rows) => {
  return sql<never>`insert into questions (${into}) select ${into} from json_to_recordset(cast(${of.rows} as json)) as row${fromPostgres}
    on conflict (id) do update set ${update}`;
});
