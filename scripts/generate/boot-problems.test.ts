import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { showAgentProblems, showProfilerProblems } from './boot-problems.ts';

const repository = path.resolve(import.meta.dirname, '../..');

/** Codes that a file gives, as it is written. */
function codesIn(file: string): string[] {
  const text = readFileSync(path.join(repository, file), 'utf8');
  const given = text.matchAll(/(?:code: |toProblems\(|warn\()'(?<code>[a-z_]+)'|`\$\{name\}(?<suffix>_[a-z_]+)`/gu);
  return [...given].flatMap(({ groups = {} }) => (groups['suffix'] === undefined ? [groups['code'] ?? ''] : []));
}

test.each([
  ['Profiler', ['profiler/host/boot/judge-boot.ts', 'profiler/host/boot/collector-file.ts'], showProfilerProblems],
  ['Agent', ['src/agent/boot/judge-boot.ts'], showAgentProblems],
] as const)('every problem that a boot of the %s can report is shown', (_program, files, show) => {
  const shown = new Set(show().map(({ code }) => code.replace(/_not_mounted$/u, '')));
  const codes = files.flatMap(codesIn);
  expect(codes.length).toBeGreaterThan(8);
  expect(codes.filter((code) => !shown.has(code))).toEqual([]);
});

test('a problem is shown once, with cause, cost and remedy', () => {
  for (const problems of [showAgentProblems(), showProfilerProblems()]) {
    expect(new Set(problems.map(({ cause }) => cause)).size).toBe(problems.length);
    expect(problems.filter(({ cause, cost, fix }) => cause === '' || cost === '' || fix === '')).toEqual([]);
  }
});
