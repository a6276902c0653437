/**
 * What a capture costs its target, and a process beside it: processor time per request of redis and of lantern
 * while a window is open, and in a window of the same length with no capture, turn by turn under the same load.
 */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AxisId } from '../profiler/witness/bundle/record/collector-record.ts';
import { prepareWorkload, workloadName } from '../demo/workload.ts';
import type { Findings, Row, Unmeasured } from './bench-report.ts';
import { readCpuNs } from './process-usage.ts';
import { type Bench, inFreshCgroup, takeTurns } from './bench.ts';
import { NotInstalled, startHere } from './running-program.ts';
import { startRedis } from './redis-under-load.ts';
import { findPerfProblem, recordWithPerf } from './run-perf.ts';
import { marginSec, whileCapturing } from './while-capturing.ts';

interface Loaded {
  readonly name: string;
  readonly pid: () => number;
  /** Requests answered since its start. */
  readonly readAnswered: () => Promise<number>;
}

interface Turn {
  readonly name: string;
  readonly run: (bench: Bench, target: Loaded) => Promise<number>;
}

export async function measureOverhead(bench: Bench): Promise<Findings> {
  const perfProblem = findPerfProblem();
  const alone = bench.axes ? AxisId.options : (['cpu_stacks'] as const);
  const { pid: neighbour } = startHere(bench, { name: 'neighbour', command: 'sleep', args: ['infinity'] });
  const turns = [
    captureTurn(undefined),
    ...alone.map(captureTurn),
    neighbourTurn(neighbour),
    ...(perfProblem === undefined ? [perfTurn] : []),
  ];
  const rows: Row[] = [];
  const unmeasured: Unmeasured[] = perfProblem === undefined ? [] : [{ name: 'perf', why: perfProblem }];
  try {
    const redis = await startRedis(bench);
    const target = { name: 'redis', pid: () => redis.pid, readAnswered: () => redis.readCommands() };
    for (const turn of turns) rows.push(await compare(bench, target, turn));
    await redis.stop();
  } catch (error) {
    if (!(error instanceof NotInstalled)) throw error;
    unmeasured.push({ name: 'redis', why: error.message });
  }
  const workload = await prepareWorkload(bench.repository, bench.workspace);
  bench.onStarted(() => workload.stop());
  await workload.start(1);
  const readAnswered = (): Promise<number> => Promise.resolve(workload.load().answered);
  const lantern = { name: workloadName, pid: () => workload.pid(), readAnswered };
  for (const turn of turns) rows.push(await compare(bench, lantern, turn));
  return { rows, unmeasured };
}

async function compare(bench: Bench, target: Loaded, { name: what, run }: Turn): Promise<Row> {
  const samples: number[] = [];
  const peer: number[] = [];
  const turns = [
    async () => samples.push(await run(bench, target)),
    async () => peer.push(await readCostPerRequest(target, bench.windowSec - marginSec)),
  ];
  await takeTurns(bench.repeat, turns, (round) => bench.narrator.say(`${target.name}, ${what}: ${round}`));
  const name = `CPU of ${target.name} per request, ${what}`;
  return { name, unit: 'µs', samples, peer: { name: 'no capture', samples: peer } };
}

function captureTurn(axes: AxisId | undefined): Turn {
  const name = axes === undefined ? 'capture of all default axes' : `capture of ${axes} alone`;
  return { name, run: (bench, target) => readWithCapture(bench, target, target.pid(), axes) };
}

/** What the hooks cost a process that only shares the host with what is captured. */
function neighbourTurn(captured: number): Turn {
  const name = 'all default axes of another process';
  return { name, run: (bench, target) => readWithCapture(bench, target, captured, undefined) };
}

function readWithCapture(bench: Bench, target: Loaded, pid: number, axes: string | undefined): Promise<number> {
  const { repository, workspace, windowSec: durationSec, signal } = bench;
  const out = path.join(workspace.folder, 'overhead.json');
  return inFreshCgroup(async (cgroup) => {
    const run = { repository, pids: [pid], durationSec, axes, out, signal };
    const read = () => readCostPerRequest(target, durationSec - marginSec);
    return (await whileCapturing(run, cgroup, read)).reading;
  });
}

/** Stacks as copies, as they must be taken of programs without frame pointers. */
const perfTurn: Turn = {
  name: 'perf record --call-graph dwarf',
  run: ({ workspace, windowSec: durationSec, signal }, target) =>
    inFreshCgroup(async (cgroup) => {
      const data = path.join(workspace.folder, 'overhead.data');
      const recorded = recordWithPerf({ pids: [target.pid()], durationSec, data, signal }, cgroup);
      const read = sleep(marginSec * 1000).then(() => readCostPerRequest(target, durationSec - 2 * marginSec));
      const [, cost] = await Promise.all([recorded, read]);
      return cost;
    }),
};

/** Microseconds of processor time for each request answered. */
async function readCostPerRequest({ name, pid, readAnswered }: Loaded, windowSec: number): Promise<number> {
  const read = async (): Promise<{ cpuNs: number; answered: number }> => {
    const answered = await readAnswered();
    return { cpuNs: readCpuNs(pid()), answered };
  };
  const before = await read();
  await sleep(windowSec * 1000);
  const after = await read();
  const answered = after.answered - before.answered;
  if (answered === 0) throw new Error(`${name} answered no request in ${windowSec} s`);
  return (after.cpuNs - before.cpuNs) / answered / 1000;
}
