import { mkdtempSync, readFileSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { type AuditEntry, AuditLog, listSetAside } from './audit-log.ts';
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
  resultBytes: 10,
  durationMs: 5,
});

async function write(...ids: string[]): Promise<void> {
  const log = await AuditLog.open(file, systemClock);
  await Promise.all(ids.map((id) => log.append(entry(id))));
  await log.close();
}

const lines = (): string[] => readFileSync(file, 'utf8').split('\n').slice(0, -1);
const ids = (): string[] => lines().map((line) => (JSON.parse(line) as { request_id: string }).request_id);

describe('the audit log', () => {
  test('keeps the order it was told in, is readable by its owner only, and goes on after a restart', async () => {
    await write('a', 'b', 'c');
    await write('d');
    expect(ids()).toEqual(['a', 'b', 'c', 'd']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await verifyAudit(file)).toMatchObject({ intact: true, lines: 4 });
  });

  test('removes a line that a crash cut short, and goes on', async () => {
    await write('a', 'b');
    const whole = readFileSync(file, 'utf8');
    writeFileSync(file, whole.slice(0, -20));
    await write('c');
    expect(ids()).toEqual(['a', 'c']);
    expect(await verifyAudit(file)).toMatchObject({ intact: true, lines: 2 });
  });

  test('does not go on after a line that is not its own', async () => {
    await write('a');
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"free":"text"}\n`);
    await expect(AuditLog.open(file, systemClock)).rejects.toThrow('does not end in a line of an audit log');
  });

  test('goes on from a file longer than it reads', async () => {
    await write(...Array.from({ length: 400 }, (_, index) => String(index)));
    expect(statSync(file).size).toBeGreaterThan(100_000);
    await write('last');
    expect(await verifyAudit(file)).toMatchObject({ intact: true, lines: 401 });
  });

  test('sets full files aside, keeps the chain across them and removes the oldest', async () => {
    const limits = { fileBytes: 2000, keptFiles: 3 };
    for (let turn = 0; turn < 4; turn += 1) {
      const log = await AuditLog.open(file, systemClock, limits);
      for (let index = 0; index < 10; index += 1) await log.append(entry(`${turn}-${index}`));
      await log.close();
    }
    const aside = await listSetAside(file);
    expect(aside).toHaveLength(3);
    expect(await verifyAudit(file)).toMatchObject({ intact: true, from: expect.any(Number) as number });
    // As after a crash between setting aside and beginning anew.
    unlinkSync(file);
    const log = await AuditLog.open(file, systemClock, limits);
    await log.append(entry('after'));
    await log.close();
    expect(await verifyAudit(file)).toMatchObject({ intact: true });
    const [oldest = ''] = aside;
    writeFileSync(oldest, readFileSync(oldest, 'utf8').split('\n').slice(1).join('\n'));
    expect(await verifyAudit(file)).toMatchObject({ intact: false, file: oldest, badLine: 1 });
  });

  test('fails for good once a line could not be written', async () => {
    // Every write to this device fails as on a full disk.
    const log = await AuditLog.open('/dev/full', systemClock);
    await expect(log.append(entry('a'))).rejects.toMatchObject({ code: 'ENOSPC' });
    await expect(log.append(entry('b'))).rejects.toMatchObject({ code: 'ENOSPC' });
    await log.close();
  });
});

describe('the verification', () => {
  test('names the first line that was changed, removed or moved', async () => {
    await write('a', 'b', 'c', 'd', 'e');
    const whole = lines();
    const swap = [whole[0], whole[2], whole[1], ...whole.slice(3)];
    const cases: [string, (string | undefined)[], number][] = [
      ['changed', whole.with(2, whole[2]!.replace('"c"', '"x"')), 3],
      ['removed', whole.toSpliced(1, 1), 2],
      ['removed at the start', whole.slice(1), 1],
      ['moved', swap, 2],
      ['doubled', [...whole, whole[4]], 6],
      ['nonsense', [...whole.slice(0, 4), 'nonsense'], 5],
    ];
    for (const [, changed, badLine] of cases) {
      writeFileSync(file, `${changed.join('\n')}\n`);
      expect(await verifyAudit(file)).toMatchObject({ intact: false, badLine });
    }
  });

  test('sees a change of any single character', async () => {
    await write('a', 'b', 'c');
    const whole = readFileSync(file, 'utf8');
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 2), fc.constantFrom('0', '1', 'a', '"', ' '), async (at, letter) => {
        fc.pre(whole[at] !== letter);
        writeFileSync(file, whole.slice(0, at) + letter + whole.slice(at + 1));
        expect((await verifyAudit(file)).intact).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  test('tells lines cut from the end only by a head kept elsewhere', async () => {
    await write('a', 'b');
    const before = await verifyAudit(file);
    writeFileSync(file, `${lines()[0]}\n`);
    const after = await verifyAudit(file);
    expect(after.intact).toBe(true);
    expect(after).not.toEqual(before);
  });
});
