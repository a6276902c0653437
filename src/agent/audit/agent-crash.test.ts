/**
 * An Agent killed by SIGKILL right after each change of its disk, one at a time, and started again: what
 * it promised holds. The changes are listed while it runs, so that a new one is one more to die after; one
 * that follows the same five as an earlier one is the same place.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type KilledRun, placesToDie, runUntilKilled, type RunOptions } from '../../../test/crash/run-until-killed.ts';
import { systemClock } from '../../core/clock.ts';
import { Fault } from '../../core/fault.ts';
import { createLog } from '../../core/log.ts';
import { Redactor } from '../../core/redact.ts';
import { listAuditFiles } from './audit-files.ts';
import { AuditLine, type ChainEnd } from './audit-line.ts';
import { AuditLog } from './audit-log.ts';
import { defaultLimits } from './audit-retention.ts';
import { verifyAudit } from './verify-audit.ts';
import { WriteJournal } from '../writes/write-journal.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'farol-crash-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const Said = z.union([
  z.strictObject({ sent: z.int() }),
  z.strictObject({ answered: z.int(), head: z.strictObject({ seq: z.int(), hash: z.string() }) }),
  z.strictObject({ done: z.literal(true) }),
]);

interface Run extends Pick<KilledRun, 'signal' | 'status' | 'stderr'> {
  readonly sent: readonly number[];
  readonly answered: readonly number[];
  readonly heads: readonly ChainEnd[];
}

/** Questions from one number up to another, under the keys of their numbers. */
function run([from, until]: readonly [number, number], options: Omit<RunOptions, 'args'>): Run {
  const args = [folder, String(from), String(until)];
  const { said: values, ...ended } = runUntilKilled('work-of-an-agent.ts', { args, ...options });
  const said = values.map((one) => Said.parse(one));
  return {
    ...ended,
    sent: said.flatMap((one) => ('sent' in one ? [one.sent] : [])),
    answered: said.flatMap((one) => ('answered' in one ? [one.answered] : [])),
    heads: said.flatMap((one) => ('answered' in one ? [one.head] : [])),
  };
}

/** As after the restart. Returns where the chain then ends. */
async function goOn(ids: readonly number[]): Promise<ChainEnd> {
  const limits = { ...defaultLimits, fileBytes: 1600, keptBytes: 3200 };
  const audit = await AuditLog.open(path.join(folder, 'audit.jsonl'), systemClock, { limits });
  const counts = { upstreamCalls: 1, rows: 1, answerBytes: 10, durationMs: 5 };
  for (const id of ids) {
    await audit.append({ requestId: String(id), operation: 'things.add', outcome: 'answered', ...counts });
  }
  await audit.close();
  return audit.head;
}

async function recordedIds(): Promise<number[]> {
  const files = await listAuditFiles(path.join(folder, 'audit.jsonl'));
  const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n').slice(0, -1));
  const records = lines.map((line) => AuditLine.parse(JSON.parse(line)));
  return records.flatMap((one) => (one.event === 'operation' ? [Number(one.request_id)] : []));
}

/** Whether the journal would let the write be sent again. */
async function isFree(journal: WriteJournal, at: number): Promise<boolean> {
  const question = { operation: 'things.add', source: 'things', argumentsDigest: 'a'.repeat(64) };
  try {
    return (await journal.claim({ ...question, idempotencyKey: `key-${at}` })).event === undefined;
  } catch (error) {
    if (error instanceof Fault && error.kind === 'outcome_unknown') return false;
    throw error;
  }
}

test('an Agent that is killed after any change of its disk keeps what it promised', { timeout: 590_000 }, async () => {
  const questions = 8;
  const list = path.join(folder, 'commits');
  expect(run([0, questions], { dieAfter: 0, commits: list })).toMatchObject({ status: 0 });
  const commits = readFileSync(list, 'utf8').trim().split('\n');
  // The steps of rotation, retention and the journal are among them: otherwise this test would not reach them.
  const wanted = ['rename audit.jsonl.next', 'rename audit.jsonl', 'rm audit.#.jsonl', 'datasync writes.jsonl'];
  expect(commits).toEqual(expect.arrayContaining(wanted));
  const places = placesToDie(commits);
  expect(places.length).toBeGreaterThan(30);
  for (const dieAfter of places) {
    rmSync(folder, { recursive: true });
    folder = mkdtempSync(path.join(os.tmpdir(), 'farol-crash-'));
    const killed = run([0, questions], { dieAfter });
    const at = `after commit ${dieAfter} (${commits[dieAfter - 1]})`;
    expect([at, killed]).toMatchObject([at, { signal: 'SIGKILL' }]);
    const again = await goOn([questions, questions + 1]);
    // Every answer that left is on record, in its order, and the chain goes through every one of them.
    const anchors = [...killed.heads.slice(-1), again];
    expect([at, await verifyAudit(path.join(folder, 'audit.jsonl'), anchors)]).toMatchObject([at, { intact: true }]);
    const answered = [...killed.answered, questions, questions + 1];
    const kept = await recordedIds();
    expect([at, answered.filter((id) => id >= (kept[0] ?? 0) && !kept.includes(id))]).toEqual([at, []]);
    expect([at, kept]).toEqual([at, kept.toSorted((a, b) => a - b)]);
    // Every write that went out is known, and is not sent again.
    const log = createLog('crash', { level: 'silent', redactor: new Redactor() });
    const journal = new WriteJournal({ file: path.join(folder, 'writes.jsonl'), clock: systemClock, log });
    for (const id of killed.sent) expect([at, id, await isFree(journal, id)]).toEqual([at, id, false]);
    await journal.close();
  }
});
