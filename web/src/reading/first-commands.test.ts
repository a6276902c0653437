import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeTargets } from './first-commands.ts';

test('the commands are those of the guide', () => {
  const guide = readFileSync(path.resolve(import.meta.dirname, '../../../docs/guides/run-it.md'), 'utf8');
  expect(writeTargets.split('\n').filter((line) => !guide.includes(line))).toEqual([]);
});

test('pasted into a shell they write a list of one target', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'farol-list-'));
  try {
    const here = writeTargets.replaceAll('/etc/farol', folder).replace('-o root -g root', '');
    execFileSync('sh', ['-ec', here]);
    const list: unknown = JSON.parse(readFileSync(path.join(folder, 'targets.json'), 'utf8'));
    expect(list).toEqual({ targets: [{ workload: 'PROCESS' }] });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
