import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { allCommands } from '../../src/cli/tree/farol-command.ts';
import { farolProgram } from '../../src/cli/tree/program.ts';
import { render } from './manual.ts';

const [page] = render();
const text = page?.text ?? '';

test('mandoc has no warning about the manual page', () => {
  // It is generated without a date.
  const { stdout, status, error } = spawnSync('mandoc', ['-T', 'lint', '-W', 'warning'], {
    input: text,
    encoding: 'utf8',
  });
  const found = stdout.split('\n').filter((line) => line !== '' && !line.includes('missing date'));
  expect([error, found, [0, 1, 2].includes(status ?? -1)]).toEqual([undefined, [], true]);
});

test('the manual page has every command, option and example', async () => {
  const read = spawnSync('mandoc', ['-T', 'ascii', '-O', 'width=500'], { input: text, encoding: 'utf8' }).stdout;
  const shown = read.replaceAll(/.[\b]/gu, '').replaceAll(/\s+/gu, ' ');
  const commands = allCommands(await farolProgram()).filter((one) => one.name() !== 'farol' && one.name() !== 'help');
  const expected = commands.flatMap((one) => [
    one.path,
    ...one.options.map(({ flags }) => flags),
    ...one.exampleLines.map((line) => line.replaceAll(/\s+/gu, ' ')),
  ]);
  expect(expected.filter((part) => !shown.includes(part))).toEqual([]);
});
