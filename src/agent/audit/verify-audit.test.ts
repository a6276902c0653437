import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { AuditLine, sealAuditLine } from './audit-line.ts';
import { AuditLog } from './audit-log.ts';
import { verifyAudit } from './verify-audit.ts';

let folder: string;
let file: string;
/** Six good records. */
let lines: readonly string[];

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'farol-verify-'));
  file = path.join(folder, 'audit.jsonl');
  const log = await AuditLog.open(file, systemClock);
  for (const requestId of ['a', 'b', 'c', 'd', 'e', 'f']) {
    const counts = { upstreamCalls: 1, rows: 1, answerBytes: 10, durationMs: 5 };
    await log.append({ requestId, operation: 'metrics.query', outcome: 'answered', ...counts });
  }
  await log.close();
  lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

const put = (changed: readonly string[]): void => writeFileSync(file, changed.map((line) => `${line}\n`).join(''));
const line = (number: number): string => lines[number - 1] ?? '';
const edited = (number: number): string => line(number).replace('"answer_bytes":10', '"answer_bytes":11');

/** A record whose hash was computed again after a change, at its own place in the chain. */
function forged(
  number: number,
  change: Partial<{ request_id: string; seq: number }> = { request_id: 'forged' },
): string {
  const { seq, at, previous, hash: _old, ...body } = { ...AuditLine.parse(JSON.parse(line(number))), ...change };
  return sealAuditLine(body, { seq: seq - 1, hash: previous }, Date.parse(at)).text;
}

describe('the first bad record is named, with what was done to it', () => {
  test.each<[string, () => readonly string[], { line: number; why: string; index?: number }]>([
    ['edited', () => lines.with(2, edited(3)), { line: 3, why: 'edited' }],
    ['edited at the end', () => lines.with(5, edited(6)), { line: 6, why: 'edited' }],
    ['spelled another way', () => lines.with(2, line(3).replace(',"at"', ', "at"')), { line: 3, why: 'edited' }],
    ['replaced by nonsense', () => lines.with(3, 'nonsense'), { line: 4, why: 'edited' }],
    ['edited, with a new hash', () => lines.with(2, forged(3)), { line: 3, why: 'edited' }],
    ['edited at the start, with a new hash', () => lines.with(0, forged(1)), { line: 1, why: 'edited' }],
    ['removed', () => lines.toSpliced(1, 1), { line: 2, why: 'removed' }],
    ['several removed', () => lines.toSpliced(1, 3), { line: 2, why: 'removed' }],
    ['removed at the start', () => lines.slice(1), { line: 1, why: 'removed' }],
    ['several removed at the start', () => lines.slice(3), { line: 1, why: 'removed' }],
    ['inserted nonsense', () => lines.toSpliced(2, 0, 'nonsense'), { line: 3, why: 'inserted' }],
    ['inserted an edited copy', () => lines.toSpliced(2, 0, edited(3)), { line: 3, why: 'inserted' }],
    ['inserted a copy of an earlier one', () => lines.toSpliced(4, 0, line(2)), { line: 5, why: 'inserted' }],
    ['inserted a copy of a later one', () => lines.toSpliced(1, 0, line(5)), { line: 2, why: 'inserted' }],
    ['inserted behind the end', () => [...lines, line(6)], { line: 7, why: 'inserted' }],
    ['swapped', () => [line(1), line(3), line(2), ...lines.slice(3)], { line: 2, why: 'reordered' }],
    ['moved to the end', () => [...lines.toSpliced(1, 1), line(2)], { line: 2, why: 'reordered' }],
  ])('%s', async (_what, change, { line: bad, why, index }) => {
    put(change());
    expect(await verifyAudit(file)).toEqual({
      intact: false,
      file,
      // Each record is on the line of its number.
      index: index ?? bad,
      line: bad,
      why,
      because: expect.stringMatching(/^\S.+[^.]$/u) as string,
    });
  });

  test('one of another number in the place of a good one', async () => {
    put(lines.with(2, forged(3, { seq: 9 })));
    expect(await verifyAudit(file)).toMatchObject({ intact: false, line: 3 });
  });
});

test('a change of any single character is seen', async () => {
  const whole = lines.map((one) => `${one}\n`).join('');
  await fc.assert(
    fc.asyncProperty(
      fc.nat(whole.length - 2),
      fc.constantFrom('0', '1', 'a', '"', ' ', '\n'),
      fc.boolean(),
      async (at, letter, replaces) => {
        fc.pre(!replaces || whole[at] !== letter);
        writeFileSync(file, whole.slice(0, at) + letter + whole.slice(replaces ? at + 1 : at));
        expect((await verifyAudit(file)).intact).toBe(false);
      },
    ),
    { numRuns: 500 },
  );
});

describe('records cut from the end', () => {
  test('are detected only by an anchor stored elsewhere', async () => {
    put(lines);
    const before = await verifyAudit(file);
    const head = 'head' in before ? before.head : { seq: 0, hash: '' };
    expect(await verifyAudit(file, [head])).toEqual(before);
    put(lines.slice(0, 4));
    expect(await verifyAudit(file)).toMatchObject({ intact: true, records: 4 });
    expect(await verifyAudit(file, [head])).toMatchObject({ intact: false, file, line: 5, why: 'truncated' });
    put([]);
    expect(await verifyAudit(file, [head])).toMatchObject({ intact: false, file, line: 1, why: 'truncated' });
  });

  test('and a log that was rewritten from some record on', async () => {
    put(lines);
    const before = await verifyAudit(file);
    const head = 'head' in before ? before.head : { seq: 0, hash: '' };
    put(lines.with(5, forged(6)));
    expect(await verifyAudit(file)).toMatchObject({ intact: true });
    expect(await verifyAudit(file, [head])).toMatchObject({ intact: false, line: 6, why: 'edited' });
  });
});

test('a log that does not exist holds nothing', async () => {
  expect(await verifyAudit(path.join(folder, 'other.jsonl'))).toMatchObject({ intact: true, records: 0 });
});
