import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';

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
      'farol capture: Set FAROL_URL, or --url, to the https address of the control plane, with nothing after host and port.\n',
    ]);
  });

  test('names every command in its help', () => {
    const { stdout } = farol('--help');
    const ofPrograms = ['demo', 'control', 'agent', 'profiler', 'capture', 'token', 'bench'];
    const ofAgents = ['run', 'health', 'doctor', 'catalog', 'audit', 'support-bundle'];
    const listed = stdout.split('\n').map((line) => line.trim().split(' ')[0]);
    expect([...ofPrograms, ...ofAgents].filter((command) => !listed.includes(command))).toEqual([]);
  });

  test.each([[['nope']], [['agent', '--nope']], [['audit', 'nope']], [['--nope']]])('ends with 2 for %j', (args) => {
    const { status, stdout, stderr } = farol(...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('nope');
  });
});
