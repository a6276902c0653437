/**
 * What a capture costs its target: processor time of lantern per request while a window is open, and
 * in a window of the same length with no capture, turn by turn under the same constant load.
 */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AxisId } from '../../../profiler/witness/collector-record.ts';
import { prepareWorkload, type Workload, workloadName } from '../demo/workload.ts';
import type { Findings, Row } from './bench-report.ts';
import { readCpuNs } from './cpu-time.ts';
import { inFreshCgroup } from './fresh-cgroup.ts';
import type { Bench } from './run-bench.ts';
import { runPtop } from './run-ptop.ts';

/** The reading ends before the collector's window does, so that its last request still ran inside. */
const marginSec = 0.5;

export async function measureOverhead(bench: Bench): Promise<Findings> {
  const workload = await prepareWorkload(bench.repository, bench.workspace);
  bench.onStarted(() => workload.stop());
  await workload.start(1);
  const rows: Row[] = [await compare(bench, workload, undefined)];
  if (bench.axes) for (const axis of AxisId.options) rows.push(await compare(bench, workload, axis));
  return { rows, unmeasured: [] };
}

async function compare(bench: Bench, workload: Workload, axes: string | undefined): Promise<Row> {
  const what = axes === undefined ? 'all axes' : `${axes} alone`;
  const samples: number[] = [];
  const peer: number[] = [];
  for (let round = 1; round <= bench.repeat; round++) {
    bench.narrator.say(`${what}: round ${round} of ${bench.repeat}`);
    const turns = [
      async () => samples.push(await readWithCapture(bench, workload, axes)),
      async () => peer.push(await readCostPerRequest(workload, bench.windowSec - marginSec)),
    ];
    for (const turn of round % 2 === 1 ? turns : turns.toReversed()) await turn();
  }
  const name = `CPU of ${workloadName} per request, capture of ${what}`;
  return { name, unit: 'µs', samples, peer: { name: 'no capture', samples: peer } };
}

function readWithCapture(bench: Bench, workload: Workload, axes: string | undefined): Promise<number> {
  const { repository, workspace, windowSec, signal } = bench;
  return inFreshCgroup(async (cgroup) => {
    const opened = Promise.withResolvers<void>();
    const out = path.join(workspace.folder, 'overhead.json');
    const run = runPtop(
      { repository, pid: workload.pid(), durationSec: windowSec, axes, out, signal, onMeasuring: opened.resolve },
      cgroup,
    );
    const read = opened.promise.then(() => readCostPerRequest(workload, windowSec - marginSec));
    // A collector that fails before its window opens ends the wait.
    await Promise.race([read, run.then(() => read)]);
    await run;
    return read;
  });
}

/** Microseconds of processor time for each request answered. */
async function readCostPerRequest(workload: Workload, windowSec: number): Promise<number> {
  const read = (): { cpuNs: number; answered: number } => ({
    cpuNs: readCpuNs(workload.pid()),
    answered: workload.load().answered,
  });
  const before = read();
  await sleep(windowSec * 1000);
  const after = read();
  const answered = after.answered - before.answered;
  if (answered === 0) throw new Error(`${workloadName} answered no request in ${windowSec} s`);
  return (after.cpuNs - before.cpuNs) / answered / 1000;
}
