import { spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { TokenPrefix } from '../control/tokens/token-text.ts';
import { allCommands } from './tree/farol-command.ts';
import { farolProgram } from './tree/program.ts';

const program = await farolProgram();

function farol(...args: string[]) {
  return spawnSync(process.execPath, ['src/cli/main.ts', ...args], { encoding: 'utf8', env: {}, timeout: 60_000 });
}

describe('the command line', () => {
  const commandOfToken: Record<TokenPrefix, string> = {
    rapi: 'capture',
    rboot: 'agent',
    rinc: 'control',
    rlink: 'token',
    rmcp: 'profiler',
    rpcap: 'capture',
  };
  test.each(Object.entries(commandOfToken))(
    'refuses a token that begins with %s and does not repeat it',
    (prefix, command) => {
      for (const given of [`${prefix}_abc_secretsecret_1`, `--token=${prefix}_abc_secretsecret_1`]) {
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
    for (const command of program.createHelp().visibleCommands(program)) {
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

  test.each([80, 120])('fits every help into %i columns', (width) => {
    const texts = allCommands(program).map((command) => {
      const helper = command.createHelp();
      helper.prepareContext({ helpWidth: width });
      return stripVTControlCharacters(helper.formatHelp(command, helper));
    });
    const lines = texts.flatMap((text) => text.split('\n'));
    expect(lines.filter((line) => line.length > width)).toEqual([]);
    expect(texts.filter((text) => /undefined|Infinity/u.test(text))).toEqual([]);
  });

  test('says what each command, argument and option is for, and shows an example', () => {
    const commands = allCommands(program).filter((one) => one !== program && one.name() !== 'help');
    const summaries = commands.map((one) => one.summary() || one.description());
    expect(summaries.filter((text) => !/^.{1,70}$/u.test(text))).toEqual([]);
    const leaves = commands.filter((one) => one.children.length === 0);
    expect(leaves.filter((one) => one.exampleLines.length === 0).map((one) => one.path)).toEqual([]);
    const described = commands.flatMap((one) => [...one.options, ...one.registeredArguments]);
    expect(described.filter(({ description }) => description === '')).toEqual([]);
  });

  test('prints no colour where there is no terminal, or with NO_COLOR', () => {
    const call = `${process.execPath} src/cli/main.ts capture --help`;
    const onTerminal = (env: Record<string, string>): string =>
      spawnSync('script', ['--quiet', '--command', call, '/dev/null'], { encoding: 'utf8', env, input: '' }).stdout;
    const bold = '\u001B[1m';
    expect(farol('capture', '--help').stdout).not.toContain(bold);
    expect(onTerminal({ TERM: 'xterm', NO_COLOR: '1' })).not.toContain(bold);
    expect(onTerminal({ TERM: 'xterm' })).toContain(bold);
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
