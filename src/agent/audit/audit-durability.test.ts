/** Nothing counts as recorded before it is on disk, and a disk that fails is repaired from. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../core/clock.ts';
import { type AppendedFile, systemOpen } from './appended-file.ts';
import { listAuditFiles } from './audit-files.ts';
import { AuditLine } from './audit-line.ts';
import { type AuditEntry, AuditLog } from './audit-log.ts';
import { type AuditLimits, defaultLimits } from './audit-retention.ts';
import { verifyAudit } from './verify-audit.ts';

let folder: string;
let file: string;
/** Steps of the file, in their order. */
let steps: string[];
/** Takes the place of a step of the file while it is set. */
let instead: Partial<Record<'appendFile' | 'datasync', (file: AppendedFile, text: string) => Promise<void>>>;
let monotonicMs: number;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'farol-durable-'));
  file = path.join(folder, 'audit.jsonl');
  [steps, instead, monotonicMs] = [[], {}, 0];
});
afterEach(() => rmSync(folder, { recursive: true }));

const clock: Clock = { ...systemClock, monotonic: () => monotonicMs };

async function openWatched(where: string): Promise<AppendedFile> {
  const real = await systemOpen(where);
  return {
    appendFile: async (text) => {
      steps.push(`append ${text.split('\n').length - 1}`);
      await (instead.appendFile ?? ((one) => one.appendFile(text)))(real, text);
    },
    datasync: async () => {
      steps.push('sync');
      await (instead.datasync ?? ((one) => one.datasync()))(real, '');
    },
    close: () => real.close(),
  };
}

const openLog = (limits?: AuditLimits): Promise<AuditLog> =>
  AuditLog.open(file, clock, { openToAppend: openWatched, ...(limits && { limits }) });

const entry = (requestId: string): AuditEntry => ({
  requestId,
  operation: 'metrics.query',
  outcome: 'answered',
  upstreamCalls: 1,
  rows: 2,
  answerBytes: 10,
  durationMs: 5,
});

async function records(): Promise<AuditLine[]> {
  const files = await listAuditFiles(file);
  return files.flatMap((one) =>
    readFileSync(one, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => AuditLine.parse(JSON.parse(line))),
  );
}
const idsIn = (lines: readonly AuditLine[]): string[] =>
  lines.map((line) => (line.event === 'operation' ? line.request_id : line.event));

const failWith = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
  let settled = false;
  void promise.then(
    () => (settled = true),
    () => (settled = true),
  );
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return settled;
};

describe('a record', () => {
  test('counts once it is on disk, and not when it is only written', async () => {
    let release = (): void => undefined;
    instead.datasync = () => new Promise((resolve) => (release = resolve));
    const log = await openLog();
    const appended = log.append(entry('a'));
    await expect.poll(() => steps).toEqual(['append 1', 'sync']);
    expect(await isSettled(appended)).toBe(false);
    expect([steps, log.head.seq]).toEqual([['append 1', 'sync'], 0]);
    release();
    await appended;
    expect(log.head.seq).toBe(1);
    instead = {};
    await log.close();
  });

  test('shares its sync with those that arrive while the disk is busy', async () => {
    const log = await openLog();
    await Promise.all(Array.from({ length: 200 }, (_, at) => log.append(entry(String(at)))));
    await log.close();
    expect(steps.filter((step) => step === 'sync').length).toBeLessThanOrEqual(3);
    expect(idsIn(await records())).toEqual(Array.from({ length: 200 }, (_, at) => String(at)));
  });
});

describe.each(['appendFile', 'datasync'] as const)('when %s fails', (step) => {
  test.each(['ENOSPC', 'EIO', 'EROFS'])(
    'with %s, nothing is recorded until the disk is well, and then the gap is',
    async (code) => {
      const log = await openLog();
      await log.append(entry('before'));
      instead[step] = failWith(code);
      await expect(log.append(entry('lost'))).rejects.toMatchObject({ code });
      // Within the same second the disk is not tried again.
      const count = steps.length;
      await expect(log.ready()).rejects.toMatchObject({ code });
      expect(log.head.seq).toBe(1);
      instead = {};
      monotonicMs += 1000;
      await log.ready();
      expect(steps.length).toBeGreaterThan(count);
      await log.append(entry('after'));
      await log.close();
      const lines = await records();
      expect(idsIn(lines)).toEqual(['before', 'unrecorded', 'after']);
      expect(lines[1]).toMatchObject({ count: 2, code });
      expect(await verifyAudit(file)).toMatchObject({ intact: true, records: 3 });
    },
  );

  test('in the middle of a record, what was left of it is gone after the repair', async () => {
    const log = await openLog();
    await log.append(entry('before'));
    instead[step] = async (real, text) => {
      await real.appendFile(text === '' ? '{"seq":' : text.slice(0, 40));
      await failWith('ENOSPC')();
    };
    await expect(log.append(entry('lost'))).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(readFileSync(file, 'utf8').endsWith('\n')).toBe(false);
    instead = {};
    monotonicMs += 1000;
    await log.append(entry('after'));
    await log.close();
    expect(idsIn(await records())).toEqual(['before', 'unrecorded', 'after']);
    expect(await verifyAudit(file)).toMatchObject({ intact: true });
  });

  test('on any of the writes around a full file, the chain goes on whole', async () => {
    const limits = { ...defaultLimits, fileBytes: 1800, keptBytes: 4000 };
    for (let failing = 1; failing <= 24; failing += 1) {
      rmSync(folder, { recursive: true });
      folder = mkdtempSync(path.join(os.tmpdir(), 'farol-durable-'));
      file = path.join(folder, 'audit.jsonl');
      let calls = 0;
      instead = {
        [step]: async (real: AppendedFile, text: string) => {
          calls += 1;
          if (calls === failing) await failWith('EIO')();
          await (step === 'appendFile' ? real.appendFile(text) : real.datasync());
        },
      };
      const log = await openLog(limits);
      const acknowledged: string[] = [];
      for (let at = 0; at < 16; at += 1) {
        monotonicMs += 1000;
        await log.append(entry(String(at))).then(
          () => acknowledged.push(String(at)),
          () => undefined,
        );
      }
      const { head } = log;
      await log.close();
      const verdict = await verifyAudit(file, [head]);
      expect([failing, verdict]).toMatchObject([failing, { intact: true, head }]);
      const kept = idsIn(await records()).filter((id) => /^\d+$/u.test(id));
      // Retention may have removed the oldest; what is left is what was acknowledged, without a gap.
      expect([failing, kept]).toEqual([failing, acknowledged.slice(-kept.length)]);
      expect(acknowledged.length).toBeGreaterThanOrEqual(15);
    }
  });
});
