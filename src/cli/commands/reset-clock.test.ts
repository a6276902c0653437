import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runFarol } from '../../../test/run-farol.ts';
import { raiseMark, readMark } from '../../control/clock/clock-mark.ts';
import { openStore } from '../../control/store/database.ts';
import { systemClock } from '../../core/clock.ts';

const dayMs = 86_400_000;
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'farol-reset-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const withStore = async <T>(work: (db: Parameters<typeof readMark>[0]) => Promise<T>): Promise<T> => {
  const store = await openStore(`sqlite:${path.join(folder, 'farol.db')}`, { clock: systemClock });
  try {
    return await work(store.db);
  } finally {
    await store.close();
  }
};
const reset = () => runFarol(['control', 'reset-clock'], { env: { FAROL_DATA_DIR: folder } });

test('says that there is nothing to reset when the time of the store is not ahead', async () => {
  await withStore((db) => raiseMark(db, { at: systemClock.now() - dayMs, jumpedAt: undefined }));
  const { code, stdout } = await reset();
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^Nothing to reset: the time of the store \(\d{4}-/u)]);
});

test('sets the time of a store back that was two days ahead, and says from when to when', async () => {
  const ahead = systemClock.now() + 2 * dayMs;
  await withStore((db) => raiseMark(db, { at: ahead, jumpedAt: ahead }));
  const { code, stdout } = await reset();
  expect([code, stdout]).toEqual([0, expect.stringContaining(`it was ${new Date(ahead).toISOString()}`)]);
  const mark = await withStore(readMark);
  expect(Math.abs((mark?.at ?? 0) - systemClock.now())).toBeLessThan(60_000);
}, 60_000);
