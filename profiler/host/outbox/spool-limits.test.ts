import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { type Disk, systemDisk } from '../../../src/tunnel/identity/disk.ts';
import type { CaptureOutcome } from '../../../src/tunnel/messages.ts';
import { type GivenUp, Spool } from './spool.ts';
import { defaultLimits, readSpoolLimits } from './spool-limits.ts';

const mebibyte = 1 << 20;
const hour = 3_600_000;
const limits = { maxBytes: 3 * mebibyte, maxAgeMs: 72 * hour };

let folder: string;
let clock: ManualClock;
let givenUp: GivenUp[];
beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(os.tmpdir(), 'farol-spool-')), 'outcomes');
  clock = new ManualClock();
  givenUp = [];
});
afterEach(() => rmSync(path.dirname(folder), { recursive: true }));

const open = (disk: Disk = systemDisk): Promise<Spool> =>
  Spool.open(folder, disk, { limits, clock, onGivenUp: (one) => givenUp.push(one) });

function pushed(id: string, bytes = mebibyte): CaptureOutcome {
  const reason = { code: 'measured', text: 'Measured.' };
  return { request_id: id, outcome: 'pushed', reason, bundle: 'A'.repeat(bytes) };
}

async function endOf(spool: Spool, outcome: CaptureOutcome): Promise<void> {
  await spool.take(outcome.request_id);
  await spool.end(outcome);
}

async function codesOf(spool: Spool): Promise<string[]> {
  const outcomes = await Promise.all(spool.pending().map((id) => spool.outcomeOf(id)));
  return outcomes.map((one) => `${one?.request_id} ${one?.reason.code}`);
}

function bytesOnDisk(): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
}

describe('a spool that delivers nothing', () => {
  test('stays within its size: the oldest bundles are given up, each with an outcome that says so [P-STATE-4]', async () => {
    const spool = await open();
    for (let count = 1; count <= 20; count++) {
      clock.advance(1000);
      await endOf(spool, pushed(`r${count}`));
      expect(bytesOnDisk()).toBeLessThanOrEqual(limits.maxBytes);
    }
    const codes = await codesOf(spool);
    expect(codes).toHaveLength(20);
    expect(codes.slice(0, 18)).toEqual(Array.from({ length: 18 }, (_, index) => `r${index + 1} outcome_dropped`));
    expect(codes.slice(18)).toEqual(['r19 measured', 'r20 measured']);
    const first = await spool.outcomeOf('r1');
    expect(first).toMatchObject({ outcome: 'failed', reason: { text: expect.stringContaining('3 MiB') as string } });
    expect(first).not.toHaveProperty('bundle');
    expect(givenUp.map(({ requestId }) => requestId)).toEqual(codes.slice(0, 18).map((code) => code.split(' ')[0]));
    expect(givenUp.every(({ isReported }) => isReported)).toBe(true);
  });

  test('says the same after a restart, and gives up by the new limit what is there already', async () => {
    const spool = await open();
    for (const id of ['r1', 'r2']) {
      clock.advance(1000);
      await endOf(spool, pushed(id));
      // The order of the last run is that of the files.
      utimesSync(path.join(folder, `${id}.json`), new Date(clock.now()), new Date(clock.now()));
    }
    expect(await codesOf(await open())).toEqual(['r1 measured', 'r2 measured']);
    const smaller = { maxBytes: 2 * mebibyte, maxAgeMs: limits.maxAgeMs };
    const next = await Spool.open(folder, systemDisk, { limits: smaller, clock });
    expect(await codesOf(next)).toEqual(['r1 outcome_dropped', 'r2 measured']);
  });

  test('gives up a bundle by its age, across a restart too, and nothing that has none', async () => {
    const spool = await open();
    await endOf(spool, pushed('r1'));
    await endOf(spool, { request_id: 'r2', outcome: 'failed', reason: { code: 'target_gone', text: 'Gone.' } });
    clock.advance(71 * hour);
    await endOf(spool, pushed('r3'));
    await spool.keepWithin();
    expect(await codesOf(spool)).toEqual(['r1 measured', 'r2 target_gone', 'r3 measured']);
    clock.advance(2 * hour);
    await spool.keepWithin();
    expect(await codesOf(spool)).toEqual(['r1 outcome_dropped', 'r2 target_gone', 'r3 measured']);
    const old = new Date(clock.now() - 73 * hour);
    utimesSync(path.join(folder, 'r3.json'), old, old);
    expect((await codesOf(await open())).toSorted()).toEqual([
      'r1 outcome_dropped',
      'r2 target_gone',
      'r3 outcome_dropped',
    ]);
  });

  test('a clock that was set back makes nothing older', async () => {
    await endOf(await open(), pushed('r1'));
    const later = new Date(clock.now() + 1000 * hour);
    utimesSync(path.join(folder, 'r1.json'), later, later);
    expect(await codesOf(await open())).toEqual(['r1 measured']);
  });

  test('discards the oldest outcomes without a bundle last, and logs that they are lost', async () => {
    const small = { maxBytes: 5 * 4096, maxAgeMs: limits.maxAgeMs };
    const spool = await Spool.open(folder, systemDisk, { limits: small, clock, onGivenUp: (one) => givenUp.push(one) });
    for (let count = 1; count <= 7; count++) {
      clock.advance(1000);
      await endOf(spool, { request_id: `r${count}`, outcome: 'failed', reason: { code: 'aborted', text: 'Ended.' } });
    }
    expect(spool.pending()).toEqual(['r3', 'r4', 'r5', 'r6', 'r7']);
    expect(givenUp.map(({ requestId, isReported }) => [requestId, isReported])).toEqual([
      ['r1', false],
      ['r2', false],
    ]);
  });
});

