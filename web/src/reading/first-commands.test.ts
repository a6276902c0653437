import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { becomeProfiler, installProfiler, writeTargets } from './first-commands.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

test('the commands are those of the guide, from a clone', () => {
  const guide = read('docs/guides/run-it.md');
  const lines = `${installProfiler}\n${writeTargets}\n${becomeProfiler}`.split('\n');
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.filter((line) => !guide.includes(line))).toEqual([]);
});

test('the collector lies where the Profiler looks for it, and the list where its command says', () => {
  expect(read('profiler/host/main.ts')).toContain(`'${/ptop (\/\S+)$/mu.exec(installProfiler)?.[1]}'`);
  expect(read('src/control/tokens/bootstrap-command.ts')).toContain(`'${writeTargets.split(' ').at(-1)}'`);
});
