/**
 * What runs inside the network namespace of `several-profilers.delivery.test.ts`: a control plane, and the Profilers of a
 * DaemonSet, each on a "node" of its own. A node has its own processes and its own network, with one link to the control
 * plane. Prints what the capture became.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, startChild } from '../../../demo/child-process.ts';
import { images, stageImage } from '../../../demo/image.ts';
import { installCollector } from '../../../demo/install-collector.ts';
import { createWorkspace } from '../../../demo/workspace.ts';
import { ControlApi } from '../../../src/control/api/api-client.ts';
import { CaptureAccepted, CaptureRecord, Fleet, ProfilerSetting, TokenCreated } from '../../../src/control/api/api.ts';

const repository = path.resolve(import.meta.dirname, '../../..');
const planeAddress = '10.77.0.1';
const origin = `https://${planeAddress}:8444`;
const workload = 'checkout';

const workspace = createWorkspace();
const { profiler: user, programs } = workspace;
if (user === undefined) throw new Error('this needs root');
const ip = (...args: string[]): string => execFileSync('ip', args, { encoding: 'utf8' });
const running: Child[] = [];

try {
  ip('link', 'set', 'lo', 'up');
  ip('address', 'add', `${planeAddress}/32`, 'dev', 'lo');
  const fleet = await startFleet();
  // Two nodes run the process; the third one does not, and the fourth comes when the others are there.
  for (const node of [1, 2]) await fleet.addNode(node, true);
  await fleet.addNode(3, false);
  await fleet.untilLive(3);
  const first = await fleet.capture('1');
  await fleet.addNode(4, true);
  await fleet.untilLive(4);
  const second = await fleet.capture('2');
  process.stdout.write(JSON.stringify([first, second]));
  fleet.close();
} finally {
  // The first process of a node ends every other one of it; the control plane has no children.
  for (const init of running.flatMap(({ pid }) => childrenOf(pid))) process.kill(init, 'SIGKILL');
  for (const child of running.toReversed()) await child.stop();
  workspace.remove();
}

async function startFleet() {
  const controlImage = stageImage(repository, path.join(workspace.folder, 'image-control'), images.control);
  const profilerImage = stageImage(repository, path.join(workspace.folder, 'image-profiler'), images.profiler);
  const collector = installCollector(repository, profilerImage, user);
  const target = path.join(workspace.sharedFolder('target', undefined), workload);
  copyFileSync('/bin/sh', target);
  chmodSync(target, 0o755);
  const targets = path.join(workspace.rootsFolder(), 'targets.json');
  writeFileSync(targets, JSON.stringify({ targets: [{ workload }] }), { mode: 0o644 });
  const control = start('control', {
    command: path.join(controlImage, 'node'),
    args: [path.join(controlImage, 'dist/src/cli/main.js'), 'control'],
    env: { FAROL_DATA_DIR: workspace.privateFolder('control', programs), FAROL_HOST: planeAddress, FAROL_JSON: '1' },
    cwd: controlImage,
    identity: programs,
  });
  const listening = await control.waitFor('listening', 60_000);
  const link = await control.waitFor('owner_link', 5000);
  const caFile = path.join(workspace.folder, 'ca.pem');
  copyFileSync(String(listening['ca_file']), caFile);
  chmodSync(caFile, 0o644);
  const api = new ControlApi(origin, readFileSync(caFile, 'utf8'));
  await api.signIn(readFileSync(String(link['file']), 'utf8').trim());
  await api.call({ method: 'PUT', path: '/api/settings/profiler', body: { enabled: true } }, ProfilerSetting);
  const pipeline = new ControlApi(origin, readFileSync(caFile, 'utf8'));
  const token = { method: 'POST', path: '/api/tokens', body: { kind: 'capture', name: 'pipeline' } } as const;
  pipeline.useToken((await api.call(token, TokenCreated)).value);

  const instance = (node: number): string => `node-${node}`;
  const read = (id: string) => api.call({ method: 'GET', path: `/api/profiling/captures/${id}` }, CaptureRecord);
  return {
    async addNode(node: number, runsTarget: boolean): Promise<void> {
      const body = { kind: 'bootstrap', class: 'profiler', name: instance(node) };
      const token = await api.call({ method: 'POST', path: '/api/tokens', body }, TokenCreated);
      const address = `10.77.${node}`;
      const env = {
        PATH: process.env['PATH'] ?? '',
        RUNNER_TENANT: 'default',
        RUNNER_INSTANCE_ID: instance(node),
        RUNNER_TUNNEL_URL: `wss://${planeAddress}:8443`,
        RUNNER_ENROLL_URL: `${origin}/enroll`,
        RUNNER_IDENTITY_DIR: workspace.privateFolder(instance(node), user),
        RUNNER_BOOTSTRAP_TOKEN: token.value,
        RUNNER_CA_FILE: caFile,
        RUNNER_PROFILE_TARGETS_FILE: targets,
        RUNNER_PTOP_FILE: collector,
        TMPDIR: workspace.privateFolder(`${instance(node)}-work`, user),
      };
      const namespaces = ['--net', '--pid', '--fork', '--mount-proc'];
      const script = [
        'until ip address add "$1.2/24" dev eth0 2>/dev/null; do sleep 0.05; done',
        'ip link set lo up && ip link set eth0 up && ip route add default via "$1.1"',
        // A loop of a shell: it computes and reads, and starts no process.
        ...(runsTarget
          ? [`setpriv --reuid=1 --regid=1 --clear-groups "$2" -c 'while read -r x </proc/uptime; do :; done' &`]
          : []),
        'shift 2; exec "$@"',
      ].join('\n');
      const drop = [
        'setpriv',
        `--reuid=${user?.uid}`,
        `--regid=${user?.gid}`,
        '--clear-groups',
        '--inh-caps=-all',
        '--',
      ];
      const program = [path.join(profilerImage, 'node'), path.join(profilerImage, 'dist/profiler/host/bin.js')];
      const child = start(instance(node), {
        command: 'unshare',
        args: [...namespaces, '/bin/sh', '-c', script, 'sh', address, target, ...drop, ...program],
        env,
        cwd: profilerImage,
        identity: undefined,
      });
      await linkNode(node, child.pid, `${address}.1/24`);
      await child.waitFor('booted', 60_000);
    },
    untilLive: (count: number) =>
      until(`${count} Profilers are live`, async () => {
        const { instances } = await api.call({ method: 'GET', path: '/api/fleet' }, Fleet);
        return instances.filter(({ state }) => state === 'live').length === count;
      }),
    async capture(version: string): Promise<CaptureRecord> {
      const body = { workload, version, duration_sec: 5, warmup_sec: 0 };
      const request = { method: 'POST', path: '/api/profiling/captures', body } as const;
      const { request_id: id } = await pipeline.call(request, CaptureAccepted);
      await until(`capture ${version} has ended`, async () => (await read(id)).status !== 'queued');
      return read(id);
    },
    close: () => {
      api.close();
      pipeline.close();
    },
  };
}

/** The link of a node, once its namespace is there. */
async function linkNode(node: number, pid: number, address: string): Promise<void> {
  const networkOf = (one: number | 'self'): string => readlinkSync(`/proc/${one}/ns/net`);
  await until(`node ${node} has a network`, () => Promise.resolve(networkOf(pid) !== networkOf('self')));
  ip('link', 'add', `node${node}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(pid));
  ip('address', 'add', address, 'dev', `node${node}`);
  ip('link', 'set', `node${node}`, 'up');
}

function start(name: string, options: Omit<Parameters<typeof startChild>[0], 'name' | 'logFile'>): Child {
  const child = startChild({ ...options, name, logFile: path.join(workspace.folder, `${name}.log`) });
  running.push(child);
  return child;
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    // It ended before.
    return [];
  }
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 90_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`not within 90 s: ${what}`);
    await sleep(100);
  }
}
