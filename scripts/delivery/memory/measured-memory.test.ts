import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { render } from '../../generate/profiler-memory.ts';
import { medianOf, needOf, readMeasuredMemory, summarise } from './measured-memory.ts';
import { measuredTargets } from './targets.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const measured = readMeasuredMemory();

describe('the memory table [P-LIM-4]', () => {
  test('has every target that the issue names, each measured three times or more', () => {
    const named = measured.rows.map(({ kind, megabytes = 'as installed' }) => `${kind} ${megabytes}`);
    const [cpp, rust, go] = ['C++ 10, C++ 50, C++ 100, C++ 400, C++ 1000', 'Rust 100, Rust 400', 'Go 100, Go 400'];
    const installed = 'Node as installed, JVM as installed, Python as installed';
    expect(named.join(', ')).toBe([cpp, rust, go, installed].join(', '));
    expect(measured.rows.map(({ id }) => id)).toEqual(measuredTargets.map(({ id }) => id));
    const counts = [...measured.rows.map(({ runs }) => runs.length), measured.idle.length];
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(3);
  });

  const sized = measured.rows.flatMap(({ megabytes = 0, ...row }) => (megabytes === 0 ? [] : [{ megabytes, ...row }]));
  test.each(sized)('$id: its executable has that size, within a tenth', ({ megabytes, executable }) => {
    expect(Math.abs(executable / (megabytes * 1e6) - 1)).toBeLessThanOrEqual(0.1);
  });

  test('is the page that is published', () => {
    for (const { path: file, text } of render()) expect(readFileSync(path.join(root, file), 'utf8')).toBe(text);
  });

  test.each(measured.rows)('$id: admission reserves what each capture took, and more', ({ reserved, runs }) => {
    for (const run of runs) expect(needOf(run)).toBeLessThanOrEqual(reserved);
  });

  test('no capture of it is refused below a limit of 96 MB', () => {
    expect(summarise(measured).smallestLimit * 2 ** 20).toBeLessThanOrEqual(96e6);
  });

  test.each(sized.filter(({ megabytes }) => megabytes === 400))('$id: stays below the goal of 96 MB', ({ runs }) => {
    for (const { held } of runs) expect(held).toBeLessThanOrEqual(96e6);
  });
});

test('the median of three is the second', () => {
  expect(medianOf([3, 1, 2])).toBe(2);
});
