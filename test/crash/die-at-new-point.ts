/**
 * Loaded before a program that was joined with it: that dies by SIGKILL right after it has passed a commit point
 * that no earlier process died at, so that a program which is started again and again dies once at each.
 * No product code carries a failpoint. A statement counts only when it changed a row, and inside a
 * transaction only with its commit.
 *
 * `FAROL_TEST_PLACES`: file with the places of the commit points as JSON. `FAROL_TEST_DIED_AT`: file with the names of
 * those that a process died at, one a line; what kills this process is appended.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import fs, { type FileHandle } from 'node:fs/promises';
import { flushCompileCache, syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';
import * as kysely from 'kysely';
import type { CompiledQuery, DatabaseConnection, Kysely, KyselyPlugin, QueryId, QueryResult } from 'kysely';
import { FramePort } from '../../src/tunnel/session/frame.ts';
import type { Place } from './bundle-programs.ts';

type Call = (this: unknown, ...args: unknown[]) => unknown;

const diedAt = process.env['FAROL_TEST_DIED_AT'] ?? '';
const died = new Set(existsSync(diedAt) ? readFileSync(diedAt, 'utf8').split('\n') : []);
/** By file and line. */
const places = new Map<string, Place[]>();

function passed(names: Iterable<string>): void {
  const fresh = [...new Set(names)].filter((name) => !died.has(name));
  if (fresh.length === 0) return;
  appendFileSync(diedAt, fresh.map((name) => `${name}\n`).join(''));
  // A killed process leaves nothing of what it compiled, and the next one would compile all of it again.
  flushCompileCache();
  process.kill(process.pid, 'SIGKILL');
  // The signal is delivered before the next turn of the event loop; nothing may run until then.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** Names of the commit points of one kind that the caller is in. */
function whereNow(kind: Place['kind']): string[] {
  const at = { stack: '' };
  Error.captureStackTrace(at, whereNow);
  return [...at.stack.matchAll(/(?<=file:\/\/)(\/[^\n]*?:\d+):\d+/gu)].flatMap(([, place = '']) =>
    (places.get(place) ?? []).filter((one) => one.kind === kind).map(({ name }) => name),
  );
}

function replace<T extends object>(owner: T, name: string, make: (real: Call) => Call): void {
  const real = (owner as Record<string, Call>)[name];
  if (real === undefined) throw new Error(`there is no ${name} to watch`);
  Object.defineProperty(owner, name, { value: make(real), configurable: true, writable: true, enumerable: true });
}

/** Each file is a place of its own: the same function writes the identity, the generation and the keys. */
function watchFiles(): void {
  const watch = (owner: object, name: string, file?: unknown): void =>
    replace(
      owner,
      name,
      (real) =>
        async function (...args) {
          const where = whereNow('file');
          const result = await real.apply(owner, args);
          const called = path.basename(String(file ?? args[1])).replaceAll(/[\da-f]{6,}|\d+/gu, '#');
          passed(name === 'rename' ? where.flatMap((one) => [one, `${one} of ${called}`]) : where);
          return result;
        },
    );
  const open = fs.open.bind(fs);
  replace(
    fs,
    'open',
    () =>
      async function (...args) {
        const handle: FileHandle = await open(...(args as Parameters<typeof open>));
        for (const name of ['sync', 'datasync']) watch(handle, name, args[0]);
        return handle;
      },
  );
  watch(fs, 'rename');
  syncBuiltinESMExports();
}

function watchFrames(): void {
  replace(
    FramePort.prototype,
    'send',
    (real) =>
      function (...args) {
        const where = whereNow('frame');
        real.apply(this, args);
        passed(where);
      },
  );
}

function watchStore(): void {
  const began = new WeakMap<QueryId, readonly string[]>();
  const raw = new AsyncLocalStorage<readonly string[]>();
  for (const name of ['insertInto', 'updateTable', 'deleteFrom']) {
    replace(
      kysely.QueryCreator.prototype,
      name,
      (real) =>
        function (...args) {
          const where = whereNow('store');
          const tag: KyselyPlugin = {
            transformQuery: ({ node, queryId }) => {
              began.set(queryId, where);
              return node;
            },
            transformResult: ({ result }) => Promise.resolve(result),
          };
          return real.apply(where.length === 0 ? this : (this as Kysely<unknown>).withPlugin(tag), args);
        },
    );
  }
  replace(
    Object.getPrototypeOf(kysely.sql``) as object,
    'execute',
    (real) =>
      function (...args) {
        return raw.run(whereNow('store'), () => real.apply(this, args));
      },
  );

  // Prepared statements are built once, and run wherever they are called.
  replace(
    kysely.Kysely.prototype,
    'executeQuery',
    (real) =>
      function (...args) {
        return raw.run(whereNow('store'), () => real.apply(this, args));
      },
  );

  const open = new WeakMap<DatabaseConnection, string[]>();
  const watched = new WeakSet<DatabaseConnection>();
  const watch = (connection: DatabaseConnection): void => {
    if (watched.has(connection)) return;
    watched.add(connection);
    const execute = connection.executeQuery.bind(connection) as (query: CompiledQuery) => Promise<QueryResult<unknown>>;
    connection.executeQuery = async <R>(query: CompiledQuery, ...more: unknown[]): Promise<QueryResult<R>> => {
      const result = await (execute as Call).call(connection, query, ...more);
      const { numAffectedRows = 0n, rows } = result as QueryResult<R>;
      const where = raw.getStore() ?? began.get(query.queryId) ?? [];
      const hasChanged = numAffectedRows > 0n || rows.length > 0;
      const pending = open.get(connection);
      if (/^(?:begin|start transaction)/u.test(query.sql)) open.set(connection, []);
      else if (/^(?:commit|rollback)$/u.test(query.sql)) {
        open.delete(connection);
        if (query.sql === 'commit') passed(pending ?? []);
      } else if (hasChanged && pending !== undefined) pending.push(...where);
      else if (hasChanged) passed(where);
      return result as QueryResult<R>;
    };
  };
  for (const { prototype } of [kysely.SqliteDriver, kysely.PostgresDriver]) {
    replace(
      prototype,
      'acquireConnection',
      (real) =>
        async function (...args) {
          const connection = (await real.apply(this, args)) as DatabaseConnection;
          watch(connection);
          return connection;
        },
    );
  }
}

// The workers of a program have no store and no identity.
if (isMainThread) {
  Error.stackTraceLimit = 40;
  for (const place of JSON.parse(readFileSync(process.env['FAROL_TEST_PLACES'] ?? '', 'utf8')) as Place[]) {
    const key = `${place.file}:${place.line}`;
    places.set(key, [...(places.get(key) ?? []), place]);
  }
  watchFiles();
  watchFrames();
  watchStore();
}
