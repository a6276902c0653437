/** The other peer of the collector: the eBPF profiler of OpenTelemetry, a daemon that samples the whole host. */
import { spawnSync } from 'node:child_process';
import type { MemoryCgroup } from '../demo/memory-cgroup.ts';
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

/** Why it cannot be the peer here; undefined when it can. */
export function findOtelProblem(): string | undefined {
  const { error, status, stderr } = spawnSync(command, ['-version'], { encoding: 'utf8' });
  if (error !== undefined) {
    return `${command} is not on the PATH (go install go.opentelemetry.io/${command}@latest, then $(go env GOPATH)/bin)`;
  }
  return status === 0 ? undefined : `${command} does not start: ${stderr.trim()}`;
}

/** Loading its programs, and its last export. */
const allowanceMs = 120_000;
/** Clock ticks in a second, for programs: the same on every Linux that Node runs on. */
const ticksPerSec = 100;

/**
 * Starts it, prints its processor time so far once it samples, and lets it sample for $1 seconds. It finds tracepoints
 * in tracefs alone: where that is not mounted, it gets a mount that nobody else sees. What it logs tells that it samples.
 */
const script = String.raw`[ -e /sys/kernel/tracing/events ] || mount -t tracefs nodev /sys/kernel/tracing
log=$(mktemp); trap 'rm -f "$log"' EXIT
"$0" -collection-agent "$2" -disable-tls -samples-per-second 99 -send-error-frames 2>"$log" & pid=$!
until grep -q 'Attached sched monitor' "$log"; do
  kill -0 $pid || { cat "$log" >&2; exit 1; }
  sleep 0.2
done
cut -d' ' -f14,15 /proc/$pid/stat
sleep "$1"
kill -TERM $pid && wait $pid`;

/**
 * A daemon starts once: the processor time of its start is left out. It names functions of interpreters alone, and what it
 * took after its last report, of at most five seconds, is not counted.
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
      args: ['--mount', '--propagation', 'private', 'sh', '-c', script, command, String(durationSec), sink.address],
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
