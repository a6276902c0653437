import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { gateExits } from '../../../profiler/witness/cli/exit-codes.ts';
import { commandExits, readCollectorExits } from './exits.ts';

const repository = path.resolve(import.meta.dirname, '../../..');

test('the collector ends as its help says', () => {
  const program = path.join(repository, 'profiler/ptop/target/release/ptop');
  const help = execFileSync(program, ['--help'], { encoding: 'utf8' });
  const said = [...help.matchAll(/^ {1,3}(?<status>\d+) {2}(?<code>\w+): (?<meaning>.+)$/gmu)];
  expect(Object.values(readCollectorExits()).slice(1)).toEqual(
    said.map(({ groups = {} }) =>
      expect.objectContaining({
        code: Number(groups['status']),
        meaning: `${groups['meaning']} (\`${groups['code']}\`)`,
      }),
    ),
  );
});

test('the script of a pipeline ends as a gate does', () => {
  const script = readFileSync(path.join(repository, 'deploy/pipeline/farol-capture.sh'), 'utf8');
  expect(script).toContain(`\nnot_judged=${gateExits.notJudged.code}\n`);
  expect(script).toContain(`\noperational=${gateExits.operational.code}\n`);
});

test('within a command no code has two meanings, and every failure names who acts', () => {
  for (const [, exits] of commandExits) {
    const rows = Object.values(exits);
    expect(rows[0]?.code).toBe(0);
    expect(new Set(rows.map(({ code }) => code)).size).toBe(rows.length);
  }
});
