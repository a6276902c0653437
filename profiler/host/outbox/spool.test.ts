import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Disk, systemDisk } from '../../../src/tunnel/identity/disk.ts';
import type { CaptureOutcome } from '../../../src/tunnel/messages.ts';
import { Spool } from './spool.ts';

let folder: string;
beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(os.tmpdir(), 'farol-spool-')), 'outcomes');
});
afterEach(() => rmSync(path.dirname(folder), { recursive: true }));

const pushed: CaptureOutcome = {
  request_id: 'r1',
  outcome: 'pushed',
  reason: { code: 'measured', text: 'Measured.' },
  bundle: 'AAAA',
};
const failed: CaptureOutcome = { request_id: 'r1', outcome: 'failed', reason: { code: 'aborted', text: 'Ended.' } };

async function outcomesOf(spool: Spool): Promise<(CaptureOutcome | undefined)[]> {
  return Promise.all(spool.pending().map((id) => spool.outcomeOf(id)));
}

/** The system's disk that stops working, as after a crash, at the n-th step; steps count from 1. */
function failingDisk(at: number, code = 'ENOSPC'): { disk: Disk; steps: () => number } {
  let steps = 0;
  const step = (): void => {
    steps++;
    if (steps >= at) throw Object.assign(new Error(code), { code });
  };
  const disk: Disk = {
    ...systemDisk,
    async create(file, mode) {
      step();
      const real = await systemDisk.create(file, mode);
      return {
        async write(bytes) {
          // A disk that is full in the middle of a write leaves half of it.
          if (steps + 1 >= at) await real.write(bytes.subarray(0, bytes.length / 2));
          step();
          await real.write(bytes);
        },
        async sync() {
          step();
          await real.sync();
        },
        close: () => real.close(),
      };
    },
    async rename(from, to) {
      step();
      await systemDisk.rename(from, to);
    },
    async syncDirectory(directory) {
      step();
      await systemDisk.syncDirectory(directory);
    },
  };
  return { disk, steps: () => steps };
}

test('an outcome survives a restart until it is acknowledged', async () => {
  const spool = await Spool.open(folder);
  await spool.take('r1');
  expect([spool.has('r1'), spool.pending()]).toEqual([true, []]);
  await spool.end(pushed);
  const next = await Spool.open(folder);
  expect(await outcomesOf(next)).toEqual([pushed]);
  await next.acknowledge('r1');
  expect([next.has('r1'), readdirSync(folder), (await Spool.open(folder)).pending()]).toEqual([false, [], []]);
});

test('keeps the first outcome of a request', async () => {
  const spool = await Spool.open(folder);
  await spool.take('r1');
  await spool.end(pushed);
  await spool.end(failed);
  expect(await outcomesOf(spool)).toEqual([pushed]);
  expect(await outcomesOf(await Spool.open(folder))).toEqual([pushed]);
});

test('a request that was taken and cut off ends as profiler_restarted [P-STATE-4]', async () => {
  await (await Spool.open(folder)).take('r1');
  const expected = [{ request_id: 'r1', outcome: 'failed', reason: { code: 'profiler_restarted' } }];
  expect(await outcomesOf(await Spool.open(folder))).toMatchObject(expected);
  expect(await outcomesOf(await Spool.open(folder))).toMatchObject(expected);
});

test('stores ids that are not file names separately', async () => {
  const ids = ['../../etc/passwd', 'a/b', 'a%2Fb', '..', 'r.json', 'ü\u0000'];
  const spool = await Spool.open(folder);
  for (const id of ids) {
    await spool.take(id);
    await spool.end({ ...failed, request_id: id });
  }
  expect(readdirSync(folder)).toHaveLength(ids.length);
  const next = await Spool.open(folder);
  expect(next.pending().toSorted()).toEqual(ids.toSorted());
  expect(new Set((await outcomesOf(next)).map((one) => one?.request_id))).toEqual(new Set(ids));
});

