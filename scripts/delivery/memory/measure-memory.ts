/**
 * Measures what the container of the Profiler needs, by target: docs/reference/profiler-memory.md. Writes
 * `measured-memory.json` after each target; then run `npm run generate`. Takes half an hour and more, and 3 GB for
 * the targets, which stay in their folder. Needs root, podman, compilers of C++, Rust and Go, java and python3.
 *
 *     node scripts/delivery/memory/measure-memory.ts --release release --targets /var/tmp/targets
 *         [--tag v1.2.3] [--only cpp-400,go-100] [--runs 3]
 */
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { Installation } from '../containers/installation.ts';
import { measureCapture, measureIdle, measureNodeAlone, readReserved } from './measured-container.ts';
import { type MeasuredRow, writeMeasuredMemory } from './measured-memory.ts';
import { measuredTargets, prepareTarget } from './targets.ts';

const { values } = parseArgs({
  options: {
    release: { type: 'string' },
    targets: { type: 'string' },
    tag: { type: 'string', default: 'v0.1.0' },
    only: { type: 'string' },
    runs: { type: 'string', default: '3' },
  },
});
const { release, targets: folder, tag } = values;
if (release === undefined || folder === undefined) throw new Error('--release and --targets name folders');
const only = values.only?.split(',');
const chosen = measuredTargets.filter(({ id }) => only?.includes(id) ?? true);
const rounds = Array.from({ length: Number(values.runs) }, (_, round) => round);

const say = (words: string): void => console.error(`${new Date().toISOString().slice(11, 19)} ${words}`);
const inMegabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

const runnable = chosen.map((target) => prepareTarget(target, folder));
const workloads = chosen.map(({ id }) => id);
const installation = await Installation.prepare({ release, tag, workloads });
try {
  installation.engine.compose(installation.folder, 'up', '-d');
  await installation.enableProfiler();
  await installation.waitUntilLive('profiler-1');
  const nodeAlone = await measureNodeAlone(installation, tag);
  const idle = [];
  for (const _ of rounds) idle.push(await measureIdle(installation));
  say(
    `idle: ${idle.map(({ held }) => inMegabytes(held)).join(', ')} MB; Node alone: ${inMegabytes(nodeAlone.held)} MB`,
  );
  const rows: MeasuredRow[] = [];
  for (const target of runnable) {
    const { id, kind, megabytes, executableBytes: executable } = target;
    const runs = [];
    for (const _ of rounds) {
      const run = await measureCapture(installation, target);
      say(
        `${id}: ${Object.entries(run)
          .map(([name, bytes]) => `${name} ${inMegabytes(bytes)}`)
          .join(', ')}`,
      );
      runs.push(run);
    }
    const reserved = await readReserved(installation, target);
    rows.push({ id, kind, ...(megabytes !== undefined && { megabytes }), executable, reserved, runs });
    const facts = {
      date: new Date().toISOString().slice(0, 10),
      version: tag,
      kernel: os.release(),
      cores: os.cpus().length,
    };
    const cgroup = /^\d+:[^:]*memory[^:]*:/mu.test(readFileSync('/proc/self/cgroup', 'utf8')) ? 'v1' : 'v2';
    const measured = { ...facts, cgroup, limit: '512m', nodeAlone, idle, rows } as const;
    writeMeasuredMemory(
      measured,
      measuredTargets.map((one) => one.id),
    );
  }
} finally {
  await installation.close();
}
