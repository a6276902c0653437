/**
 * A control plane and a Profiler as real processes that can be killed and started again on the same
 * disk and ports, with the demo's workload as target. The programs are staged as their images.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CaptureAccepted,
  CaptureList,
  CaptureRecord,
  Fleet,
  ProfilerSetting,
  TokenCreated,
} from '../../src/control/api/api.ts';
import { ControlApi } from '../../src/control/api/api-client.ts';
import { type Child, startChild } from '../../demo/child-process.ts';
import { images, stageImage } from '../../demo/image.ts';
import { installCollector } from '../../demo/install-collector.ts';
import { prepareWorkload } from '../../demo/workload.ts';
import { findFreePorts } from '../../demo/free-ports.ts';
import { createWorkspace } from '../../demo/workspace.ts';

export type Victim = 'control' | 'profiler' | 'collector';

export interface CrashFleet {
  request(version: string): Promise<string>;
  read(id: string): Promise<CaptureRecord>;
  /** Kills with SIGKILL and, where it is a process of ours, starts it again. */
  crash(victim: Victim): Promise<void>;
  waitForOutcome(id: string): Promise<CaptureRecord>;
  /** Whether a collector of this fleet runs at the moment. */
  isMeasuring(): boolean;
  /** Ids of all captures the control plane knows. */
  list(): Promise<string[]>;
  close(): Promise<void>;
}

const repository = path.resolve(import.meta.dirname, '../..');

export async function startCrashFleet(): Promise<CrashFleet> {
  const workspace = createWorkspace();
  const [appPort = 0, tunnelPort = 0] = await findFreePorts(2);
  const controlImage = stageImage(repository, path.join(workspace.folder, 'image-control'), images.control);
  const profilerImage = stageImage(repository, path.join(workspace.folder, 'image-profiler'), images.profiler);
  const collector = installCollector(repository, profilerImage, workspace.profiler);
  const targets = path.join(workspace.rootsFolder(), 'targets.json');
  const dataDir = workspace.privateFolder('control', workspace.programs);
  const identityDir = workspace.privateFolder('profiler', workspace.programs);
  const workDir = workspace.privateFolder('profiler-work', workspace.programs);
  const workload = await prepareWorkload(repository, workspace);
  writeFileSync(targets, JSON.stringify({ targets: [{ workload: workload.name }] }), { mode: 0o644 });
  await workload.start(1);

  const startControl = async (): Promise<Child> => {
    const child = startChild({
      name: 'farol-control',
      command: path.join(controlImage, 'node'),
      args: [path.join(controlImage, 'dist/src/cli/main.js'), 'control'],
      env: {
        FAROL_DATA_DIR: dataDir,
        FAROL_ORGANIZATION: 'acme',
        FAROL_PORT: `${appPort}`,
        FAROL_TUNNEL_PORT: `${tunnelPort}`,
        FAROL_JSON: '1',
      },
      cwd: controlImage,
      logFile: path.join(workspace.folder, 'control.log'),
      identity: workspace.programs,
    });
    await child.waitFor('listening', 30_000);
    return child;
  };
  let control = await startControl();
  const link = await control.waitFor('owner_link', 5000);
  const caFile = String((await control.waitFor('listening', 1000))['ca_file']);
  const caPem = readFileSync(caFile, 'utf8');
  const sharedCa = path.join(workspace.folder, 'ca.pem');
  writeFileSync(sharedCa, caPem, { mode: 0o644 });
  const origin = `https://localhost:${appPort}`;
  const owner = new ControlApi(origin, caPem);
  await owner.signIn(readFileSync(String(link['file']), 'utf8').trim());
  await owner.call({ method: 'PUT', path: '/api/settings/profiler', body: { enabled: true } }, ProfilerSetting);
  const create = (body: object) => owner.call({ method: 'POST', path: '/api/tokens', body }, TokenCreated);
  const bootstrap = await create({ kind: 'bootstrap', class: 'profiler', name: 'crash test' });
  const pipeline = new ControlApi(origin, caPem);
  pipeline.useToken((await create({ kind: 'capture', name: 'crash test' })).value);

  const startProfiler = async (): Promise<Child> => {
    const child = startChild({
      name: 'farol-profiler',
      command: path.join(profilerImage, 'node'),
      args: [path.join(profilerImage, 'dist/profiler/host/bin.js')],
      env: {
        RUNNER_TENANT: 'acme',
        RUNNER_INSTANCE_ID: 'node-1',
        RUNNER_TUNNEL_URL: `wss://127.0.0.1:${tunnelPort}`,
        RUNNER_ENROLL_URL: `${origin}/enroll`,
        RUNNER_IDENTITY_DIR: identityDir,
        RUNNER_BOOTSTRAP_TOKEN: bootstrap.value,
        RUNNER_CA_FILE: sharedCa,
        RUNNER_PROFILE_TARGETS_FILE: targets,
        RUNNER_PTOP_FILE: collector,
        TMPDIR: workDir,
      },
      cwd: profilerImage,
      logFile: path.join(workspace.folder, 'profiler.log'),
      identity: workspace.profiler,
    });
    await child.waitFor('booted', 30_000);
    return child;
  };
  let profiler = await startProfiler();

  const read = (id: string) => owner.call({ method: 'GET', path: `/api/profiling/captures/${id}` }, CaptureRecord);
  const isLive = async (): Promise<boolean> => {
    const { instances } = await owner.call({ method: 'GET', path: '/api/fleet' }, Fleet);
    return instances.some(({ state }) => state === 'live');
  };
  await until('the Profiler is live', 30_000, isLive);

  return {
    async request(version) {
      await until('the Profiler is live', 60_000, isLive);
      const body = { workload: workload.name, version, duration_sec: 5, warmup_sec: 0 };
      return (await pipeline.call({ method: 'POST', path: '/api/profiling/captures', body }, CaptureAccepted))
        .request_id;
    },
    read,
    async crash(victim) {
      if (victim === 'collector') {
        const pid = await findCollector(collector);
        process.kill(pid, 'SIGKILL');
        return;
      }
      const child = victim === 'control' ? control : profiler;
      process.kill(child.pid, 'SIGKILL');
      await until(`${victim} has ended`, 10_000, () => Promise.resolve(child.exitCode() !== undefined));
      if (victim === 'control') control = await startControl();
      else profiler = await startProfiler();
    },
    async waitForOutcome(id) {
      await until(`capture ${id} has an outcome`, 120_000, async () => (await read(id)).status !== 'queued');
      return read(id);
    },
    isMeasuring: () => collectorPid(collector) > 0,
    list: async () => {
      const { captures } = await owner.call({ method: 'GET', path: '/api/profiling/captures' }, CaptureList);
      return captures.map(({ request_id }) => request_id);
    },
    async close() {
      await profiler.stop();
      await control.stop();
      await workload.stop();
      owner.close();
      pipeline.close();
      workspace.remove();
    },
  };
}

async function findCollector(file: string): Promise<number> {
  await until('a collector runs', 20_000, () => Promise.resolve(collectorPid(file) > 0));
  return collectorPid(file);
}

/** By the file it runs, so that no other process can be meant; 0 when none runs. */
function collectorPid(file: string): number {
  return Number(spawnSync('pgrep', ['-f', '-o', `^${file} capture`], { encoding: 'utf8' }).stdout.trim());
}

async function until(what: string, timeoutMs: number, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    // While the control plane restarts, calls fail; that is what is waited for.
    if (await holds().catch(() => false)) return;
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs / 1000} s: ${what}`);
    await sleep(100);
  }
}
