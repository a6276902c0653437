import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { excludedFromQuickRun, filesOf, installInEveryRun, leftOut, reasons } from './test-files.ts';

const root = path.resolve(import.meta.dirname, '../..');
const excluded = new Set(excludedFromQuickRun(root));

test('leaves out a test that starts a real system by way of a helper', () => {
  // It imports test/replica-pair.ts, which imports test/postgres.ts.
  expect(excluded).toContain('src/control/replicas/two-replicas.test.ts');
  expect(excluded).toContain('web/test/fleet.test.ts');
});

test('keeps unit and contract tests, and those of both stores, which then use SQLite', () => {
  const kept = ['test/contract/contract.test.ts', 'src/core/redact.test.ts', 'src/control/people/people.test.ts'];
  expect(kept.filter((file) => !existsSync(path.join(root, file)) || excluded.has(file))).toEqual([]);
});

test('names only parts and files that exist', () => {
  expect(Object.keys(reasons).filter((part) => !existsSync(path.join(root, part)))).toEqual([]);
  const isEmpty = (pattern: string): boolean => globSync(`${pattern}`, { cwd: root }).length === 0;
  expect(Object.keys(leftOut).filter(isEmpty)).toEqual([]);
});

test('the default layer installs one release, of archives alone', () => {
  expect(filesOf(root, 'default').delivery.include).toEqual([installInEveryRun]);
  expect(existsSync(path.join(root, installInEveryRun))).toBe(true);
  expect(filesOf(root, 'deep').delivery.include).not.toContain(installInEveryRun);
});
