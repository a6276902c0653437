/**
 * The real PostgreSQL of the suite: the server that the benchmarks start too, once for all test files of a worker. It
 * does not wait for the disk: no test takes its power away.
 */
import { startPostgres as startServer, type TemporaryPostgres } from '../bench/fleet/temporary-postgres.ts';

export interface TestPostgres extends Pick<TemporaryPostgres, 'createDatabase'> {
  /** Removes the databases that were made here. The server ends with the worker. */
  stop(): Promise<void>;
}

let server: Promise<TemporaryPostgres> | undefined;
let migrated: Promise<string> | undefined;

function serverOfWorker(): Promise<TemporaryPostgres> {
  server ??= startServer({ fsync: 'off', full_page_writes: 'off' });
  return server;
}

/** The name of a database with a migrated store and nothing in it, to be copied. `migrate` is called once for a worker. */
export function migratedTemplate(migrate: (url: string) => Promise<void>): Promise<string> {
  const make = async (): Promise<string> => {
    const url = await (await serverOfWorker()).createDatabase();
    await migrate(url);
    return new URL(url).pathname.slice(1);
  };
  migrated ??= make();
  return migrated;
}

export async function startPostgres(): Promise<TestPostgres> {
  const running = await serverOfWorker();
  const made: string[] = [];
  return {
    async createDatabase(template) {
      const url = await running.createDatabase(template);
      made.push(url);
      return url;
    },
    async stop() {
      for (const url of made.splice(0)) await running.dropDatabase(url);
    },
  };
}
