/**
 * The commands of the app for Docker, pasted as they are shown: containers of the release start, an Agent and a Profiler
 * enrol, and the first capture of a process outside is pushed. `docker` is podman on the network of the host, without
 * AppArmor: what it leaves out or puts elsewhere is below. Needs root.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname as readHostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Podman } from '../../../scripts/delivery/containers/podman.ts';
import { ControlApi } from '../../../src/control/api/api-client.ts';
import { CaptureAccepted, CaptureRecord, Fleet, ProfilerSetting, TokenCreated } from '../../../src/control/api/api.ts';
import { seccompFile } from '../../../src/core/delivered/delivered-programs.ts';
import { writeTargets } from '../../../web/src/reading/first-commands.ts';
import { ControlProcess } from '../../control-process.ts';
import { findRelease, type Release } from '../release-images.ts';

const workload = `farolp${process.pid}`;
const hostname = readHostname();
let folder: string;
let release: Release;
let podman: Podman;
let control: ControlProcess;
let api: ControlApi;
let target: ChildProcess;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'farol-docker-'));
  // The program in the container reads the authority as another user.
  chmodSync(folder, 0o755);
  release = await findRelease();
  podman = new Podman(path.join(folder, 'podman'));
  podman.load(release.folder, release.tag);
  control = await ControlProcess.prepare(path.join(folder, 'control'));
  const link = await control.start();
  api = new ControlApi(control.app, control.caPem);
  await api.signIn(link);
  writeCommands();
  target = startTarget();
}, 900_000);

afterAll(async () => {
  target?.kill('SIGKILL');
  podman?.close();
  api?.close();
  await control?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** /etc of this machine stays as it is: the target list lies in a folder of the test. */
function writeCommands(): void {
  mkdirSync(path.join(folder, 'bin'));
  const docker = `#!/bin/bash
set -eu
[ "$1" = run ]
shift
given=()
while [ $# -gt 0 ]; do
  case "$1 \${2-}" in
    '--security-opt apparmor='*) shift 2 ;;
    '--volume /etc/farol/targets.json:'*) given+=("$1" "${folder}$2"); shift 2 ;;
    *) given+=("$1"); shift ;;
  esac
done
exec podman run --network host "\${given[@]}"
`;
  writeFileSync(path.join(folder, 'bin/docker'), docker, { mode: 0o755 });
}

function paste(command: string): string {
  const env = { ...podman.env, PATH: `${folder}/bin:${process.env['PATH']}` };
  const ran = spawnSync('sh', ['-ec', command], { cwd: folder, env, encoding: 'utf8', timeout: 120_000 });
  if (ran.status !== 0) throw new Error(`ended with ${ran.status}:\n${command}\n${ran.stdout}${ran.stderr}`);
  return ran.stdout;
}

/** As the page shows it to an owner. */
async function commandOf(instanceClass: 'agent' | 'profiler'): Promise<{ command: string; token: string }> {
  const body = { kind: 'bootstrap', class: instanceClass, name: instanceClass };
  const { commands = [], value } = await api.call({ method: 'POST', path: '/api/tokens', body }, TokenCreated);
  const command = commands.find(({ way }) => way === 'docker')?.command ?? '';
  return { command, token: value };
}

async function live(): Promise<string[]> {
  const { instances } = await api.call({ method: 'GET', path: '/api/fleet' }, Fleet);
  return instances.filter(({ state }) => state === 'live').map(({ instance }) => instance);
}

/** Of the first process of a container, as the kernel has it. */
function statusOf(container: string): string {
  const pid = podman.read('inspect', '--format', '{{.State.Pid}}', container);
  return readFileSync(`/proc/${pid}/status`, 'utf8');
}

const logs = (container: string): string => {
  const { stdout, stderr } = podman.run('logs', container);
  return stdout + stderr;
};

function startTarget(): ChildProcess {
  const file = path.join(folder, workload);
  writeFileSync(`${file}.c`, 'int main(void) { for (volatile unsigned long at = 0;; at += 1) {} }\n');
  execFileSync('cc', ['-O1', '-g', '-o', file, `${file}.c`]);
  return spawn(file, [], { stdio: 'ignore' });
}

test('an Agent enrols in a container without any privilege, and a restart keeps its identity [P-ENR-2]', async () => {
  const { command, token } = await commandOf('agent');
  paste(command);
  await expect
    .poll(live, { timeout: 60_000, interval: 500, message: logs('farol-agent') })
    .toEqual([`${hostname}-agent`]);
  expect(statusOf('farol-agent')).toMatch(/^CapBnd:\t0{16}$/mu);
  expect(statusOf('farol-agent')).toMatch(/^NoNewPrivs:\t1$/mu);
  expect(podman.read('inspect', '--format', '{{.ImageName}} {{.HostConfig.ReadonlyRootfs}}', 'farol-agent')).toBe(
    `localhost/farol-agent:${release.tag} true`,
  );
  // The engine shows variables to its users, and the kernel shows arguments to every user of the machine.
  expect(podman.read('inspect', 'farol-agent')).not.toContain(token);
  expect(execFileSync('ps', ['-e', '-o', 'args='], { encoding: 'utf8' })).not.toContain(token);
  podman.read('restart', '--time', '5', 'farol-agent');
  const sessions = (): number => logs('farol-agent').split('tunnel is live').length - 1;
  await expect.poll(sessions, { timeout: 60_000, interval: 500 }).toBe(2);
  expect(logs('farol-agent').split('"msg":"enrolled"').length - 1).toBe(1);
}, 180_000);

test('a Profiler enrols with five capabilities that its process does not hold, and the first capture is pushed', async () => {
  await api.call({ method: 'PUT', path: '/api/settings/profiler', body: { enabled: true } }, ProfilerSetting);
  const { command, token: bootstrap } = await commandOf('profiler');
  copyFileSync(
    path.resolve(import.meta.dirname, '../../../deploy/seccomp/farol-profiler.json'),
    path.join(folder, seccompFile),
  );
  paste(`${writeTargets.replace('PROCESS', workload)}`.replaceAll('/etc/farol', `${folder}/etc/farol`));
  paste(command);
  await expect
    .poll(async () => (await live()).toSorted(), { timeout: 60_000, interval: 500, message: logs('farol-profiler') })
    .toEqual([hostname, `${hostname}-agent`]);
  expect(statusOf('farol-profiler')).toMatch(/^CapEff:\t0{16}\nCapBnd:\t000000c000280004\nCapAmb:\t0{16}\n/mu);
  const inspected = podman.read('inspect', 'farol-profiler');
  expect(inspected).toContain(`seccomp=${seccompFile}`);
  expect(inspected).not.toContain(bootstrap);
  const token = await api.call(
    { method: 'POST', path: '/api/tokens', body: { kind: 'capture', name: 'first' } },
    TokenCreated,
  );
  const pipeline = new ControlApi(control.app, control.caPem);
  pipeline.useToken(token.value);
  const body = { workload, version: '1.0.0', duration_sec: 5, warmup_sec: 0 };
  const asked = { method: 'POST', path: '/api/profiling/captures', body } as const;
  const { request_id } = await pipeline.call(asked, CaptureAccepted);
  pipeline.close();
  const read = () => api.call({ method: 'GET', path: `/api/profiling/captures/${request_id}` }, CaptureRecord);
  await expect.poll(async () => (await read()).status, { timeout: 90_000, interval: 500 }).not.toBe('queued');
  expect(await read()).toMatchObject({ outcome: 'pushed', instances: [{ instance: hostname }] });
}, 240_000);
