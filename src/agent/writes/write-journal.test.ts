import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../core/clock.ts';
import { Fault } from '../../core/fault.ts';
import { createLog } from '../../core/log.ts';
import { Redactor } from '../../core/redact.ts';
import type { OperationResult } from '../../tunnel/messages.ts';
import { type JournalPorts, type WriteClaim, WriteJournal, type WriteOutcome } from './write-journal.ts';

const dayMs = 86_400_000;
const result: OperationResult = {
  data: { id: 't-1' },
  complete: true,
  truncated: false,
  source: 'things',
  upstreamCalls: 1,
};
const answered: WriteOutcome = { event: 'answered', result };

let folder: string;
let file: string;
let nowMs: number;
const opened: WriteJournal[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'farol-journal-'));
  file = path.join(folder, 'writes.jsonl');
  nowMs = Date.parse('2026-05-01T00:00:00Z');
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
  rmSync(folder, { recursive: true });
});

const clock: Clock = { ...systemClock, now: () => nowMs };
const log = createLog('agent', { level: 'silent', redactor: new Redactor() });

function openJournal(ports: Partial<JournalPorts> = {}): WriteJournal {
  const journal = new WriteJournal({ file, clock, log, ...ports });
  opened.push(journal);
  return journal;
}

const question = (idempotencyKey: string, argumentsDigest = 'a'.repeat(64)) => ({
  operation: 'things.add',
  source: 'things',
  idempotencyKey,
  argumentsDigest,
});

/** `free`, `answered`, `running`, or why the key may not be used: the rule, the field or the kind of the fault. */
async function ask(journal: WriteJournal, idempotencyKey: string, argumentsDigest?: string): Promise<string> {
  try {
    const claim = await journal.claim(question(idempotencyKey, argumentsDigest));
    if (claim.event !== undefined) return claim.event;
    await claim.end({ event: 'not_done', fault: 'refused' });
    return 'free';
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { rule, field } = error.data as { rule?: string; field?: string };
    return rule ?? field ?? error.kind;
  }
}

async function claim(journal: WriteJournal, idempotencyKey: string): Promise<WriteClaim> {
  const claimed = await journal.claim(question(idempotencyKey));
  if (claimed.event !== undefined) throw new Error(`it is ${claimed.event} already`);
  return claimed;
}

async function write(journal: WriteJournal, idempotencyKey: string, outcome?: WriteOutcome): Promise<void> {
  const claimed = await claim(journal, idempotencyKey);
  await claimed.send();
  if (outcome !== undefined) await claimed.end(outcome);
}

describe('a key', () => {
  test('says after a restart what it said before', async () => {
    const before = openJournal();
    await write(before, 'done', answered);
    await write(before, 'lost');
    await write(before, 'unclear', { event: 'unknown', fault: 'upstream_down' });
    await write(before, 'refused', { event: 'not_done', fault: 'permission_missing' });
    await claim(before, 'claimed and never sent');
    const seen = async (journal: WriteJournal): Promise<string[]> => [
      await ask(journal, 'done'),
      await ask(journal, 'done', 'b'.repeat(64)),
      await ask(journal, 'lost'),
      await ask(journal, 'unclear'),
      await ask(journal, 'refused'),
      await ask(journal, 'claimed and never sent'),
    ];
    expect(await seen(before)).toEqual(['answered', 'idempotencyKey', 'running', 'outcome_unknown', 'free', 'running']);
    expect(await seen(openJournal())).toEqual([
      'answered',
      'idempotencyKey',
      'outcome_unknown',
      'outcome_unknown',
      'free',
      'free',
    ]);
  });

  test('belongs to one operation at one source', async () => {
    const journal = openJournal();
    await write(journal, 'same', answered);
    const other = await journal.claim({ ...question('same'), source: 'others' });
    const another = await journal.claim({ ...question('same'), operation: 'things.remove' });
    expect([other.event, another.event]).toEqual([undefined, undefined]);
  });

  test('is stored for seven days', async () => {
    await write(openJournal(), 'done', answered);
    nowMs += 7 * dayMs - 1;
    const journal = openJournal();
    expect(await ask(journal, 'done')).toBe('answered');
    nowMs += 1;
    expect(await ask(journal, 'done')).toBe('free');
    expect(await ask(openJournal(), 'done')).toBe('free');
  });

  test('is on disk when its write may be sent', async () => {
    const claimed = await claim(openJournal(), 'first');
    expect(readFileSync(file, 'utf8')).toBe('');
    await claimed.send();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      event: 'sent',
      at: '2026-05-01T00:00:00.000Z',
      operation: 'things.add',
      source: 'things',
    });
  });
});

