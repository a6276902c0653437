/** The peer of the collector: perf, which copies the stack at each sample and unwinds it afterwards. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { MemoryCgroup } from '../demo/memory-cgroup.ts';
import { type Measured, type MeasuredCapture, runMeasured } from './run-measured.ts';

export interface PerfRun {
  readonly pids: readonly number[];
  readonly durationSec: number;
  /** File of the recording; removed afterwards. */
  readonly data: string;
  readonly signal: AbortSignal;
}

/** Reading a large executable's debug data can take minutes. */
const reportTimeoutMs = 300_000;

/** Why perf cannot be the peer here; undefined when it can. */
export function findPerfProblem(): string | undefined {
  const { error, status, stderr } = spawnSync('perf', ['--version'], { encoding: 'utf8' });
  if (error !== undefined) return 'perf is not installed (Debian package linux-perf)';
  return status === 0 ? undefined : `perf does not start: ${stderr.trim()}`;
}

/** Records and names the functions, as `ptop` does in one run. Inlined frames are left out: reading them takes perf minutes. */
export async function runPerf(run: PerfRun, cgroup: MemoryCgroup): Promise<MeasuredCapture> {
  const { data, signal } = run;
  try {
    const recorded = await record(run, 'dwarf', cgroup);
    let stacks = 0;
    const args = ['script', '--no-inline', '-i', data];
    // A sample begins at the margin; its frames are indented.
    const onLine = (line: string): void => void (/^\S/u.test(line) && (stacks += 1));
    const named = await runMeasured({ command: 'perf', args, cgroup, signal, timeoutMs: reportTimeoutMs, onLine });
    return {
      cpuSec: recorded.cpuSec + named.cpuSec,
      peakRssBytes: Math.max(recorded.peakRssBytes, named.peakRssBytes),
      stacks,
    };
  } finally {
    rmSync(data, { force: true });
  }
}

/** The first half of the job alone: nothing is named. */
export async function recordWithPerf(run: PerfRun, cgroup: MemoryCgroup): Promise<void> {
  try {
    await record(run, 'dwarf', cgroup);
  } finally {
    rmSync(run.data, { force: true });
  }
}

/** In samples a second, where a measure does not ask for others. */
const usualHz = 99;

export interface PerfReading {
  /** Of `perf script`. */
  readonly args: readonly string[];
  readonly onLine: (line: string) => void;
}

/** Hands over what `perf script` prints of one recording, line by line, one reading after the other. */
export async function readPerfScripts(
  run: PerfRun & { readonly hz: number; readonly callGraph: string; readonly readings: readonly PerfReading[] },
  cgroup: MemoryCgroup,
): Promise<void> {
  const { data, hz, callGraph, readings, signal } = run;
  try {
    await record(run, callGraph, cgroup, hz);
    for (const { args, onLine } of readings) {
      const all = ['script', ...args, '-i', data];
      await runMeasured({ command: 'perf', args: all, cgroup, signal, timeoutMs: reportTimeoutMs, onLine });
    }
  } finally {
    rmSync(data, { force: true });
  }
}

function record(
  { pids, durationSec, data, signal }: PerfRun,
  callGraph: string,
  cgroup: MemoryCgroup,
  hz = usualHz,
): Promise<Measured> {
  // -N: it would keep copies of the programs in the user's home.
  const what = ['-N', '-e', 'cpu-clock', '--call-graph', callGraph, '-F', String(hz), '-p', pids.join(','), '-o', data];
  return runMeasured({
    command: 'perf',
    args: ['record', '-q', ...what, '--', 'sleep', String(durationSec)],
    cgroup,
    signal,
    timeoutMs: durationSec * 1000 + reportTimeoutMs,
  });
}
