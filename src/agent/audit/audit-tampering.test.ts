/**
 * Ten thousand ways to tamper with an audit log that was rotated and thinned by retention: each is seen,
 * and the first bad record is named. The end of the log was anchored elsewhere before.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { amountOf } from '../../../test/layer.ts';
import { systemClock } from '../../core/clock.ts';
import { listAuditFiles } from './audit-files.ts';
import { AuditLine, type ChainEnd } from './audit-line.ts';
import { AuditLog } from './audit-log.ts';
import { defaultLimits } from './audit-retention.ts';
import { verifyAudit } from './verify-audit.ts';

interface Line {
  readonly file: string;
  readonly text: string;
  readonly record: AuditLine;
}

let folder: string;
let log: string;
/** Of the whole chain, in its order. */
let lines: readonly Line[];
let anchor: ChainEnd;
/** A record in the middle that was seen too. */
let early: ChainEnd;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'farol-tampering-'));
  log = path.join(folder, 'audit.jsonl');
  const limits = { ...defaultLimits, fileBytes: 3000, keptBytes: 9000 };
  const written = await AuditLog.open(log, systemClock, { limits });
  const counts = { upstreamCalls: 1, rows: 1, answerBytes: 10, durationMs: 5 };
  for (let at = 1; at <= 30; at += 1) {
    await written.append({ requestId: String(at), operation: 'metrics.query', outcome: 'answered', ...counts });
    if (at === 26) early = written.head;
  }
  anchor = written.head;
  await written.close();
  const files = await listAuditFiles(log);
  lines = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((text) => ({ file, text, record: AuditLine.parse(JSON.parse(text)) })),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const first = (): number => lines[0]?.record.seq ?? 0;
const indexOf = (at: number): number => first() + at;

/** Replaces the log by these lines, each in its own file; a file that has no line left is removed. */
function put(changed: readonly { readonly file: string; readonly text: string }[]): void {
  for (const file of new Set(lines.map((one) => one.file))) {
    const text = changed.filter((one) => one.file === file).map((one) => `${one.text}\n`);
    if (text.length === 0) rmSync(file, { force: true });
    else writeFileSync(file, text.join(''));
  }
}

/**
 * What the verification must name. Without the record that explains where the log starts, the first
 * record that is missing is one that retention removed.
 */
function expectedIndex(bad: number, isLeft: (line: Line) => boolean): number {
  const removals = lines.filter((one) => one.record.event === 'file_removed' && isLeft(one));
  const ends = removals.map(({ record }) => (record.event === 'file_removed' ? record.last_seq : 0));
  return ends.includes(first() - 1) ? bad : Math.max(0, ...ends) + 1;
}

type Change = 'flip' | 'delete' | 'swap' | 'cut the end' | 'cut the front' | 'repeat';

const changes = fc.record({
  change: fc.constantFrom<Change>('flip', 'delete', 'swap', 'cut the end', 'cut the front', 'repeat'),
  /** Share of the lines, and of the characters of one line. */
  at: fc.double({ min: 0, max: 0.999_999, noNaN: true }),
  within: fc.double({ min: 0, max: 0.999_999, noNaN: true }),
  letter: fc.constantFrom('0', '1', '9', 'a', 'f', '"', ' ', '{'),
});

/** Tampers, and returns the number that must be named; undefined when nothing was changed. */
function tamper({
  change,
  at,
  within,
  letter,
}: typeof changes extends fc.Arbitrary<infer T> ? T : never): number | undefined {
  const index = Math.floor(at * lines.length);
  const line = lines[index];
  if (line === undefined) throw new Error('no such line');
  switch (change) {
    case 'flip': {
      const character = Math.floor(within * line.text.length);
      if (line.text[character] === letter) return undefined;
      const text = line.text.slice(0, character) + letter + line.text.slice(character + 1);
      put(lines.with(index, { ...line, text }));
      return expectedIndex(indexOf(index), (one) => one !== line);
    }
    case 'delete':
      put(lines.toSpliced(index, 1));
      // Without its first record a file of this name starts too late, or the log does.
      return expectedIndex(indexOf(index), (one) => one !== line);
    case 'swap': {
      const other = lines[index + 1];
      if (other === undefined) return undefined;
      put(lines.with(index, { ...line, text: other.text }).with(index + 1, { ...other, text: line.text }));
      return indexOf(index);
    }
    case 'cut the end':
      put(lines.slice(0, index));
      return expectedIndex(indexOf(index), (one) => lines.indexOf(one) < index);
    case 'cut the front': {
      if (index === 0) return undefined;
      put(lines.slice(index));
      // As if retention had done it: the first file has the name of its first record.
      const { file } = line;
      if (file !== log) {
        const renamed = path.join(folder, `audit.${String(indexOf(index)).padStart(12, '0')}.jsonl`);
        const text = readFileSync(file);
        unlinkSync(file);
        writeFileSync(renamed, text);
      }
      const removals = lines
        .slice(index)
        .flatMap(({ record }) => (record.event === 'file_removed' ? [record.last_seq] : []));
      const explained = removals.filter((seq) => seq < indexOf(index));
      return explained.includes(indexOf(index) - 1) ? undefined : Math.max(0, ...explained) + 1;
    }
    case 'repeat':
      put(lines.toSpliced(index + 1, 0, line));
      return indexOf(index) + 1;
  }
}

async function restore(): Promise<void> {
  for (const file of await listAuditFiles(log)) rmSync(file);
  put(lines);
}

describe('a log that was rotated and thinned', () => {
  test('is intact, with the records of its files in the chain', async () => {
    const events = new Set(lines.map(({ record }) => record.event));
    expect([...events].toSorted()).toEqual(['file_begun', 'file_ended', 'file_removed', 'operation']);
    expect(first()).toBeGreaterThan(1);
    expect(new Set(lines.map(({ file }) => file)).size).toBeGreaterThan(2);
    const verdict = await verifyAudit(log, [anchor, early]);
    expect(verdict).toEqual({ intact: true, from: first(), records: lines.length, head: anchor });
  });

  test('is not intact after any one change, and the first bad record is named', { timeout: 300_000 }, async () => {
    const tried = amountOf(500, 10_000);
    let done = 0;
    await fc.assert(
      fc
        .asyncProperty(changes, async (change) => {
          const index = tamper(change);
          fc.pre(index !== undefined);
          expect(await verifyAudit(log, [anchor])).toMatchObject({ intact: false, index });
          done += 1;
        })
        .afterEach(restore),
      { numRuns: tried },
    );
    expect(done).toBeGreaterThanOrEqual(tried);
  });

  test('rewritten from its beginning with new hashes is detected only by the anchor', async () => {
    const copy = path.join(folder, 'copy');
    mkdirSync(copy);
    const forged = path.join(copy, 'audit.jsonl');
    const again = await AuditLog.open(forged, systemClock);
    const counts = { upstreamCalls: 0, rows: 0, answerBytes: 0, durationMs: 0 };
    for (let at = 1; at <= anchor.seq; at += 1) {
      await again.append({ requestId: 'harmless', operation: 'metrics.list', outcome: 'answered', ...counts });
    }
    await again.close();
    expect(await verifyAudit(forged)).toMatchObject({ intact: true });
    expect(await verifyAudit(forged, [anchor])).toMatchObject({ intact: false, why: 'edited', index: anchor.seq });
    expect(await verifyAudit(forged, [early, anchor])).toMatchObject({ intact: false, index: early.seq });
  });
});
