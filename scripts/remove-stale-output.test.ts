import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeStaleOutput } from './remove-stale-output.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'farol-stale-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a compiled file without a source is removed, and nothing else is', () => {
  const files = [
    'src/core/kept.ts',
    'src/page.tsx',
    'dist/src/core/kept.js',
    'dist/src/page.js',
    'dist/src/core/once.js',
    'dist/src/core/policy.json',
    // What bundlers write, into folders of their own.
    'dist/agent/bin.js',
  ];
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), '');
  }
  expect(removeStaleOutput(folder, ['src', 'catalog'])).toEqual(['src/core/once.js']);
  const left = globSync('{src,dist}/**/*.*', { cwd: folder }).toSorted();
  expect(left).toEqual(files.filter((file) => !file.endsWith('once.js')).toSorted());
});
