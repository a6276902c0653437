import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { systemOpen } from './appended-file.ts';
import { listSetAside, setAsideName } from './audit-files.ts';
import { AuditLine } from './audit-line.ts';
import { type AuditEntry, AuditLog } from './audit-log.ts';
import { type AuditLimits, defaultLimits } from './audit-retention.ts';
import { verifyAudit } from './verify-audit.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'farol-audit-'));
  file = path.join(folder, 'audit.jsonl');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const entry = (requestId: string): AuditEntry => ({
  requestId,
  operation: 'metrics.query',
  source: 'grafana',
  outcome: 'answered',
  upstreamCalls: 1,
  rows: 2,
  answerBytes: 10,
  durationMs: 5,
});

async function write(ids: readonly string[], limits?: AuditLimits): Promise<void> {
  const log = await AuditLog.open(file, systemClock, limits === undefined ? {} : { limits });
  await Promise.all(ids.map((id) => log.append(entry(id))));
  await log.close();
}

const recordsIn = (one: string): AuditLine[] =>
  readFileSync(one, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => AuditLine.parse(JSON.parse(line)));
const idsIn = (one: string): string[] =>
  recordsIn(one).map((line) => (line.event === 'operation' ? line.request_id : line.event));

/** Starts an audit log in a process of its own, which says each record it has written. */
const writer = (ready: string): string => `
  import { AuditLog } from ${JSON.stringify(path.resolve(import.meta.dirname, 'audit-log.ts'))};
  import { systemClock } from ${JSON.stringify(path.resolve(import.meta.dirname, '../../core/clock.ts'))};
  const log = await AuditLog.open(${JSON.stringify(file)}, systemClock);
  for (let index = 0; ; index += 1) {
    await log.append(${JSON.stringify(entry('of-the-other'))});
    if (index === 0) console.log(${JSON.stringify(ready)});
  }`;

async function startWriter() {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', writer('ready')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await once(createInterface({ input: child.stdout }), 'line');
  return {
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

describe('the audit log', () => {
  test('keeps the order of its records, is readable only by its owner, and continues after a restart', async () => {
    await write(['a', 'b', 'c']);
    await write(['d']);
    expect(idsIn(file)).toEqual(['a', 'b', 'c', 'd']);
    expect([statSync(file).mode & 0o777, statSync(`${file}.lock`).mode & 0o777]).toEqual([0o600, 0o600]);
    expect(await verifyAudit(file)).toMatchObject({ intact: true, records: 4 });
  });

  test('reports the same head as the verification', async () => {
    const log = await AuditLog.open(file, systemClock);
    await log.append(entry('a'));
    await log.note({ event: 'command_refused', command: 'operation.run', code: 'replayed', count: 1 });
    const { head } = log;
    await log.close();
    expect(await verifyAudit(file)).toEqual({ intact: true, from: 1, records: 2, head });
  });

  test('has one writer: a second one is refused until the first has ended', async () => {
    const log = await AuditLog.open(file, systemClock);
    await expect(AuditLog.open(file, systemClock)).rejects.toThrow('Another process is writing the audit log');
    await log.append(entry('a'));
    await log.close();
    await write(['b']);
    expect(idsIn(file)).toEqual(['a', 'b']);
  });

  test('goes on after its writer was killed at any point, without a person', { timeout: 60_000 }, async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const other = await startWriter();
      await expect(AuditLog.open(file, systemClock)).rejects.toThrow('Another process is writing the audit log');
      await other.kill();
    }
    await write(['last']);
    const verdict = await verifyAudit(file);
    expect(verdict).toMatchObject({ intact: true });
    expect(verdict).not.toHaveProperty('torn');
    expect(idsIn(file).at(-1)).toBe('last');
  });

  test('does not go on after a line that is not its own, and says what to do', async () => {
    await write(['a']);
    appendFileSync(file, '{"free":"text"}\n');
    await expect(AuditLog.open(file, systemClock)).rejects.toThrow(
      /does not end in an audit record.*keep them as evidence/u,
    );
    // The lock was given back.
    truncateSync(file, 0);
    await write(['b']);
  });

  test('fails for good once a record could not be written', async () => {
    // Every write to this device fails as on a full disk.
    symlinkSync('/dev/full', file);
    const log = await AuditLog.open(file, systemClock);
    await expect(log.append(entry('a'))).rejects.toMatchObject({ code: 'ENOSPC' });
    await expect(log.append(entry('b'))).rejects.toMatchObject({ code: 'ENOSPC' });
    await log.close();
  });
});

