import { spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { allCommands } from './tree/farol-command.ts';
import { farolProgram } from './tree/program.ts';

const program = await farolProgram();

function farol(...args: string[]) {
  return spawnSync(process.execPath, ['src/cli/main.ts', ...args], { encoding: 'utf8', env: {}, timeout: 60_000 });
}

describe('the command line', () => {
  test.each(['agent', 'profiler', 'control', 'capture'])(
    '%s refuses a token among its arguments and does not repeat it',
    (command) => {
      for (const given of ['rboot_abc_secretsecret_1', '--token=rpcap_abc_secretsecret_1']) {
        const { status, stdout, stderr } = farol(command, given);
        expect([status, stdout]).toEqual([2, '']);
        expect(stderr).toContain('token was given as an argument');
        expect(stderr).not.toContain('secretsecret');
      }
    },
  );

  test('takes --version as the version of a capture and as its own', () => {
    expect(farol('--version').stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/u);
    const { status, stderr } = farol('capture', 'request', '--workload', 'a', '--version', '2.0.0');
    expect([status, stderr]).toEqual([
      2,
      'farol capture: Set FAROL_URL, or --url, to the https address of the control plane, with nothing after host and port, or run farol login.\n',
    ]);
  });

  test('names every command in a help of at most 24 lines of 80 columns', () => {
    const { status, stdout } = farol('--help');
    const lines = stdout.trimEnd().split('\n');
    expect([status, lines.length <= 24, lines.filter((line) => line.length > 80)]).toEqual([0, true, []]);
    for (const command of program.children.filter((one) => one.name() !== 'help')) {
      expect(lines.map((line) => line.slice(10))).toContain(`${command.name().padEnd(14)}  ${command.summary()}`);
    }
    expect(farol().stdout).toBe(stdout);
    expect(farol('help').stdout).toBe(stdout);
  });

  test('prints the help of a command in every way it can be asked for', () => {
    const expected = farol('capture', 'wait', '--help').stdout;
    expect(expected).toMatch(
      /^Wait for the outcome of a capture.*\n\nUsage: farol capture wait <request_id> \[options\]\n/u,
    );
    expect(farol('help', 'capture', 'wait').stdout).toBe(expected);
    expect(farol('capture', 'wait', '-h').stdout).toBe(expected);
  });

  test.each([20, 40, 80, 120])('fits every help into %i columns, with aligned descriptions', (width) => {
    for (const command of allCommands(program)) {
      const helper = command.createHelp();
      helper.prepareContext({ helpWidth: width });
      const text = stripVTControlCharacters(helper.formatHelp(command, helper));
      // A name cannot be broken, and an example is printed as it is typed.
      const long = text.split('\n').filter((line) => line.length > width && / \S+ \S/u.test(line.slice(28)));
      if (width >= 80) expect(long.filter((line) => !line.startsWith('  $ '))).toEqual([]);
      expect(text).not.toMatch(/undefined|Infinity/u);
    }
  });

  test('says what each command, argument and option is for, and shows an example', () => {
    for (const command of allCommands(program)) {
      const isLeaf = command.children.length === 0 && command.name() !== 'help';
      expect(command.description(), command.path).not.toBe('');
      if (command !== program) expect(command.summary() || command.description(), command.path).toMatch(/^.{1,60}$/u);
      if (isLeaf) expect(command.exampleLines.length, command.path).toBeGreaterThan(0);
      for (const { flags, description } of command.options)
        expect(description, `${command.path} ${flags}`).not.toBe('');
      for (const one of command.registeredArguments) expect(one.description, command.path).not.toBe('');
    }
  });

  test.each([
    [['captur'], 'capture'],
    [['capture', 'wiat'], 'wait'],
    [['control', 'bakup'], 'backup'],
    [['help', 'capture', 'gte'], 'gate'],
    [['capture', 'show', 'x', '--jsom'], '--json'],
    [['audit', 'verfy'], 'verify'],
  ])('suggests the nearest for %j', (args, nearest) => {
    const { status, stderr } = farol(...args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(`(Did you mean ${nearest}?)`)]);
  });

  test.each([[['nope']], [['agent', '--nope']], [['audit', 'nope']], [['--nope']]])('ends with 2 for %j', (args) => {
    const { status, stdout, stderr } = farol(...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('nope');
  });
});
