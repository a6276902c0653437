import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Ended, runFarol } from '../../../test/run-farol.ts';
import { AuditLog } from '../../agent/audit/audit-log.ts';
import type { Egress } from '../../agent/tunnel/read-egress.ts';
import { systemClock } from '../../core/clock.ts';

let root: string;
let folder: string;
let file: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'farol-audit-'));
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(root, 'identity-'));
  file = path.join(folder, 'audit.jsonl');
  await write(file, ['a', 'b', 'c', 'd']);
});
afterAll(async () => {
  await rm(root, { recursive: true });
});

async function write(to: string, ids: readonly string[]): Promise<void> {
  const log = await AuditLog.open(to, systemClock);
  for (const requestId of ids) {
    const counts = { upstreamCalls: 1, rows: 2, answerBytes: 100, durationMs: 5 };
    await log.append({ requestId, operation: 'metrics.query', source: 'grafana', outcome: 'answered', ...counts });
  }
  await log.close();
}

function farol(args: readonly string[], env: Record<string, string> = { RUNNER_IDENTITY_DIR: folder }): Promise<Ended> {
  return runFarol(['audit', ...args], { env });
}

describe('farol audit verify', () => {
  test('exits with 0 for intact logs, and prints their heads', async () => {
    await write(path.join(folder, 'audit-local.jsonl'), ['e']);
    const { code, stdout, stderr } = await farol(['verify', '--json']);
    expect([code, stderr]).toEqual([0, '']);
    const head = { seq: 4, hash: expect.stringMatching(/^[0-9a-f]{64}$/u) as string };
    expect(JSON.parse(stdout)).toEqual({
      intact: true,
      logs: [
        { log: 'audit.jsonl', intact: true, from: 1, records: 4, head },
        { log: 'audit-local.jsonl', intact: true, from: 1, records: 1, head: { ...head, seq: 1 } },
      ],
    });
    expect((await farol(['verify'])).stdout).toContain('audit.jsonl: intact, 4 records from number 1. Head: 4:');
  });

  test('ends with 1 and names file, line and what was done', async () => {
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('"rows":2', '"rows":3'));
    const { code, stdout } = await farol(['verify', '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      intact: false,
      logs: [{ log: 'audit.jsonl', intact: false, index: 1, file, line: 1, why: 'edited' }],
    });
    await writeFile(file, text.split('\n').toSpliced(1, 1).join('\n'));
    expect((await farol(['verify', '--dir', folder], {})).stdout).toBe(
      `audit.jsonl: removed at record 2. ${file}:2 has the number 3: record 2 is missing before it.\n`,
    );
  });

  test('detects records cut from the end by a head stored elsewhere', async () => {
    const { stdout } = await farol(['verify']);
    const head = /Head: (?<head>\S+)/u.exec(stdout)?.groups?.['head'] ?? '';
    expect((await farol(['verify', '--anchor', head])).code).toBe(0);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.split('\n').slice(0, 2).join('\n').concat('\n'));
    expect((await farol(['verify'])).code).toBe(0);
    const cut = await farol(['verify', '--anchor', head]);
    expect([cut.code, cut.stdout]).toEqual([
      1,
      `audit.jsonl: truncated at record 3. ${file}:3 the log ends with record 2, although record 4 existed.\n`,
    ]);
  });

  test('names a last line that is not finished, and calls it no break', async () => {
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.slice(0, -10));
    const { code, stdout } = await farol(['verify']);
    expect(code).toBe(0);
    expect(stdout).toContain(`${file}:4 is not complete`);
  });

  test('reads beside a writer', async () => {
    const log = await AuditLog.open(file, systemClock);
    expect((await farol(['verify'])).code).toBe(0);
    await log.close();
  });

  test.each([
    ['a folder that is not there', ['verify', '--dir', '/nonexistent'], '/nonexistent cannot be read (ENOENT)'],
    ['an anchor of another form', ['verify', '--anchor', '4'], '<number of the record>:<its hash> is expected'],
    ['an unknown option', ['verify', '--all'], "unknown option '--all'"],
  ])('%s ends with 2', async (_what, args, words) => {
    const { code, stdout, stderr } = await farol(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
  });

  test('a folder without a log ends with 2 and says where to look', async () => {
    const empty = path.join(root, 'empty');
    await mkdir(empty, { recursive: true });
    const { code, stderr } = await farol(['verify', '--dir', empty]);
    expect(code).toBe(2);
    expect(stderr).toContain(`There is no audit log in ${empty}. Name the identity directory`);
  });
});

describe('farol audit egress', () => {
  test('adds up what left, without any content', async () => {
    await write(path.join(folder, 'audit-local.jsonl'), ['e']);
    const { code, stdout } = await farol(['egress', '--json']);
    expect(code).toBe(0);
    const ledger = JSON.parse(stdout) as Egress & { intact: boolean };
    const counts = { answered: 5, refused: 0, rows: 10, bytes: 500 };
    expect(ledger).toMatchObject({ intact: true, total: counts, commandsRefused: {} });
    expect(ledger.operations).toEqual([{ operation: 'metrics.query', source: 'grafana', ...counts }]);
    expect(ledger.days.map(({ bytes }) => bytes).reduce((a, b) => a + b, 0)).toBe(500);
    const spoken = (await farol(['egress'])).stdout;
    expect(spoken).toContain('metrics.query from grafana: ');
    expect(spoken).toContain('in all: 5 answered, 0 refused, 10 rows, 500 bytes');
  });

  test('says when the log it adds up is not intact', async () => {
    await writeFile(file, (await readFile(file, 'utf8')).replace('"rows":2', '"rows":3'));
    expect(JSON.parse((await farol(['egress', '--json'])).stdout)).toMatchObject({ intact: false });
    expect((await farol(['egress'])).stdout).toContain('farol audit verify shows where');
  });
});
