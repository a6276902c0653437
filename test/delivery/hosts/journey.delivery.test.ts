/**
 * From nothing to the first comparison of one's own process on a host without containers, as a person does it: archives of
 * the release, a machine whose process 1 is the real systemd, commands pasted into a shell of root, answers typed at a
 * terminal. It prints what was pasted and how long it took. What a person clicks in the app is asked of its API.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findRelease } from '../release-images.ts';
import { SystemdMachine } from './systemd-machine.ts';

const repository = path.resolve(import.meta.dirname, '../../..');
vi.setConfig({ testTimeout: 300_000 });

let folder: string;
let tag: string;
let machine: SystemdMachine;
let startedMs = 0;
const pasted: string[] = [];

beforeAll(async () => {
  const release = await findRelease();
  ({ tag } = release);
  folder = mkdtempSync('/var/lib/farol-journey-');
  chmodSync(folder, 0o755);
  for (const name of ['farol-control', 'farol-profiler', 'farol-agent']) {
    const file = `${name}-${tag}-linux-amd64.tar.gz`;
    copyFileSync(path.join(release.folder, 'archives', file), path.join(folder, file));
  }
  copyFileSync(path.join(import.meta.dirname, 'checkout.c'), path.join(folder, 'checkout.c'));
  machine = await SystemdMachine.start([repository, folder]);
  machine.expect('echo 127.0.0.1 farol.example.com >> /etc/hosts');
}, 900_000);

afterAll(async () => {
  await machine?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

/** What a person pastes. `answers`: what is typed when the terminal shows the words. Returns what the terminal showed. */
async function paste(
  command: string,
  answers: readonly (readonly [words: RegExp, keys: string])[] = [],
): Promise<string> {
  pasted.push(command);
  const terminal = openTerminal(`stty cols 120 rows 40\n${command}`);
  let shown = '';
  terminal.stdout?.on('data', (part: Buffer) => (shown += stripVTControlCharacters(part.toString())));
  const ended = new Promise<number | null>((resolve) => terminal.once('close', resolve));
  let read = 0;
  for (const [words, keys] of answers) {
    await expect.poll(() => shown.slice(read), { timeout: 60_000, interval: 50 }).toMatch(words);
    read = shown.length;
    for (const key of keys.split(/(?<=[\t\r])|(?=[\t\r])/u)) {
      terminal.stdin?.write(key);
      await sleep(300);
    }
  }
  expect([await ended, shown]).toEqual([0, expect.anything()]);
  return shown.replaceAll('\r', '');
}

