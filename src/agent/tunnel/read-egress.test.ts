import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { type AuditEntry, AuditLog } from '../audit/audit-log.ts';
import { defaultLimits } from '../audit/audit-retention.ts';
import { readEgress } from './read-egress.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'farol-egress-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const first = Date.parse('2026-11-20T23:59:00.000Z');
const second = Date.parse('2026-11-21T00:01:00.000Z');

const entry = (change: Partial<AuditEntry>): AuditEntry => ({
  requestId: 'r',
  operation: 'metrics.query',
  source: 'grafana',
  outcome: 'answered',
  upstreamCalls: 1,
  rows: 2,
  answerBytes: 100,
  durationMs: 5,
  ...change,
});
const refusal = { outcome: 'not_in_catalog', operation: 'metrics.drop', source: undefined, rows: 0, answerBytes: 30 };

async function write(name: string, entries: readonly (readonly [number, AuditEntry])[]): Promise<string> {
  const file = path.join(folder, name);
  let now = first;
  const log = await AuditLog.open(
    file,
    { ...systemClock, now: () => now },
    { limits: { ...defaultLimits, fileBytes: 600 } },
  );
  for (const [at, one] of entries) {
    now = at;
    await log.append(one);
  }
  await log.close();
  return file;
}

test('adds up days, operations and sources, over all files of all logs', async () => {
  const agent = await write('audit.jsonl', [
    [first, entry({})],
    [first, entry({ rows: 3, answerBytes: 50 })],
    [second, entry({ source: 'datadog' })],
    [second, entry(refusal)],
    [second, entry({ outcome: 'upstream_down', rows: 0, answerBytes: 20 })],
  ]);
  const local = await write('audit-local.jsonl', [[second, entry({ answerBytes: 1000 })]]);
  const query = { operation: 'metrics.query', source: 'grafana' };
  const drop = { operation: 'metrics.drop', answered: 0, refused: 1, rows: 0, bytes: 30 };
  const datadog = { ...query, source: 'datadog', answered: 1, refused: 0, rows: 2, bytes: 100 };
  expect(await readEgress([agent, local])).toEqual({
    since: '2026-11-20T23:59:00.000Z',
    until: '2026-11-21T00:01:00.000Z',
    total: { answered: 4, refused: 2, rows: 9, bytes: 1300 },
    operations: [{ ...query, answered: 3, refused: 1, rows: 7, bytes: 1170 }, datadog, drop],
    days: [
      { day: '2026-11-20', ...query, answered: 2, refused: 0, rows: 5, bytes: 150 },
      { day: '2026-11-21', ...drop },
      { day: '2026-11-21', ...datadog },
      { day: '2026-11-21', ...query, answered: 1, refused: 1, rows: 2, bytes: 1020 },
    ],
    commandsRefused: {},
  });
});

test('counts commands that were refused before they were questions', async () => {
  const file = path.join(folder, 'audit.jsonl');
  const log = await AuditLog.open(file, systemClock);
  for (const [code, count] of [
    ['replayed', 1],
    ['bad_signature', 2],
    ['replayed', 40],
  ] as const) {
    await log.note({ event: 'command_refused', command: 'operation.run', code, count });
  }
  await log.close();
  expect(await readEgress([file])).toMatchObject({
    total: { answered: 0, refused: 0 },
    commandsRefused: { bad_signature: 2, replayed: 41 },
  });
});

test('a log with nothing in it has no beginning, and lines that are no record count nothing', async () => {
  const file = await write('audit.jsonl', []);
  appendFileSync(file, '{"operation":"metrics.query","answer_bytes":7}\n');
  const nothing = { answered: 0, refused: 0, rows: 0, bytes: 0 };
  expect(await readEgress([file])).toEqual({ total: nothing, operations: [], days: [], commandsRefused: {} });
});
