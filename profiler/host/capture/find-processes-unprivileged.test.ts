/**
 * The whole way of a request to processes that the Profiler's own user may not look into: a control
 * plane, the Profiler as an unprivileged process, the installed collector, targets of another user.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { get } from 'node:https';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { nobody, ProfilerBench } from '../../../test/unprivileged-profiler.ts';
import type { Bundle } from '../../witness/bundle/record/bundle.ts';
import { decodeBundle } from '../../witness/bundle/encode.ts';
import { CaptureAccepted, CaptureRecord, Fleet, TokenCreated } from '../../../src/control/api/api.ts';

/** The user of the targets: neither root nor the Profiler's. */
const other = 4242;
const workload = `fu-${process.pid}`;
const masked = `fx-${process.pid}`;
const lost = `fl-${process.pid}`;

let bench: ProfilerBench;
let running: TestControl;
let owner: Readonly<Record<string, string>>;
let pipeline: Readonly<Record<string, string>>;
let profiler: ChildProcess;
let said = '';
const children: ChildProcess[] = [];

beforeAll(async () => {
  bench = new ProfilerBench();
  running = await startTestControl();
  owner = await running.signIn('owner');
  await running.send({ method: 'PUT', path: '/api/settings/profiler', headers: owner, body: { enabled: true } });
  const bootstrap = await createToken({ kind: 'bootstrap', class: 'profiler', name: 'node-1' });
  pipeline = { authorization: `Bearer ${await createToken({ kind: 'capture', name: 'pipeline' })}` };
  const targets = [{ workload, namespace: 'shop' }, { workload: masked }, { workload: lost, namespace: 'shop' }];
  const { tunnel, enroll } = running.control.addresses;
  profiler = bench.start({
    env: {
      RUNNER_TUNNEL_URL: tunnel,
      RUNNER_ENROLL_URL: enroll,
      RUNNER_CA_FILE: bench.write('ca.pem', running.caPem),
      RUNNER_BOOTSTRAP_TOKEN: bootstrap,
      RUNNER_PROFILE_TARGETS_FILE: bench.write('listed.json', JSON.stringify({ targets })),
      RUNNER_PROFILE_ALLOCATIONS: masked,
      TMPDIR: bench.ownDirectory('work'),
    },
  });
  for (const stream of [profiler.stdout, profiler.stderr]) stream?.on('data', (part: Buffer) => (said += String(part)));
  const isLive = async (): Promise<void> => expect(await liveInstances()).toEqual(['node-1']);
  await vi.waitFor(isLive, { timeout: 60_000, interval: 100 }).catch((cause: unknown) => {
    throw new Error(`the Profiler did not connect, and said: ${said}`, { cause });
  });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  bench.close();
  await running.close();
});

async function createToken(body: object): Promise<string> {
  const made = await running.send({ method: 'POST', path: '/api/tokens', headers: owner, body });
  return TokenCreated.parse(made.json()).value;
}

async function liveInstances(): Promise<string[]> {
  const { instances } = Fleet.parse((await running.send({ path: '/api/fleet', headers: owner })).json());
  return instances.filter(({ state }) => state === 'live').map(({ instance }) => instance);
}

/** A copy of the shell under a name of its own: it opens a file now and then. */
function program(name: string): string {
  const file = path.join(bench.folder, name);
  copyFileSync('/bin/bash', file);
  return file;
}

/** Waits without starting a program: until its exec, the child would be one more process of the listed name. */
const work = ['-c', 'exec 3<> <(:); while :; do read -r line < /etc/hostname; read -rt 0.05 <&3; done'];

/** Runs as another user with a service-account file of its own, as in a container of a pod. */
async function startInNamespace(file: string, namespace: string): Promise<number> {
  const folder = '/run/secrets/kubernetes.io/serviceaccount';
  const script = `
    mount -t tmpfs -o mode=755 tmpfs "$(readlink -f /var/run)"
    mkdir -p ${folder}
    printf %s ${namespace} > ${folder}/namespace
    exec setpriv --reuid=${other} --regid=${other} --clear-groups -- "$@"`;
  return started(spawn('/usr/bin/unshare', ['--mount', 'sh', '-ec', script, 'sh', file, ...work]), file);
}

