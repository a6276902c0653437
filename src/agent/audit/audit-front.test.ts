/** Records cut from the front of an audit log, with the file renamed as if retention had done it. */
import { mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { setAsideName } from './audit-files.ts';
import { AuditLog } from './audit-log.ts';
import { verifyAudit } from './verify-audit.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'farol-front-'));
  file = path.join(folder, 'audit.jsonl');
  const log = await AuditLog.open(file, systemClock);
  const counts = { upstreamCalls: 1, rows: 1, answerBytes: 10, durationMs: 5 };
  for (let at = 1; at <= 30; at += 1) {
    await log.append({ requestId: String(at), operation: 'metrics.query', outcome: 'answered', ...counts });
  }
  await log.close();
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a log that lost its first 20 records, renamed to begin at the 21st, is not intact', async () => {
  const lines = readFileSync(file, 'utf8').split('\n');
  const renamed = setAsideName(file, 21);
  writeFileSync(renamed, lines.slice(20).join('\n'));
  unlinkSync(file);
  expect(await verifyAudit(file)).toMatchObject({ intact: false, why: 'removed', index: 1, file: renamed, line: 1 });
});

test('neither is one that was cut and left under its own name', async () => {
  writeFileSync(file, readFileSync(file, 'utf8').split('\n').slice(20).join('\n'));
  expect(await verifyAudit(file)).toMatchObject({ intact: false, why: 'removed', index: 1, file, line: 1 });
});
