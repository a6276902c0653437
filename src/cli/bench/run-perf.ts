/** The peer of the collector: perf, which copies the stack at each sample and unwinds it afterwards. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { MemoryCgroup } from '../demo/memory-cgroup.ts';
import { type MeasuredCapture, runMeasured } from './run-measured.ts';

export interface PerfRun {
  readonly pid: number;
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

/** Records and names the functions, as `ptop` does in one run. Inlined frames are left out: `ptop` reads no debug data. */
export async function runPerf(
  { pid, durationSec, data, signal }: PerfRun,
  cgroup: MemoryCgroup,
): Promise<MeasuredCapture> {
  const what = ['-e', 'cpu-clock', '--call-graph', 'dwarf', '-F', '99', '-p', String(pid), '-o', data];
  try {
    const recorded = await runMeasured({
      command: 'perf',
      args: ['record', '-q', ...what, '--', 'sleep', String(durationSec)],
      cgroup,
      signal,
      timeoutMs: durationSec * 1000 + reportTimeoutMs,
    });
    let stacks = 0;
    const named = await runMeasured({
      command: 'perf',
      args: ['script', '--no-inline', '-i', data],
      cgroup,
      signal,
      timeoutMs: reportTimeoutMs,
      // A sample begins at the margin; its frames are indented.
      onLine: (line) => {
        if (/^\S/u.test(line)) stacks += 1;
      },
    });
    return {
      cpuSec: recorded.cpuSec + named.cpuSec,
      peakRssBytes: Math.max(recorded.peakRssBytes, named.peakRssBytes),
      stacks,
    };
  } finally {
    rmSync(data, { force: true });
  }
}