test('a foreign file does not keep the spool from opening', async () => {
  await Spool.open(folder);
  for (const name of ['r1.json.new', 'half.tmp', '%E0%A4%A.json']) writeFileSync(path.join(folder, name), 'x');
  writeFileSync(path.join(folder, 'damaged.json'), '{"state":"ended","outcome":{"request_id":"dam');
  const spool = await Spool.open(folder);
  expect(await outcomesOf(spool)).toMatchObject([{ request_id: 'damaged', reason: { code: 'profiler_restarted' } }]);
  expect(readdirSync(folder)).toEqual(['damaged.json']);
});

describe('a crash at any step', () => {
  test('leaves exactly one outcome or a request that was never taken [P-STATE-4]', async () => {
    const whole = failingDisk(Number.POSITIVE_INFINITY);
    const first = await Spool.open(folder, whole.disk);
    await first.take('r1');
    const taking = whole.steps();
    await first.end(pushed);
    const steps = whole.steps();
    // The first request makes the spare room too: three steps.
    expect([taking, steps]).toEqual([8, 13]);
    for (let at = 1; at <= steps + 1; at++) {
      rmSync(folder, { recursive: true });
      const spool = await Spool.open(folder, failingDisk(at, 'EIO').disk);
      const isTaken = await spool.take('r1').then(
        () => true,
        () => false,
      );
      if (isTaken) await spool.end(pushed).catch(() => undefined);
      // The process is gone here; the next one reads only the disk.
      const found = await outcomesOf(await Spool.open(folder));
      const codes = found.map((one) => one?.reason.code);
      const renamed = at > taking + 4 ? ['measured'] : ['profiler_restarted'];
      expect({ at, isTaken, codes }).toEqual({ at, isTaken: at > taking, codes: at > taking ? renamed : [] });
    }
  });
});

describe('a full disk', () => {
  test('refuses to take, and the same request can be taken when there is space again', async () => {
    for (const at of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const { disk } = failingDisk(at);
      let isFull = true;
      const spool = await Spool.open(folder, {
        ...disk,
        create: (file, mode) => (isFull ? disk : systemDisk).create(file, mode),
        rename: (from, to) => (isFull ? disk : systemDisk).rename(from, to),
        syncDirectory: (name) => (isFull ? disk : systemDisk).syncDirectory(name),
      });
      await expect(spool.take('r1')).rejects.toMatchObject({ code: 'ENOSPC' });
      expect([spool.has('r1'), existsSync(path.join(folder, 'r1.json'))]).toEqual([false, false]);
      isFull = false;
      await spool.take('r1');
      expect(spool.has('r1')).toBe(true);
      await spool.acknowledge('r1');
    }
  });

  test('keeps the outcome in memory, from where it is delivered and acknowledged once', async () => {
    const spool = await Spool.open(folder, failingDisk(9).disk);
    await spool.take('r1');
    await expect(spool.end(pushed)).rejects.toMatchObject({ code: 'ENOSPC' });
    await spool.end(failed);
    expect(await outcomesOf(spool)).toEqual([pushed]);
    await spool.acknowledge('r1');
    expect([spool.pending(), (await Spool.open(folder)).pending()]).toEqual([[], []]);
  });

  test('does not keep the next start from ending what was cut off', async () => {
    await (await Spool.open(folder)).take('r1');
    const spool = await Spool.open(folder, failingDisk(1).disk);
    expect(await outcomesOf(spool)).toMatchObject([{ reason: { code: 'profiler_restarted' } }]);
  });
});

test('acknowledged while it is still written, an outcome leaves nothing behind', async () => {
  // Removing ends after a rename that began at the same time, and yet did its work before it.
  const slow: Disk = {
    ...systemDisk,
    async rename(from, to) {
      await setTimeout(20);
      await systemDisk.rename(from, to);
    },
    async remove(file) {
      await systemDisk.remove(file);
      await setTimeout(60);
    },
  };
  const spool = await Spool.open(folder, slow);
  await spool.take('r1');
  const written = spool.end(pushed);
  await spool.acknowledge('r1');
  await written;
  expect([spool.has('r1'), readdirSync(folder)]).toEqual([false, []]);

  await spool.take('r1');
  const acknowledged = spool.acknowledge('r1');
  await spool.end(pushed);
  await acknowledged;
  expect([spool.has('r1'), readdirSync(folder)]).toEqual([false, []]);
});