/** A shell of root in the machine, on a terminal of its own. */
function openTerminal(command: string): ChildProcess {
  const enter = [
    '--target',
    String(machine.pid),
    '--mount',
    '--uts',
    '--ipc',
    '--net',
    '--pid',
    '--cgroup',
    `--wdns=${folder}`,
  ];
  return spawn(
    'nsenter',
    [...enter, 'script', '--quiet', '--return', '--echo', 'never', '--command', command, '/dev/null'],
    {
      env: {
        PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: '/root',
        SHELL: '/bin/sh',
        TERM: 'xterm',
        COLUMNS: '120',
        LINES: '40',
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
}

function deploy(flags: string): void {
  machine.run('pkill --exact checkout');
  const compile = `cc -O1 -g ${flags} -o /usr/local/bin/checkout ${folder}/checkout.c`;
  machine.expect(`rm -f /usr/local/bin/checkout; ${compile}; setsid checkout > /dev/null 2>&1 < /dev/null &`);
}

/** What an owner clicks: signs in, enables the Profiler, creates a bootstrap token and copies its command for hosts. */
function copyCommand(link: string, instanceClass: string): string {
  const script = `${repository}/test/delivery/hosts/copy-command.ts '${link}' /etc/farol/ca.pem ${instanceClass}`;
  return machine.expect(`${process.execPath} ${script}`);
}

let link = '';

test('the control plane is live after two commands and two answers', async () => {
  deploy('');
  startedMs = performance.now();
  await paste(`tar --no-same-owner -xzf farol-control-${tag}-linux-amd64.tar.gz`);
  const shown = await paste(`farol-control-${tag}-linux-amd64/farol setup`, [
    [/Address that people and instances use/u, `${'\u007F'.repeat(80)}https://farol.example.com:8444\r`],
    [/Name of the organization/u, '\r'],
  ]);
  expect(shown).toContain('The control plane is live at https://farol.example.com:8444.');
  link = /https:\S+#\S+/u.exec(shown)?.[0] ?? '';
});

test('the command of the app installs a Profiler, and the process to measure is picked from those that run [P-ENR-2]', async () => {
  const shown = await paste(copyCommand(link, 'profiler'), [
    [/Name of this Profiler/u, `${'\u007F'.repeat(80)}host-1\r`],
    [/Which processes may be measured/u, 'checkout\t\r'],
  ]);
  expect(shown).toContain('Profiler host-1 is live: it is enrolled in default at farol.example.com:8444.');
  expect(shown).toContain('checkout (1 process)');
});

test('two versions are captured and compared', async () => {
  const logIn = `for kind in capture read; do farol token create --kind $kind --name first | farol login --url https://farol.example.com:8444 --ca-file /etc/farol/ca.pem; done`;
  await paste(logIn);
  const capture = (version: string): string =>
    `farol capture wait "$(farol capture request --workload checkout --version ${version} --duration 10)"`;
  expect(await paste(capture('1.0.0'))).toContain('host-1: pushed');
  deploy('-DFORMATS');
  expect(await paste(capture('1.1.0'))).toContain('host-1: pushed');
  expect(await paste('farol capture diff checkout')).toContain('1.0.0 → 1.1.0');
  const seconds = (performance.now() - startedMs) / 1000;
  process.stdout.write(
    `${pasted.length} pasted commands, ${seconds.toFixed(0)} s:\n${pasted.map((one) => `- ${one.replaceAll(/rboot_\w+/gu, '[secret]')}\n`).join('')}`,
  );
  expect(pasted.length).toBeLessThanOrEqual(8);
});

test('an Agent is set up beside them with every answer as an option, and once more without a change', () => {
  const archive = `farol-agent-${tag}-linux-amd64`;
  machine.expect(`tar --no-same-owner -xzf ${archive}.tar.gz`, { cwd: folder });
  const options = '--url https://farol.example.com:8444 --ca-file /etc/farol/ca.pem --instance agent-1';
  const token = 'farol token create --kind bootstrap --class agent --name agent-1';
  const setup = `${archive}/farol setup ${options}`;
  const before = machine.expect('find /etc /opt/farol -newer /etc/hosts -type f | sort');
  const printed = machine.expect(`${token} 2> /dev/null | ${setup} --token-file /dev/stdin --print`, { cwd: folder });
  expect(printed).toContain('/etc/credstore/farol-agent.bootstrap');
  expect(printed).toContain('[secret]');
  expect(printed).not.toMatch(/rboot_/u);
  expect(machine.expect('find /etc /opt/farol -newer /etc/hosts -type f | sort')).toBe(before);
  const { status, stderr } = machine.run(`${setup} < /dev/null`, { cwd: folder });
  expect([status, stderr]).toEqual([1, 'farol setup: --token-file is missing, and there is no terminal to ask at.\n']);
  expect(machine.expect(`${token} 2> /dev/null | ${setup} --token-file /dev/stdin`, { cwd: folder })).toMatch(
    /^Agent agent-1 is live/u,
  );
  expect(machine.expect('/opt/farol/farol-agent/farol setup < /dev/null')).toContain('Nothing to change.');
});

test('each command line shows its own program, and its doctor finds nothing wrong', () => {
  for (const [name, own, other] of [
    ['farol-control', 'token', 'demo'],
    ['farol-profiler', 'doctor', 'capture'],
    ['farol-agent', 'sources', 'token'],
  ] as const) {
    const help = machine.expect(`/opt/farol/${name}/farol --help`);
    expect(help).toMatch(new RegExp(` ${own} `, 'u'));
    expect(help).not.toMatch(new RegExp(`^.{10}${other} `, 'mu'));
    expect(help.split('\n').length).toBeLessThanOrEqual(25);
    const { status, stdout } = machine.run(`/opt/farol/${name}/farol doctor`);
    expect([name, status, stdout.split('\n').filter((line) => line.startsWith('problem'))]).toEqual([name, 0, []]);
  }
});

test('remove leaves the identity, so that a setup needs no token, and purge leaves nothing', () => {
  const said = machine.expect('/opt/farol/farol-agent/farol remove');
  expect(said).toContain('/var/lib/farol-agent: identity');
  expect(machine.run('systemctl cat farol-agent').status).toBe(1);
  const archive = `${folder}/farol-agent-${tag}-linux-amd64`;
  expect(machine.expect(`${archive}/farol setup < /dev/null`)).toMatch(/^Agent agent-1 is live/u);
  machine.expect('/opt/farol/farol-agent/farol remove --purge');
  expect(
    machine.run("find /opt /etc /usr/local /var/lib -name '*farol-agent*' -not -path '/var/lib/farol-journey-*'")
      .stdout,
  ).toBe('');
  expect(machine.run('getent passwd farol-agent').status).toBe(2);
  expect(machine.expect('/opt/farol/farol-profiler/farol doctor')).toContain('checkout: 1 process has this name now.');
});
