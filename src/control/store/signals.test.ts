import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from 'pg';
import { startPostgres, type TestPostgres } from '../../../test/postgres.ts';
import { systemClock } from '../../core/clock.ts';
import { openStore } from './database.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

const clock = systemClock;

test('a signal reaches the other processes once its transaction commits, and never when it does not', async () => {
  const url = await postgres.createDatabase();
  const [here, there] = [await openStore(url, { clock }), await openStore(url, { clock })];
  const heard: string[] = [];
  const end = there.signals.listen((text) => heard.push(text));
  await expect.poll(() => heard).toEqual(['']);
  await here.exclusive('x', (transaction) => here.signals.send(transaction, 'first'));
  const broken = here.exclusive('x', async (transaction) => {
    await here.signals.send(transaction, 'rolled back');
    throw new Error('stop');
  });
  await expect(broken).rejects.toThrow('stop');
  await here.exclusive('x', (transaction) => here.signals.send(transaction, 'second'));
  await expect.poll(() => heard).toEqual(['', 'first', 'second']);
  await end();
  await here.close();
  await there.close();
});

test('a listener whose connection was cut listens again and says that it may have missed something', async () => {
  const url = await postgres.createDatabase();
  const lost: string[] = [];
  const store = await openStore(url, { clock, onConnectionLost: (error) => lost.push(error.message) });
  const heard: string[] = [];
  const end = store.signals.listen((text) => heard.push(text));
  await expect.poll(() => heard).toEqual(['']);
  const admin = new Client(url);
  await admin.connect();
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'",
  );
  await admin.end();
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['', '']);
  expect(lost).not.toEqual([]);
  await store.exclusive('x', (transaction) => store.signals.send(transaction, 'after'));
  await expect.poll(() => heard).toEqual(['', '', 'after']);
  await end();
  await store.close();
});

test('an address that is no store is refused without repeating it', async () => {
  const refused = openStore('mysql://user:hunter2@db/x', { clock });
  await expect(refused).rejects.toThrow('must start with sqlite: or postgres://');
  await expect(refused).rejects.not.toThrow(/hunter2/u);
});
