/** The other peer of the collector: the eBPF profiler of OpenTelemetry, a daemon that samples the whole host. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { MemoryCgroup } from '../demo/memory-cgroup.ts';
import { inFreshCgroup } from './bench.ts';
import type { CountedStacks } from './otlp-profiles.ts';
import { startOtlpSink } from './otlp-sink.ts';
import { type MeasuredCapture, runMeasured } from './run-measured.ts';

export interface OtelRun {
  /** Of the processes whose stacks are counted. */
  readonly pids: readonly number[];
  readonly durationSec: number;
  readonly signal: AbortSignal;
}

const command = 'ebpf-profiler';
/** As the tables call it. */
export const otelName = 'OpenTelemetry eBPF profiler';

/** Why it cannot be the peer here; undefined when it can. Starts it once: much of what it needs, it misses only then. */
export async function findOtelProblem(signal: AbortSignal): Promise<string | undefined> {
  if (spawnSync(command, ['-version'], { stdio: 'ignore' }).error !== undefined) {
    return `${command} is not on the PATH (go install go.opentelemetry.io/${command}@latest, then $(go env GOPATH)/bin)`;
  }
  try {
    await inFreshCgroup((cgroup) => runOtelProfiler({ pids: [], durationSec: 0, signal }, cgroup));
    return undefined;
  } catch (error) {
    if (signal.aborted) throw error;
    return `${command} does not start here: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Loading its programs, and its last export. */
const allowanceMs = 120_000;
/** Clock ticks in a second, for programs: the same on every Linux that Node runs on. */
const ticksPerSec = 100;

const script = path.join(import.meta.dirname, 'start-otel-profiler.sh');

/**
 * A daemon starts once: the processor time of its start is left out. It names functions of interpreters alone, and what it
 * took after its last report, of at most a second, is not counted.
 */
export async function runOtelProfiler(
  { pids, durationSec, signal }: OtelRun,
  cgroup: MemoryCgroup,
): Promise<MeasuredCapture & CountedStacks> {
  const sink = await startOtlpSink(new Set(pids));
  let startTicks = 0;
  try {
    const measured = await runMeasured({
      command: 'unshare',
      args: ['--mount', '--propagation', 'private', 'sh', script, command, String(durationSec), sink.address],
      cgroup,
      signal,
      timeoutMs: durationSec * 1000 + allowanceMs,
      onLine: (line) => {
        const [user = Number.NaN, system = Number.NaN] = line.split(' ').map(Number);
        startTicks = user + system;
      },
    });
    return { ...measured, cpuSec: measured.cpuSec - startTicks / ticksPerSec, ...sink.count() };
  } finally {
    await sink.close();
  }
}
