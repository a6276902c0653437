/**
 * What the collector costs the machine it runs on: peak RSS, peak charge of a cgroup that holds it
 * alone, and processor time at 99 Hz. The peer does the part of the job that it can, stacks; so the
 * collector runs twice, once with every axis and once with stacks alone.
 */
import path from 'node:path';
import { prepareWorkload, workloadName } from '../demo/workload.ts';
import type { MemoryCgroup } from '../demo/memory-cgroup.ts';
import type { Findings, Peer, Row, Unmeasured } from './bench-report.ts';
import { startBigTarget } from './big-target.ts';
import { inFreshCgroup } from './fresh-cgroup.ts';
import type { Bench } from './run-bench.ts';
import type { MeasuredCapture } from './run-measured.ts';
import { findPerfProblem, runPerf } from './run-perf.ts';
import { runPtop } from './run-ptop.ts';
import { takeTurns } from './take-turns.ts';

interface Sample extends MeasuredCapture {
  readonly chargeBytes: number | undefined;
}

interface Subject {
  readonly name: string;
  readonly run: (cgroup: MemoryCgroup) => Promise<MeasuredCapture>;
  readonly samples: Sample[];
}

const peerName = 'perf record + script';

export async function measureCollector(bench: Bench): Promise<Findings> {
  const { repository, workspace, onStarted } = bench;
  const perfProblem = findPerfProblem();
  const unmeasured: Unmeasured[] = perfProblem === undefined ? [] : [{ name: `peer ${peerName}`, why: perfProblem }];
  const workload = await prepareWorkload(repository, workspace);
  onStarted(() => workload.stop());
  await workload.start(1);
  const target = { name: workloadName, pid: workload.pid() };
  const rows = await measureTarget(bench, target, perfProblem === undefined);
  if (!bench.big) return { rows, unmeasured };
  await workload.stop();
  const big = { name: '400 MB executable', pid: (await startBigTarget(bench)).pid };
  return { rows: [...rows, ...(await measureTarget(bench, big, perfProblem === undefined))], unmeasured };
}

interface Target {
  readonly name: string;
  readonly pid: number;
}

async function measureTarget(bench: Bench, { name, pid }: Target, hasPerf: boolean): Promise<Row[]> {
  const { repository, workspace, windowSec, repeat, narrator, signal } = bench;
  const out = path.join(workspace.folder, 'capture.json');
  const ptop = (what: string, axes?: string): Subject => ({
    name: what,
    run: (cgroup) => runPtop({ repository, pids: [pid], durationSec: windowSec, axes, out, signal }, cgroup),
    samples: [],
  });
  const data = path.join(workspace.folder, 'perf.data');
  const perf: Subject = {
    name: peerName,
    run: (cgroup) => runPerf({ pids: [pid], durationSec: windowSec, data, signal }, cgroup),
    samples: [],
  };
  const collectors = [ptop('all axes'), ptop('stacks alone', 'cpu_stacks')];
  const subjects = hasPerf ? [...collectors, perf] : collectors;
  const turns = subjects.map((subject) => async () => subject.samples.push(await takeSample(subject)));
  await takeTurns(repeat, turns, (round) => narrator.say(`${name}: ${round}`));
  return collectors.flatMap((collector) => renderRows(`${name}, ${collector.name}`, collector, perf, windowSec));
}

function takeSample({ run }: Subject): Promise<Sample> {
  return inFreshCgroup(async (cgroup) => ({ ...(await run(cgroup)), chargeBytes: cgroup.peakBytes() }));
}

interface Quantity extends Pick<Row, 'name' | 'unit'> {
  readonly of: (sample: Sample) => number | undefined;
}

const mebibyte = 1 << 20;

function renderRows(name: string, collector: Subject, perf: Subject, windowSec: number): Row[] {
  const quantities: readonly Quantity[] = [
    { name: 'peak RSS', unit: 'MiB', of: ({ peakRssBytes }) => peakRssBytes / mebibyte },
    { name: 'peak cgroup charge', unit: 'MiB', of: ({ chargeBytes }) => chargeBytes && chargeBytes / mebibyte },
    { name: 'CPU at 99 Hz', unit: '% of a core', of: ({ cpuSec }) => (100 * cpuSec) / windowSec },
    { name: 'stacks taken at 99 Hz', unit: 'stacks', of: ({ stacks }) => stacks },
  ];
  return quantities.flatMap(({ name: quantity, unit, of }) => {
    const samples = collector.samples.map(of).filter((one) => one !== undefined);
    if (samples.length === 0) return [];
    const peers = perf.samples.map(of).filter((one) => one !== undefined);
    const peer: Peer | undefined = peers.length === 0 ? undefined : { name: peerName, samples: peers };
    return [{ name: `${name}: ${quantity}`, unit, samples, peer }];
  });
}