describe('a last line that a crash cut short', () => {
  test('stays in place and is named by the first record of the next file', async () => {
    await write(['a', 'b', 'c']);
    truncateSync(file, statSync(file).size - 20);
    expect(await verifyAudit(file)).toMatchObject({ intact: true, records: 2, torn: { file, line: 3 } });
    await write(['d']);
    const aside = setAsideName(file, 1);
    expect(await listSetAside(file)).toEqual([aside]);
    const [recovery] = recordsIn(file);
    expect(recovery).toMatchObject({ event: 'recovered', seq: 3, file: path.basename(aside), line: 3 });
    expect(idsIn(file)).toEqual(['recovered', 'd']);
    expect(await verifyAudit(file)).toMatchObject({ intact: true, records: 4 });
  });

  test.each([
    ['before the file was set aside', () => undefined],
    ['after the file was set aside', () => renameSync(file, setAsideName(file, 1))],
    [
      'while the record of it was written',
      () => {
        renameSync(file, setAsideName(file, 1));
        writeFileSync(file, '{"seq":');
      },
    ],
  ])('is recovered from when another crash came %s', async (_when, crash) => {
    await write(['a', 'b']);
    truncateSync(file, statSync(file).size - 1);
    crash();
    await write(['c']);
    expect(recordsIn(file)[0]).toMatchObject({
      event: 'recovered',
      file: path.basename(setAsideName(file, 1)),
      line: 2,
    });
    expect(await verifyAudit(file)).toMatchObject({ intact: true, records: 3 });
  });

  test('is reported when the file holds nothing else', async () => {
    writeFileSync(file, '{"seq":1');
    await write(['a']);
    expect(recordsIn(file)[0]).toMatchObject({ event: 'recovered', file: 'audit.jsonl', line: 1, torn_bytes: 8 });
    expect(await verifyAudit(file)).toMatchObject({ intact: true, records: 2 });
  });

  test('is a bad record when no crash made it', async () => {
    await write(['a', 'b']);
    truncateSync(file, statSync(file).size - 20);
    await write(['c']);
    const aside = setAsideName(file, 1);
    truncateSync(aside, statSync(aside).size - 5);
    expect(await verifyAudit(file)).toMatchObject({ intact: false, file: aside, line: 2, why: 'truncated' });
  });
});

/** The first file opens, and the second does not. */
function openOnce(): typeof systemOpen {
  let opened = 0;
  return (one) => {
    opened += 1;
    return opened === 1 ? systemOpen(one) : Promise.reject(new Error('no second file'));
  };
}

