/**
 * The commands of the app for a host without containers, pasted as they are shown: archives of the release are unpacked,
 * an Agent and a Profiler enrol, and the first capture of a process is pushed. All of it runs in a mount namespace of its
 * own, so that /etc, /opt, /usr/local and /var/lib of this machine stay as they are. Needs root and the built programs.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ControlApi } from '../../../src/control/api/api-client.ts';
import { CaptureRecord, Fleet, ProfilerSetting, TokenCreated } from '../../../src/control/api/api.ts';
import { deliveredPrograms, releaseTag } from '../../../src/control/api/delivered-programs.ts';
import { readVersion } from '../../../src/core/version.ts';
import { writeTargets } from '../../../web/src/reading/first-commands.ts';
import { renderCli } from '../../../web/src/captures/render-command.ts';
import { ControlProcess } from '../../control-process.ts';
import { findRelease } from '../release-images.ts';

const repository = path.resolve(import.meta.dirname, '../../..');
const workload = 'till';
const rootPath = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' };
const isolate = `set -e
mount --make-rprivate /
mount -t tmpfs tmpfs /mnt
cp -a /etc /mnt/etc
mkdir -p /mnt/opt /mnt/local/bin /mnt/lib
for one in etc:etc opt:opt local:usr/local lib:var/lib; do mount --bind "/mnt/\${one%%:*}" "/\${one#*:}"; done`;

let folder: string;
let control: ControlProcess;
let api: ControlApi;
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'farol-host-'));
  const release = await findRelease();
  for (const name of [deliveredPrograms.agent, deliveredPrograms.profiler]) {
    const file = `${archiveOf(name)}.tar.gz`;
    copyFileSync(path.join(release.folder, 'archives', file), path.join(folder, file));
  }
  control = await ControlProcess.prepare(path.join(folder, 'control'));
  const link = await control.start();
  api = new ControlApi(control.app, control.caPem);
  await api.signIn(link);
  writeFileSync(path.join(folder, 'ca.pem'), control.caPem);
  startWorkload();
}, 600_000);

afterAll(async () => {
  for (const { pid, exitCode, signalCode } of children) {
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
  }
  api?.close();
  await control?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('an Agent and a Profiler enrol, and the first capture is pushed [P-ENR-2]', async () => {
  await api.call({ method: 'PUT', path: '/api/settings/profiler', body: { enabled: true } }, ProfilerSetting);
  const agent = await commandOf('agent');
  const profiler = await commandOf('profiler');
  const said = [paste(agent), paste([writeTargets.replace('PROCESS', workload), profiler].join('\n'))];
  await expect.poll(liveClasses, { timeout: 60_000, interval: 200 }).toEqual(['agent', 'profiler']);
  const request = renderCli({
    origin: control.app,
    workload,
    version: '1.0.0',
    env: '',
    kind: 'head',
    durationSec: 5,
    warmupSec: 0,
    ownAuthority: true,
  });
  const token = await api.call(
    { method: 'POST', path: '/api/tokens', body: { kind: 'capture', name: 'ci' } },
    TokenCreated,
  );
  const bin = path.join(folder, 'bin');
  mkdirSync(bin);
  const entry = path.join(repository, 'dist/src/cli/main.js');
  writeFileSync(path.join(bin, 'farol'), `#!/bin/sh\nexec ${process.execPath} ${entry} "$@"\n`, { mode: 0o755 });
  const env = { PATH: `${bin}:${process.env['PATH']}`, FAROL_CAPTURE_TOKEN: token.value };
  const { stdout } = await promisify(execFile)('sh', ['-ec', request], { cwd: folder, env });
  const read = async () => api.call({ method: 'GET', path: `/api/profiling/captures/${stdout.trim()}` }, CaptureRecord);
  await expect.poll(async () => (await read()).status, { timeout: 60_000, interval: 500 }).not.toBe('queued');
  const { status, reason } = await read();
  expect([status, reason, said.map((one) => one())]).toMatchObject(['pushed', expect.anything(), expect.anything()]);
}, 180_000);

test('with systemd the files of the unit are written, which nobody else reads, and the unit is started', async () => {
  const command = await commandOf('agent');
  // A systemd that writes down what it is asked for, after what it would find.
  const recorder = `mount -t tmpfs tmpfs /run
mkdir -p /run/systemd/system
printf '#!/bin/sh\\necho "systemctl $*"\\n' > /usr/local/bin/systemctl
chmod 0755 /usr/local/bin/systemctl`;
  const files = ['/etc/credstore/farol-agent.bootstrap', '/etc/farol/farol-agent.env', '/etc/farol/ca.pem'];
  const twice = `${command}\n${command}`;
  const show = `stat --format '%a %U %n' ${files.join(' ')}; cat ${files[1]}; ls /etc/farol; readlink -e /usr/local/bin/farol`;
  const { stdout } = await promisify(execFile)(
    'unshare',
    ['--mount', 'sh', '-ec', [isolate, recorder, twice, show].join('\n')],
    { cwd: folder, env: rootPath },
  );
  const start = [
    'systemctl enable /opt/farol/farol-agent/systemd/farol-agent.service',
    'systemctl restart farol-agent',
  ];
  const lines = stdout.trim().split('\n');
  expect(lines.slice(0, 4)).toEqual([...start, ...start]);
  expect(lines.slice(4, 7)).toEqual([`600 root ${files[0]}`, `600 root ${files[1]}`, `644 root ${files[2]}`]);
  expect(lines.slice(7, 12)).toEqual([
    'RUNNER_TENANT=acme',
    `RUNNER_ENROLL_URL=https://127.0.0.1:${new URL(control.app).port}/enroll`,
    `RUNNER_TUNNEL_URL=${control.tunnel.href.replace(/\/$/u, '')}`,
    'RUNNER_CA_FILE=/etc/farol/ca.pem',
    `RUNNER_INSTANCE_ID=${hostname()}-agent`,
  ]);
  expect(lines.slice(12)).toEqual([
    'ca.pem',
    'farol-agent.env',
    'farol-agent.env.before',
    `/opt/farol/${archiveOf('farol-agent')}/farol`,
  ]);
}, 120_000);

async function liveClasses(): Promise<string[]> {
  const { instances } = await api.call({ method: 'GET', path: '/api/fleet' }, Fleet);
  return instances
    .filter(({ state }) => state === 'live')
    .map((one) => one.class)
    .toSorted();
}

/** As the page shows it to an owner. */
async function commandOf(instanceClass: 'agent' | 'profiler'): Promise<string> {
  const body = { kind: 'bootstrap', class: instanceClass, name: instanceClass };
  const { commands = [] } = await api.call({ method: 'POST', path: '/api/tokens', body }, TokenCreated);
  return commands.find(({ way }) => way === 'host')?.command ?? '';
}

/** Starts what is pasted as root in the folder of the archives; returns what it has written so far. */
function paste(command: string): () => string {
  const child = spawn('unshare', ['--mount', 'sh', '-c', `${isolate}\n${command}`], {
    cwd: folder,
    env: rootPath,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  children.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return () => text;
}

function startWorkload(): void {
  const source = path.join(folder, 'till.c');
  writeFileSync(source, 'int main(void) { for (volatile unsigned long at = 0;; at += 1) {} }\n');
  execFileSync('cc', ['-O1', '-g', '-o', path.join(folder, workload), source]);
  children.push(spawn(path.join(folder, workload), [], { stdio: 'ignore', detached: true }));
}

function archiveOf(name: string): string {
  return `${name}-${releaseTag(readVersion())}-linux-${process.arch === 'x64' ? 'amd64' : 'arm64'}`;
}
