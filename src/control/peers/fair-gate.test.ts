import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FairGate } from './fair-gate.ts';

test('runs no more at once than it has slots, and gives each slot back after a failure too', async () => {
  const gate = new FairGate({ slots: () => 2, maxWaiting: 100, busy: 'Wait.' });
  let running = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await sleep(1);
    running -= 1;
    throw new Error('refused');
  };
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => gate.run('a', work)));
  expect(results.every(({ status }) => status === 'rejected')).toBe(true);
  expect(most).toBe(2);
  expect(await gate.run('a', () => Promise.resolve('free'))).toBe('free');
});

test('an address with much to ask delays itself and not the others', async () => {
  const gate = new FairGate({ slots: () => 1, maxWaiting: 1000, busy: 'Wait.' });
  const done: string[] = [];
  const ask = (address: string) =>
    gate.run(address, async () => {
      await sleep(0);
      done.push(address);
    });
  const flood = Array.from({ length: 200 }, () => ask('flood'));
  await Promise.all([ask('b'), ask('c')]);
  expect(done.filter((one) => one === 'flood').length).toBeLessThan(5);
  await Promise.all(flood);
});

test('when too many wait, the address that has most waiting is refused, and later nothing is held against it', async () => {
  const gate = new FairGate({ slots: () => 1, maxWaiting: 10, busy: 'Wait.' });
  let release = (): void => {};
  const holder = gate.run('holder', () => new Promise<void>((resolve) => (release = resolve)));
  await sleep(0);
  const flood = Array.from({ length: 10 }, () => gate.run('flood', () => Promise.resolve('served')));
  const other = gate.run('other', () => Promise.resolve('served'));
  const outcomes = Promise.allSettled(flood);
  release();
  await holder;
  expect(await other).toBe('served');
  const refused = (await outcomes).filter((one) => one.status === 'rejected');
  expect(refused).toMatchObject([{ reason: { status: 503, code: 'busy', retryAfterSec: 1 } }]);
  expect(await gate.run('flood', () => Promise.resolve('served'))).toBe('served');
});
