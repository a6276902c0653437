/**
 * What the collector costs the machine it runs on: peak RSS, peak charge of a cgroup that holds it
 * alone, and processor time at 99 Hz. The peers do the part of the job that they can, stacks; so the
 * collector runs twice, once with every axis and once with stacks alone.
 */
import path from 'node:path';
import { prepareWorkload, workloadName } from '../demo/workload.ts';
import type { MemoryCgroup } from '../demo/memory-cgroup.ts';
import type { Findings, Peer, Row, Unmeasured } from './bench-report.ts';
import { bigTargetFile, startBigTarget } from './big-target.ts';
import { type Bench, inFreshCgroup, takeTurns } from './bench.ts';
import { cachePart, type CachedPart } from './page-cache.ts';
import type { MeasuredCapture } from './run-measured.ts';
import { findOtelProblem, otelName, runOtelProfiler } from './run-otel-profiler.ts';
import { findPerfProblem, runPerf } from './run-perf.ts';
import { runPtop } from './run-ptop.ts';

interface Sample extends MeasuredCapture {
  readonly chargeBytes: number | undefined;
}

interface Subject {
  readonly name: string;
  readonly run: (cgroup: MemoryCgroup) => Promise<MeasuredCapture>;
  /** What the page cache has of a large executable before the run. */
  readonly cached: CachedPart;
  readonly samples: Sample[];
}

interface PeerProgram {
  readonly name: string;
  /** Why it cannot be run here. */
  readonly problem: string | undefined;
  readonly run: (bench: Bench, pid: number, cgroup: MemoryCgroup) => Promise<MeasuredCapture>;
}

const findPeers = async (abort: AbortSignal): Promise<PeerProgram[]> => [
  {
    name: 'perf record + script',
    problem: findPerfProblem(),
    run: ({ workspace, windowSec: durationSec, signal }, pid, cgroup) =>
      runPerf({ pids: [pid], durationSec, data: path.join(workspace.folder, 'perf.data'), signal }, cgroup),
  },
  {
    name: otelName,
    problem: await findOtelProblem(abort),
    run: ({ windowSec: durationSec, signal }, pid, cgroup) =>
      runOtelProfiler({ pids: [pid], durationSec, signal }, cgroup),
  },
];

export async function measureCollector(bench: Bench): Promise<Findings> {
  const { repository, workspace, onStarted } = bench;
  const all = await findPeers(bench.signal);
  const peers = all.filter(({ problem }) => problem === undefined);
  const unmeasured = all.flatMap(({ name, problem }): Unmeasured[] =>
    problem === undefined ? [] : [{ name: `peer ${name}`, why: problem }],
  );
  const workload = await prepareWorkload(repository, workspace);
  onStarted(() => workload.stop());
  await workload.start(1);
  const target = { name: workloadName, pid: workload.pid() };
  const rows = await measureTarget(bench, target, peers);
  if (!bench.big) return { rows, unmeasured };
  await workload.stop();
  const { pid } = await startBigTarget(bench);
  const big = { name: '400 MB executable', pid, file: bigTargetFile(repository) };
  return { rows: [...rows, ...(await measureTarget(bench, big, peers))], unmeasured };
}

interface Target {
  readonly name: string;
  readonly pid: number;
  /** Its executable, where it is so large that the page cache makes a difference. */
  readonly file?: string;
}

async function measureTarget(bench: Bench, { name, pid, file }: Target, peers: readonly PeerProgram[]): Promise<Row[]> {
  const { repository, workspace, windowSec, repeat, narrator, signal } = bench;
  const out = path.join(workspace.folder, 'capture.json');
  const ptop = (what: string, axes?: string, cached: CachedPart = 'all'): Subject => ({
    name: what,
    run: (cgroup) => runPtop({ repository, pids: [pid], durationSec: windowSec, axes, out, signal }, cgroup),
    cached,
    samples: [],
  });
  const collectors = [ptop('all axes'), ptop('stacks alone', 'cpu_stacks')];
  if (file !== undefined) collectors.push(ptop('all axes, nothing of it in the page cache', undefined, 'nothing'));
  const others = peers.map((peer): Subject => {
    const run = (cgroup: MemoryCgroup) => peer.run(bench, pid, cgroup);
    return { name: peer.name, run, cached: 'all', samples: [] };
  });
  const turns = [...collectors, ...others].map(
    (subject) => async () => subject.samples.push(await takeSample(subject, file)),
  );
  await takeTurns(repeat, turns, (round) => narrator.say(`${name}: ${round}`));
  return collectors.flatMap((collector) =>
    (others.length === 0 ? [undefined] : others).flatMap((other) =>
      renderRows(`${name}, ${collector.name}`, collector, other, windowSec),
    ),
  );
}

function takeSample({ run, cached }: Subject, file: string | undefined): Promise<Sample> {
  if (file !== undefined) cachePart(file, cached);
  return inFreshCgroup(async (cgroup) => ({ ...(await run(cgroup)), chargeBytes: cgroup.peakBytes() }));
}

interface Quantity extends Pick<Row, 'name' | 'unit'> {
  readonly of: (sample: Sample) => number | undefined;
}

const mebibyte = 1 << 20;

function renderRows(name: string, collector: Subject, other: Subject | undefined, windowSec: number): Row[] {
  const quantities: readonly Quantity[] = [
    { name: 'peak RSS', unit: 'MiB', of: ({ peakRssBytes }) => peakRssBytes / mebibyte },
    { name: 'peak cgroup charge', unit: 'MiB', of: ({ chargeBytes }) => chargeBytes && chargeBytes / mebibyte },
    { name: 'CPU at 99 Hz', unit: '% of a core', of: ({ cpuSec }) => (100 * cpuSec) / windowSec },
    { name: 'stacks taken at 99 Hz', unit: 'stacks', of: ({ stacks }) => stacks },
  ];
  return quantities.flatMap(({ name: quantity, unit, of }) => {
    const samples = collector.samples.map(of).filter((one) => one !== undefined);
    if (samples.length === 0) return [];
    const peers = (other?.samples ?? []).map(of).filter((one) => one !== undefined);
    const peer: Peer | undefined =
      other === undefined || peers.length === 0 ? undefined : { name: other.name, samples: peers };
    return [{ name: `${name}: ${quantity}`, unit, samples, peer }];
  });
}