/** Resolves with the pid when the process runs that program. */
async function started(child: ChildProcess, file: string): Promise<number> {
  children.push(child);
  await once(child, 'spawn');
  await expect.poll(() => readlinkSync(`/proc/${child.pid}/exe`)).toBe(file);
  return child.pid ?? 0;
}

async function capture(name: string): Promise<CaptureRecord> {
  const body = { workload: name, version: 'v1', duration_sec: 5, warmup_sec: 0 };
  const sent = await running.send({ method: 'POST', path: '/api/profiling/captures', headers: pipeline, body });
  const { request_id } = CaptureAccepted.parse(sent.json());
  const read = async (): Promise<CaptureRecord> =>
    CaptureRecord.parse((await running.send({ path: `/api/profiling/captures/${request_id}`, headers: owner })).json());
  await expect.poll(async () => (await read()).status, { timeout: 60_000, interval: 200 }).not.toBe('queued');
  return read();
}

async function bundleOf({ request_id }: CaptureRecord): Promise<Bundle> {
  const url = new URL(`/api/profiling/captures/${request_id}/bundle`, running.control.addresses.app);
  const [answer] = (await once(get(url, { ca: running.caPem, headers: owner }), 'response')) as [NodeJS.ReadableStream];
  return decodeBundle(await buffer(answer)).bundle;
}

describe('the unprivileged Profiler', { timeout: 90_000 }, () => {
  test('itself may not read what decides', async () => {
    const pid = await startInNamespace(program(`${workload}-x`), 'shop');
    for (const entry of ['exe', 'root']) {
      const asNobody = ['--reuid', `${nobody}`, '--regid', `${nobody}`, '--clear-groups', 'stat', '--dereference'];
      expect(() => execFileSync('setpriv', [...asNobody, `/proc/${pid}/${entry}`], { stdio: 'pipe' })).toThrow(
        'Permission denied',
      );
      expect(readlinkSync(`/proc/${pid}/${entry}`)).not.toBe('');
    }
  });

  test('measures the listed process of another user by its namespace, and not its namesake in another one [P-TARGET-9]', async () => {
    const file = program(workload);
    const pid = await startInNamespace(file, 'shop');
    await startInNamespace(file, 'bank');
    const record = await capture(workload);
    expect(record).toMatchObject({ status: 'pushed' });
    const { target, axes } = await bundleOf(record);
    expect(axes.map(({ axis }) => axis)).not.toContain('allocations');
    expect(target.namespace).toBe('shop');
    expect(target.processes.filter(({ forked }) => !forked)).toMatchObject([{ pid, uid: other, exe_path: file }]);
  });

  test('measures the process of another user whose executable alone has the listed name, and its requests for memory', async () => {
    const file = program(masked);
    const link = path.join(bench.folder, 'unlisted');
    symlinkSync(file, link);
    const pid = await started(spawn(link, work, { argv0: 'renamed', uid: other, gid: other }), file);
    expect(readFileSync(`/proc/${pid}/comm`, 'utf8')).toBe('unlisted\n');
    const record = await capture(masked);
    expect(record).toMatchObject({ status: 'pushed' });
    const { target, axes } = await bundleOf(record);
    // Asked for by its name in the configuration.
    const state = axes.find(({ axis }) => axis === 'allocations')?.state;
    // Its children end before they can be attached to.
    expect(['complete', 'partial']).toContain(state);
    expect(target.namespace).toBeUndefined();
    expect(target.processes.filter(({ forked }) => !forked)).toMatchObject([{ pid, uid: other, comm: 'unlisted' }]);
  });

  test('measures nothing when every namesake runs in another namespace, and names none of these [P-TARGET-9]', async () => {
    await startInNamespace(program(lost), 'canary-space');
    const record = await capture(lost);
    expect(record).toMatchObject({
      status: 'nothing_to_push',
      reason: {
        code: 'no_such_process',
        text: expect.stringContaining('1 of that name did not match the listed namespace') as string,
      },
    });
    expect(record.reason?.text).toContain('it runs in another namespace');
    expect(JSON.stringify(record) + said).not.toContain('canary-space');
  });
});
