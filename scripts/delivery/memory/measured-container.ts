/** The Profiler's container of an installation, started afresh for each figure. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { paths, releaseImages } from '../../release/images.ts';
import type { Installation } from '../containers/installation.ts';
import { type Charge, ContainerMeter } from './container-meter.ts';
import type { MeasuredRun } from './measured-memory.ts';
import type { RunnableTarget } from './targets.ts';

const settleMs = 4000;
let captures = 0;

export async function measureIdle(installation: Installation): Promise<Charge> {
  const meter = await restart(installation);
  await sleep(settleMs);
  return meter.now();
}

/** One capture of a target that was started for it. @throws Error when the capture is not pushed. */
export async function measureCapture(installation: Installation, target: RunnableTarget): Promise<MeasuredRun> {
  const meter = await restart(installation);
  const running = await start(target);
  try {
    const { held: heldBefore } = meter.now();
    meter.start();
    captures += 1;
    const asked = { workload: target.id, version: String(captures), duration_sec: 10 };
    const record = await installation.capture(asked);
    const { charged, held, control } = meter.stop();
    const { outcome, reason, instances } = record;
    const collector = instances[0]?.collector?.peak_rss_bytes;
    if (outcome !== 'pushed' || collector === undefined) throw new Error(`${target.id}: ${outcome}, ${reason?.text}`);
    return { charged, held, heldBefore, collector, control };
  } finally {
    await end(running);
    forgetCaptures(installation);
  }
}

/** What admission takes a capture of it to need: said by the collector when it is given 1 MiB. */
export async function readReserved(installation: Installation, target: RunnableTarget): Promise<number> {
  const running = await start(target);
  try {
    const command = [`${paths.bin}/ptop`, 'capture', '--pid', String(running.pid), '--duration', '5', '--json'];
    const args = ['--memory-limit', '1', '--targets', '/etc/farol/targets.json', '--out', '/tmp/refused.json'];
    const { stdout } = installation.engine.run('exec', installation.container('profiler'), ...command, ...args);
    const mebibytes = /takes up to (?<mebibytes>\d+) MiB/u.exec(stdout)?.groups?.['mebibytes'];
    if (mebibytes === undefined) throw new Error(`${target.id} was not refused: ${stdout}`);
    return Number(mebibytes) * 2 ** 20;
  } finally {
    await end(running);
  }
}

/** Node of the image with its options, and nothing to do. */
export async function measureNodeAlone(installation: Installation, tag: string): Promise<Charge> {
  const podman = installation.engine;
  const profiler = releaseImages.find(({ hasCollector }) => hasCollector);
  if (profiler === undefined) throw new Error('no image of the release has the collector');
  const { name, start: words, environment } = profiler;
  const options = words.filter((word) => word.startsWith('--'));
  const settings = Object.entries(environment).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
  const flags = ['--detach', '--network', 'none', '--memory', '512m', '--entrypoint', 'node', ...settings];
  const image = `localhost/${name}:${tag}`;
  const id = podman.read('run', ...flags, image, ...options, '-e', 'setInterval(() => {}, 60_000)');
  await sleep(settleMs);
  const charge = new ContainerMeter(podman.read('inspect', '--format', '{{.State.Pid}}', id)).now();
  podman.read('rm', '--force', '--time', '1', id);
  return charge;
}

async function restart(installation: Installation): Promise<ContainerMeter> {
  const podman = installation.engine;
  const profiler = installation.container('profiler');
  const connected = (): number => installation.log('profiler').split('"event":"booted"').length;
  const before = connected();
  podman.read('restart', '--time', '10', profiler);
  while (connected() === before) await sleep(200);
  await installation.waitUntilLive('profiler-1');
  return new ContainerMeter(podman.read('inspect', '--format', '{{.State.Pid}}', profiler));
}

/** Nothing of its file is in the page cache but what it runs itself: the collector is charged with what it reads. */
async function start({ file, args, megabytes }: RunnableTarget): Promise<ChildProcess> {
  if (megabytes !== undefined) {
    execFileSync('dd', [`of=${file}`, 'oflag=nocache', 'conv=notrunc,fdatasync', 'count=0'], { stdio: 'pipe' });
  }
  // Whatever else the machine does, it runs: a capture of an idle program has nothing to name.
  const child = spawn('nice', ['-n', '-10', file, ...args], { stdio: 'ignore' });
  await sleep(settleMs);
  if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`);
  return child;
}

/** What a process still maps stays in the page cache. */
async function end(running: ChildProcess): Promise<void> {
  if (running.exitCode !== null || running.signalCode !== null) return;
  const ended = once(running, 'exit');
  running.kill('SIGKILL');
  await ended;
}

/** The ceiling of captures in an hour counts them no more. Only a store of a measure may be treated so. */
function forgetCaptures(installation: Installation): void {
  const update = "UPDATE capture_requests SET requested_at = requested_at - 3600000 WHERE status <> 'queued'";
  const script = `new (require('node:sqlite').DatabaseSync)('/var/lib/farol/farol.db', { timeout: 5000 }).exec(${JSON.stringify(update)})`;
  const { status, stderr } = installation.control('node', '-e', script);
  if (status !== 0) throw new Error(`the captures are not forgotten: ${stderr}`);
}