describe('the file', () => {
  test('is created at the first write, and only its owner can read it', async () => {
    const journal = openJournal();
    expect(readdirSync(folder)).toEqual([]);
    await write(journal, 'done', answered);
    expect(readdirSync(folder)).toEqual(['writes.jsonl']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('is rewritten without old records', async () => {
    const journal = openJournal();
    await write(journal, 'old', answered);
    nowMs += 8 * dayMs;
    await write(journal, 'young', answered);
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(5);
    await ask(openJournal(), 'another');
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(3);
  });

  test('holds at most ten thousand writes, the newest', async () => {
    const sent = {
      at: '2026-05-01T00:00:00.000Z',
      event: 'sent',
      operation: 'o',
      source: 's',
      arguments: 'a'.repeat(64),
    };
    const lines = Array.from({ length: 10_050 }, (_, at) =>
      JSON.stringify({ ...sent, write: at.toString(16).padStart(64, '0') }),
    );
    writeFileSync(file, `${lines.join('\n')}\n`);
    await ask(openJournal(), 'another');
    const kept = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    expect(kept).toHaveLength(10_000);
    expect(kept[0]).toContain((50).toString(16).padStart(64, '0'));
  });

  test.each([
    ['a record of an outcome', (lines: string[]) => lines.slice(0, 1), 'outcome_unknown'],
    ['a record that allows a write', () => [], 'free'],
  ])('whose last line was cut inside %s counts as what it proves', async (_what, keep, then) => {
    await write(openJournal(), 'done', answered);
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    const kept = keep(lines);
    const torn = lines[kept.length] ?? '';
    for (const cut of [1, Math.floor(torn.length / 2), torn.length]) {
      writeFileSync(file, [...kept, torn.slice(0, cut)].join('\n'));
      expect(await ask(openJournal(), 'done')).toBe(then);
    }
    expect(readFileSync(file, 'utf8')).toBe(kept.map((line) => `${line}\n`).join(''));
  });

  test.each([
    ['a line that is no record', 'hello\n'],
    [
      'an outcome of what was never sent',
      `{"at":"2026-05-01T00:00:00.000Z","write":"${'c'.repeat(64)}","event":"unknown","fault":"bug"}\n`,
    ],
  ])('with %s lets nothing be written, and stays as it is', async (_what, line) => {
    await write(openJournal(), 'done', answered);
    appendFileSync(file, line);
    const damaged = readFileSync(file, 'utf8');
    const journal = openJournal();
    expect(await ask(journal, 'done')).toBe('not_recorded');
    expect(await ask(journal, 'new')).toBe('not_recorded');
    expect(readFileSync(file, 'utf8')).toBe(damaged);
  });

  describe('on a disk that fails', () => {
    let fails: 'appendFile' | 'datasync' | undefined;
    const openToAppend: JournalPorts['openToAppend'] = async (where) => {
      const handle = await open(where, 'a', 0o600);
      const failing = async (step: typeof fails, run: () => Promise<void>): Promise<void> => {
        if (step === fails) throw new Error('no space left on device');
        await run();
      };
      return {
        appendFile: (text) => failing('appendFile', () => handle.appendFile(text)),
        datasync: () => failing('datasync', () => handle.datasync()),
        close: () => handle.close(),
      };
    };

    test.each(['appendFile', 'datasync'] as const)('at %s lets nothing be sent until it works again', async (step) => {
      const journal = openJournal({ openToAppend });
      await write(journal, 'before', answered);
      fails = step;
      const claimed = await claim(journal, 'first');
      await expect(claimed.send()).rejects.toMatchObject({ kind: 'not_recorded', data: { file: 'writes.jsonl' } });
      await claimed.end({ event: 'not_done', fault: 'refused' });
      fails = undefined;
      await write(journal, 'first', answered);
      for (const one of [journal, openJournal()]) {
        expect([await ask(one, 'before'), await ask(one, 'first')]).toEqual(['answered', 'answered']);
      }
    });

    test('when the outcome comes, knows it as long as it runs, and not after', async () => {
      const journal = openJournal({ openToAppend });
      const claimed = await claim(journal, 'first');
      await claimed.send();
      fails = 'appendFile';
      await claimed.end(answered);
      expect(await ask(openJournal(), 'first')).toBe('outcome_unknown');
      fails = undefined;
      // The next write puts down what could not be put down before.
      expect(await ask(journal, 'first')).toBe('answered');
      expect(await ask(openJournal(), 'first')).toBe('answered');
    });

    test('before the first record is tried again with the next write', async () => {
      const later = path.join(folder, 'later');
      const journal = openJournal({ file: path.join(later, 'writes.jsonl') });
      expect(await ask(journal, 'first')).toBe('not_recorded');
      mkdirSync(later);
      expect(await ask(journal, 'first')).toBe('free');
    });
  });
});
