import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { skipBecause } from './gates.ts';
import { renderSlowest, runStages } from './run-stages.ts';

const run = { layer: 'default', preparedSeconds: 1.5, reports: [] } as const;

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

/** The times, which differ, are left out. */
const summary = (): string =>
  readFileSync(path.join(folder, 'summary'), 'utf8').replace(/where the time[\s\S]*?whole layer\n/u, '');

test('a gate that was skipped is counted, and named with its reason at the end; the run is green', async () => {
  const green = { name: 'format', run: () => ({ passed: 1, failed: 0, skipped: 0 }) };
  const left = { name: 'delivery', run: skipBecause.bind(undefined, 'not root') };
  expect(await runStages([[[green], [left]]], run)).toBe(0);
  expect(summary()).toBe('1 0 1\n– delivery was skipped: not root\n');
});

test('a gate that failed is named first, and the run is red', async () => {
  const failures = [{ name: 'adds up', message: 'expected 2' }];
  const red = { name: 'tests', run: () => ({ passed: 4, failed: 1, skipped: 0, failures }) };
  expect(await runStages([[[red]]], run)).toBe(1);
  expect(summary()).toBe('4 1 0\nred: tests\n✗ adds up\n    expected 2\n');
});

test('the time of each gate and of the whole is said, and what only the deep layer runs', async () => {
  const gate = { name: 'collector tests', run: () => ({ passed: 4, failed: 0, skipped: 0, leftToDeep: 90 }) };
  expect(await runStages([[[gate]]], run)).toBe(0);
  expect(readFileSync(path.join(folder, 'summary'), 'utf8')).toMatch(
    /^4 0 0\nwhere the time of the layer default went\n +1\.5 s {2}preparation\n +0\.\d s {2}collector tests\n +1\.\d s {2}whole layer\n/u,
  );
  expect(summary()).toBe('4 0 0\n– 90 of the collector tests are left to ./farol test --deep\n');
});

test('the ten slowest files come first, with their seconds', () => {
  const file = (name: string, seconds: number) => ({
    name: `/repository/${name}`,
    status: 'passed',
    message: '',
    startTime: 1000,
    endTime: 1000 + seconds * 1000,
    assertionResults: [],
  });
  const testResults = Array.from({ length: 12 }, (_one, at) => file(`src/a${at}.test.ts`, at));
  const lines = renderSlowest({ testResults }, '/repository');
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe('   11.0 s  src/a11.test.ts');
  expect(lines.at(-1)).toBe('    2.0 s  src/a2.test.ts');
});
