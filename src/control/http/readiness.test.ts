import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { startPostgres, type TestPostgres } from '../../../test/postgres.ts';
import { mintToken } from '../tokens/token-text.ts';

let postgres: TestPostgres;
let running: TestControl;
beforeAll(async () => {
  postgres = await startPostgres();
  running = await startTestControl({ FAROL_DATABASE_URL: await postgres.createDatabase() });
});
afterAll(async () => {
  await running.close();
  await postgres.stop();
});

test('readiness is answered while every connection of the store waits for a lock', async () => {
  const read = { path: '/api/fleet', headers: await running.signIn('member') };
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const locking = running.store.db.transaction().execute(async (transaction) => {
    await sql`lock table organizations in access exclusive mode`.execute(transaction);
    await released;
  });
  await sleep(100);
  // Each waits for the lock: more than there are connections.
  const waiting = Promise.all(Array.from({ length: 30 }, () => running.send(read)));
  await sleep(300);
  const answers = await Promise.all(Array.from({ length: 50 }, () => running.send({ path: '/readyz' })));
  release();
  await locking;
  expect(answers.map(({ status, text }) => `${status} ${text}`)).toEqual(
    answers.map(() => '200 {"status":"ok","store":"ok","tunnel":"ok"}'),
  );
  expect((await waiting).map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200));
});

test('wrong tokens cost signed-in people no connection', async () => {
  const member = await running.signIn('member');
  const locking = running.store.db.transaction().execute(async (transaction) => {
    await sql`lock table access_tokens in access exclusive mode`.execute(transaction);
    const flood = Promise.all(
      Array.from({ length: 100 }, () =>
        running.send({
          path: '/api/fleet',
          headers: { authorization: `Bearer ${mintToken('rapi').value.reveal()}` },
        }),
      ),
    );
    await sleep(300);
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_locks where not granted`.execute(
      transaction,
    );
    return { flood, waiting: rows[0]?.count };
  });
  const { flood, waiting } = await locking;
  expect(waiting).toBe(5);
  expect(new Set((await flood).map(({ status }) => status))).toEqual(new Set([401]));
  expect((await running.send({ path: '/api/fleet', headers: member })).status).toBe(200);
});