describe('a full disk', () => {
  /** The system's disk with room for so many bytes more; what is removed or replaced gives room back. */
  function smallDisk(room: number): Disk {
    const sizes = new Map<string, number>();
    const used = (): number => [...sizes.values()].reduce((sum, size) => sum + size, 0);
    return {
      ...systemDisk,
      async create(file, mode) {
        const real = await systemDisk.create(file, mode);
        sizes.set(file, 0);
        return {
          async write(bytes) {
            if (used() + bytes.length > room) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
            sizes.set(file, bytes.length);
            await real.write(bytes);
          },
          sync: () => real.sync(),
          close: () => real.close(),
        };
      },
      async rename(from, to) {
        await systemDisk.rename(from, to);
        sizes.set(to, sizes.get(from) ?? 0);
        sizes.delete(from);
      },
      async remove(file) {
        await systemDisk.remove(file);
        sizes.delete(file);
      },
    };
  }

  test('keeps the bundle in memory, and what a crash would leave says that it is lost [P-STATE-4]', async () => {
    const spool = await open(smallDisk(66_000));
    await spool.take('r1');
    await expect(spool.end(pushed('r1'))).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await codesOf(spool)).toEqual(['r1 measured']);
    expect(readFileSync(path.join(folder, 'r1.json'), 'utf8')).toContain('outcome_dropped');
    expect(await codesOf(await open())).toEqual(['r1 outcome_dropped']);
  });

  test('refuses the next request when not even the room for its outcome is there', async () => {
    const spool = await open(smallDisk(60_000));
    await expect(spool.take('r1')).rejects.toMatchObject({ code: 'ENOSPC' });
    expect([spool.has('r1'), readdirSync(path.dirname(folder)), readdirSync(folder)]).toEqual([
      false,
      ['outcomes'],
      [],
    ]);
  });

  test('holds one bundle in memory at a time: an older one is given up', async () => {
    const spool = await open(smallDisk(200_000));
    for (const id of ['r1', 'r2', 'r3']) {
      clock.advance(1000);
      await spool.take(id);
      await spool.end(pushed(id)).catch(() => undefined);
    }
    expect(await codesOf(spool)).toEqual(['r1 outcome_dropped', 'r2 outcome_dropped', 'r3 measured']);
    expect(givenUp).toMatchObject([{ why: 'The disk is full.' }, { why: 'The disk is full.' }]);
  });
});

describe('the variables', () => {
  test('have defaults, and are read in MiB and hours', () => {
    expect(readSpoolLimits({})).toEqual({ limits: defaultLimits, problems: [] });
    expect(readSpoolLimits({ RUNNER_SPOOL_MAX_MB: '64', RUNNER_SPOOL_MAX_AGE_HOURS: '24' })).toEqual({
      limits: { maxBytes: 64 * mebibyte, maxAgeMs: 24 * hour },
      problems: [],
    });
  });

  test.each(['0', '15', '-1', '1.5', 'x', '65537', '9999999', '1e3'])('%s is no size', (text) => {
    const { problems } = readSpoolLimits({ RUNNER_SPOOL_MAX_MB: text, RUNNER_SPOOL_MAX_AGE_HOURS: '8761' });
    expect(problems.map(({ variable }) => variable)).toEqual(['RUNNER_SPOOL_MAX_MB', 'RUNNER_SPOOL_MAX_AGE_HOURS']);
    expect(problems[0]?.problem).toBe(
      `RUNNER_SPOOL_MAX_MB is ${JSON.stringify(text)}, not a whole number of MiB from 16 to 65536.`,
    );
  });
});