describe('full files', () => {
  const limits = { ...defaultLimits, fileBytes: 2000, keptBytes: 6000 };

  test('are set aside, the chain goes on across them and the oldest are removed', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      await write(
        Array.from({ length: 10 }, (_, index) => `${turn}-${index}`),
        limits,
      );
    }
    const aside = await listSetAside(file);
    expect(aside).toHaveLength(3);
    for (const one of [...aside, file]) expect(statSync(one).size).toBeLessThanOrEqual(limits.fileBytes);
    const verdict = await verifyAudit(file);
    const last = recordsIn(file).at(-1);
    expect(last).toMatchObject({ event: 'operation', request_id: '3-9' });
    expect(verdict).toMatchObject({ intact: true, head: { seq: last?.seq, hash: last?.hash } });
    expect(verdict).not.toMatchObject({ from: 1 });
    await write(['after'], limits);
    expect(await verifyAudit(file)).toMatchObject({ intact: true });
  });

  test('name the next one in their last record, and each begins with where the one before ended', async () => {
    await write(
      Array.from({ length: 10 }, (_, index) => String(index)),
      limits,
    );
    const files = [...(await listSetAside(file)), file];
    expect(files.length).toBeGreaterThan(2);
    for (const [index, one] of files.slice(0, -1).entries()) {
      const ended = recordsIn(one).at(-1);
      const follows = path.basename(setAsideName(file, (ended?.seq ?? 0) + 1));
      expect(ended).toMatchObject({ event: 'file_ended', next: follows });
      expect(recordsIn(files[index + 1] ?? '')[0]).toMatchObject({
        event: 'file_begun',
        after_file: path.basename(one),
        after_seq: ended?.seq,
        after_hash: ended?.hash,
      });
    }
  });

  test('that are removed are named in the chain first, with their last record', async () => {
    await write(
      Array.from({ length: 10 }, (_, index) => String(index)),
      limits,
    );
    const [oldest = ''] = await listSetAside(file);
    const last = recordsIn(oldest).at(-1);
    await write(
      Array.from({ length: 10 }, (_, index) => String(index)),
      limits,
    );
    const files = [...(await listSetAside(file)), file];
    expect(files).not.toContain(oldest);
    expect(files.flatMap(recordsIn)).toContainEqual(
      expect.objectContaining({
        event: 'file_removed',
        file: path.basename(oldest),
        first_seq: 1,
        last_seq: last?.seq,
        last_hash: last?.hash,
        because: 'size',
      }),
    );
  });

  test('are removed when their newest record is too old, and files that are written slowly are ended in time', async () => {
    const dayMs = 86_400_000;
    let days = 0;
    const clock = { ...systemClock, now: () => Date.parse('2026-01-01T00:00:00Z') + days * dayMs };
    const log = await AuditLog.open(file, clock);
    for (days = 0; days <= 500; days += 5) await log.append(entry(`day-${days}`));
    await log.close();
    const files = [...(await listSetAside(file)), file];
    const verdict = await verifyAudit(file);
    expect(verdict).toMatchObject({ intact: true });
    const oldest = recordsIn(files[0] ?? '').find(({ event }) => event === 'operation');
    expect(Date.parse(oldest?.at ?? '')).toBeGreaterThan(clock.now() - (365 + 31) * dayMs);
    expect(files.flatMap(recordsIn).filter(({ event }) => event === 'file_removed').length).toBeGreaterThan(0);
    const removed = files.flatMap(recordsIn).find((one) => one.event === 'file_removed');
    expect(removed).toMatchObject({ because: 'age' });
  });

  test.each([
    ['before the full one was set aside', (next: string) => writeFileSync(next, '{"seq":')],
    ['after it', (next: string) => (renameSync(file, setAsideName(file, 1)), writeFileSync(next, 'anything'))],
    ['before either was begun', () => undefined],
  ])('are continued from when a crash came %s', async (_when, crash) => {
    await write(['a', 'b', 'c'], limits);
    const log = await AuditLog.open(file, systemClock, { limits, openToAppend: openOnce() });
    await expect(log.append(entry('lost'))).rejects.toThrow('no second file');
    await log.close();
    // The record that ends the file is there, and the file that follows is not.
    renameSync(file, `${file}.new`);
    renameSync(setAsideName(file, 1), file);
    unlinkSync(`${file}.new`);
    expect(recordsIn(file).at(-1)).toMatchObject({ event: 'file_ended' });
    crash(`${file}.next`);
    expect(await verifyAudit(file)).toMatchObject({ intact: true, records: 4 });
    await write(['d'], limits);
    expect(idsIn(setAsideName(file, 1))).toEqual(['a', 'b', 'c', 'file_ended']);
    expect(idsIn(file)).toEqual(['file_begun', 'd']);
    expect(await verifyAudit(file)).toMatchObject({ intact: true, records: 6 });
  });

  test('that are the end of the log, because the file being written is gone, are not the whole log', async () => {
    await write(
      Array.from({ length: 6 }, (_, index) => String(index)),
      limits,
    );
    unlinkSync(file);
    const last = (await listSetAside(file)).at(-1) ?? '';
    const ended = recordsIn(last).at(-1);
    expect(await verifyAudit(file)).toMatchObject({
      intact: false,
      why: 'truncated',
      file: last,
      index: (ended?.seq ?? 0) + 1,
    });
  });

  test('show when one between them is missing, or lost its first record', async () => {
    await write(
      Array.from({ length: 30 }, (_, index) => String(index)),
      limits,
    );
    const [oldest = '', second = '', third = ''] = await listSetAside(file);
    const kept = readFileSync(second);
    unlinkSync(second);
    expect(await verifyAudit(file)).toMatchObject({ intact: false, file: third, line: 1, why: 'removed' });
    writeFileSync(second, kept);
    writeFileSync(oldest, readFileSync(oldest, 'utf8').split('\n').slice(1).join('\n'));
    expect(await verifyAudit(file)).toMatchObject({ intact: false, file: oldest, line: 1, why: 'removed' });
  });
});
