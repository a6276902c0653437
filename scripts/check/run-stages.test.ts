import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { skipBecause } from './gates.ts';
import { runStages } from './run-stages.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'farol-stages-'));
  vi.stubEnv('FAROL_TEST_SUMMARY', path.join(folder, 'summary'));
  vi.spyOn(console, 'log').mockReturnValue();
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const summary = (): string => readFileSync(path.join(folder, 'summary'), 'utf8');

test('a gate that was skipped is counted, and named with its reason at the end; the run is green', async () => {
  const green = { name: 'format', run: () => ({ passed: 1, failed: 0, skipped: 0 }) };
  const left = { name: 'delivery', run: skipBecause.bind(undefined, 'not root') };
  expect(await runStages([[[green], [left]]], [])).toBe(0);
  expect(summary()).toBe('1 0 1\n– delivery was skipped: not root\n');
});

test('a gate that failed is named first, and the run is red', async () => {
  const failures = [{ name: 'adds up', message: 'expected 2' }];
  const red = { name: 'tests', run: () => ({ passed: 4, failed: 1, skipped: 0, failures }) };
  expect(await runStages([[[red]]], [])).toBe(1);
  expect(summary()).toBe('4 1 0\nred: tests\n✗ adds up\n    expected 2\n');
});
