import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { AuditLine } from '../../src/agent/audit/audit-line.ts';
import { exampleLines, handCheck, render } from './audit-format.ts';

const text = render()[0]?.text ?? '';

test('the example is intact, and its changes are found as the page says', () => {
  const { lines, end } = exampleLines();
  for (const line of lines) expect(text).toContain(line);
  expect(text).toContain(`audit.jsonl: intact, 3 records from number 1. Head: ${end.seq}:${end.hash}`);
  expect(text).toContain(
    'audit.jsonl: edited at record 2. /var/lib/farol/agent/audit.jsonl:2 does not have the hash of its content.',
  );
  expect(text).toContain('audit.jsonl: truncated at record 3.');
  expect(text).not.toContain(tmpdir());
});

test('the check by hand gives the hash of the second record', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'farol-by-hand-'));
  try {
    const { lines } = exampleLines();
    writeFileSync(path.join(folder, 'audit.jsonl'), lines.map((line) => `${line}\n`).join(''));
    const printed = execFileSync('sh', ['-c', handCheck], { cwd: folder, encoding: 'utf8' });
    expect(printed.split(' ')[0]).toBe(AuditLine.parse(JSON.parse(lines[1] ?? '')).hash);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('each kind of record has a description and its fields', () => {
  for (const schema of AuditLine.options) {
    const section = text.split(`### ${schema.shape.event.value}\n`)[1]?.split('\n### ')[0] ?? '';
    expect(section.trim().split('\n\n')[0]).toMatch(/[.]$/u);
    for (const name of Object.keys(schema.shape).filter(
      (one) => !['seq', 'at', 'event', 'previous', 'hash'].includes(one),
    )) {
      expect(section).toContain(`| \`${name}\` |`);
    }
  }
});
