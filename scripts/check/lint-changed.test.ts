import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changedSinceClean } from './lint-changed.ts';

let root: string;
const write = (file: string, text: string): void => writeFileSync(path.join(root, file), text);
const look = () => changedSinceClean(root, ['a.ts', 'b.ts'], path.join(root, 'kept/lint.json'));

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'farol-lint-'));
  for (const file of ['a.ts', 'b.ts', '.oxlintrc.json']) write(file, file);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('all files until they were clean, then those that changed', () => {
  expect(look().files).toEqual(['a.ts', 'b.ts']);
  expect(look().files).toEqual(['a.ts', 'b.ts']);
  look().remember();
  expect(look().files).toEqual([]);
  write('b.ts', 'changed');
  expect(look().files).toEqual(['b.ts']);
});

test('a file that is gone is not linted', () => {
  rmSync(path.join(root, 'a.ts'));
  expect(look().files).toEqual(['b.ts']);
});

test('other rules void what was found before', () => {
  look().remember();
  write('.oxlintrc.json', 'others');
  expect(look().files).toEqual(['a.ts', 'b.ts']);
});
