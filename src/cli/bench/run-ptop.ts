/** One run of the collector as it was built, measured from outside. */
import path from 'node:path';
import type { MemoryCgroup } from '../demo/memory-cgroup.ts';
import { type Measured, runMeasured } from './run-measured.ts';

export interface PtopRun {
  readonly repository: string;
  readonly pid: number;
  readonly durationSec: number;
  /** Undefined measures every axis. */
  readonly axes?: string | undefined;
  readonly out: string;
  readonly signal: AbortSignal;
  /** Told once, when the window begins. */
  readonly onMeasuring?: () => void;
}

/** Beyond the window: attaching before it, reading symbols after it. */
const allowanceMs = 120_000;

export function runPtop(run: PtopRun, cgroup: MemoryCgroup): Promise<Measured> {
  const { repository, pid, durationSec, axes, out, signal } = run;
  const args = ['capture', '--pid', String(pid), '--duration', String(durationSec), '--hz', '99', '--out', out];
  let isTold = false;
  return runMeasured({
    command: path.join(repository, 'profiler/ptop/target/release/ptop'),
    args: [...args, '--json', ...(axes === undefined ? [] : ['--axes', axes])],
    cgroup,
    signal,
    timeoutMs: durationSec * 1000 + allowanceMs,
    onLine: (line) => {
      if (isTold || !line.includes('"phase":"measuring"')) return;
      isTold = true;
      run.onMeasuring?.();
    },
  });
}
