import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../test/postgres.ts';
import { systemClock as clock } from '../../core/clock.ts';
import { openStore, type Store } from './database.ts';
import { type PostgresLimits, StoreUnavailable } from './postgres-pool.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

async function withStore(limits: Partial<PostgresLimits>, work: (store: Store, lost: Error[]) => Promise<void>) {
  const lost: Error[] = [];
  const url = await postgres.createDatabase();
  const store = await openStore(url, { clock, limits, onConnectionLost: (error) => lost.push(error) });
  try {
    await work(store, lost);
  } finally {
    await store.close();
  }
}

const wait = (seconds: number) => sql`select pg_sleep(${seconds})`;

test('a caller that finds every connection in use gets an error that says so, and readiness is answered meanwhile', () =>
  withStore({ connections: 2, connectMs: 300 }, async (store) => {
    const held = [1, 2].map(() => wait(3).execute(store.db));
    const refused = wait(0).execute(store.db);
    await store.ping();
    await expect(refused).rejects.toThrow(/All 2 connections to PostgreSQL were in use for 300 ms/u);
    await expect(refused).rejects.toBeInstanceOf(StoreUnavailable);
    await store.ping();
    await Promise.all(held);
    await wait(0).execute(store.db);
  }));

test('a hundred askers for readiness at once are one query', () =>
  withStore({ connections: 1, connectMs: 300 }, async (store) => {
    await Promise.all(Array.from({ length: 100 }, () => store.ping()));
    const { rows } = await sql<{
      count: number;
    }>`select count(*) as count from pg_stat_activity where query = 'select 1'`.execute(store.db);
    expect(rows).toEqual([{ count: 1 }]);
  }));

test('a statement that waits too long is cancelled, and the connection serves the next one', () =>
  withStore({ connections: 1, statementMs: 200 }, async (store) => {
    await expect(wait(20).execute(store.db)).rejects.toThrow(/statement_timeout/u);
    await wait(0).execute(store.db);
  }));

test('an abandoned transaction loses its lock and ends no process', () =>
  withStore({ idleInTransactionMs: 200 }, async (store, lost) => {
    const stuck = store.exclusive('key', async (transaction) => {
      await sleep(1500);
      await wait(0).execute(transaction);
    });
    const outcome = Promise.allSettled([stuck]);
    expect(await store.exclusive('key', () => Promise.resolve('in'))).toBe('in');
    expect(await outcome).toMatchObject([{ status: 'rejected', reason: { name: 'StoreUnavailable' } }]);
    expect(lost.map(({ message }) => message).join(' ')).toMatch(/idle-in-transaction timeout/u);
  }));

test('a migration is not bound by the limit of a statement', async () => {
  const url = await postgres.createDatabase();
  const first = await openStore(url, { clock });
  const holding = first.db.transaction().execute(async (transaction) => {
    await sql`lock table schema_migrations in access exclusive mode`.execute(transaction);
    await sleep(1000);
  });
  await sleep(100);
  const second = await openStore(url, { clock, limits: { statementMs: 200 } });
  await holding;
  await expect(second.ping()).resolves.toBeUndefined();
  await second.close();
  await first.close();
});

test('a server that accepts and says nothing ends the start with an error that names the variable', async () => {
  const silent = await listen(() => {});
  const url = `postgres://farol@127.0.0.1:${portOf(silent)}/x`;
  await expect(openStore(url, { clock, limits: { connectMs: 300 } })).rejects.toThrow(
    /did not accept a connection within 300 ms.*FAROL_DATABASE_URL/u,
  );
  silent.close();
});

test('an answer that the network swallows ends the query, and the next one gets a new connection', async () => {
  const url = new URL(await postgres.createDatabase());
  const { port, hostname } = url;
  let isSwallowing = false;
  const sockets: Socket[] = [];
  const proxy = await listen((client) => {
    const server = connect(Number(port), hostname);
    sockets.push(client, server);
    for (const socket of [client, server]) socket.on('error', () => undefined);
    const isBefore = !isSwallowing;
    client.pipe(server);
    server.on('data', (chunk) => {
      if (!(isSwallowing && isBefore)) client.write(chunk);
    });
  });
  url.port = String(portOf(proxy));
  const store = await openStore(url.href, { clock, limits: { connections: 1, statementMs: 200 } });
  await wait(0).execute(store.db);
  isSwallowing = true;
  await expect(wait(0).execute(store.db)).rejects.toThrow(/did not answer a statement within 2200 ms/u);
  await wait(0).execute(store.db);
  for (const socket of sockets) socket.destroy();
  await store.close();
  proxy.close();
});

async function listen(onSocket: (socket: Socket) => void): Promise<Server> {
  const server = createServer(onSocket);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it does not listen on a port');
  return address.port;
}
