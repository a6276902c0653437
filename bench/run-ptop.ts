/** One run of the collector as it was built, measured from outside. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CollectorRecord } from '../profiler/witness/bundle/record/collector-record.ts';
import type { MemoryCgroup } from '../demo/memory-cgroup.ts';
import { type MeasuredCapture, runMeasured } from './run-measured.ts';

export interface PtopRun {
  readonly repository: string;
  readonly pids: readonly number[];
  readonly durationSec: number;
  /** Undefined measures those that a capture measures when nobody asks for others. */
  readonly axes?: string | undefined;
  /** Measured beside those of `axes`. */
  readonly also?: string | undefined;
  readonly out: string;
  readonly signal: AbortSignal;
  /** Told once, when the window begins. */
  readonly onMeasuring?: () => void;
}

/** Beyond the window: attaching before it, reading symbols after it. */
const allowanceMs = 120_000;

export interface PtopCapture extends MeasuredCapture {
  readonly record: CollectorRecord;
}

export async function runPtop(run: PtopRun, cgroup: MemoryCgroup): Promise<PtopCapture> {
  const { repository, pids, durationSec, axes, also, out, signal } = run;
  const targets = pids.flatMap((pid) => ['--pid', String(pid)]);
  // As root, who could write any target list.
  const args = ['capture', '--unlisted', ...targets, '--duration', String(durationSec), '--hz', '99', '--out', out];
  let isTold = false;
  const chosen = [...(axes === undefined ? [] : ['--axes', axes]), ...(also === undefined ? [] : ['--also', also])];
  const measured = await runMeasured({
    command: path.join(repository, 'profiler/ptop/target/release/ptop'),
    args: [...args, '--json', ...chosen],
    cgroup,
    signal,
    timeoutMs: durationSec * 1000 + allowanceMs,
    onLine: (line) => {
      if (isTold || !line.includes('"phase":"measuring"')) return;
      isTold = true;
      run.onMeasuring?.();
    },
  });
  const record = CollectorRecord.parse(JSON.parse(readFileSync(out, 'utf8')));
  return { ...measured, record, stacks: record.axes.cpu_stacks?.samples ?? 0 };
}
