/**
 * Facts that contradict one another across axes. A probe that was attached, passed its canary and then
 * counted nothing while another source shows that there was something to count is silent, not zero.
 */
import type { AxisId, CollectorAxes, ProbeResult } from './collector-record.ts';

const enoughCpuNs = 500_000_000;
/** A call that was entered before the window may return inside it. */
const enoughOpenCalls = 10;
const opening: ReadonlySet<string> = new Set(['open', 'openat', 'openat2', 'creat']);

/** Axis → the sentence that says what contradicts its zero. */
export function findContradictions(axes: CollectorAxes): Map<AxisId, string> {
  const found = new Map<AxisId, string>();
  const cpuNs = axes.cpu_time?.total_ns;
  const samples = axes.cpu_stacks?.samples;
  const calls = axes.syscalls === undefined ? undefined : sum(axes.syscalls.calls.map((one) => one.count));
  const opens = axes.files === undefined ? 0 : sum(axes.files.opens.map((one) => one.count));
  if (samples === 0 && cpuNs !== undefined && cpuNs > enoughCpuNs) {
    found.set('cpu_stacks', 'no stack was sampled although the scheduler shows that the target ran');
  }
  if (cpuNs === 0 && samples !== undefined && samples > 10) {
    found.set('cpu_time', 'no CPU time was counted although stacks were sampled on the CPU');
  }
  if (axes.files !== undefined && opens === 0 && openCalls(axes) >= enoughOpenCalls) {
    found.set('files', 'no file was counted although system calls that open files returned');
  }
  if (calls === 0 && opens > 0) {
    found.set('syscalls', 'no system call was counted although files were opened');
  }
  return found;
}

export function silence(probe: ProbeResult, reason: string): ProbeResult {
  if (probe.state !== 'measured') return probe;
  const { id, axis, required, attach, liveness } = probe;
  return {
    id,
    axis,
    required,
    attach,
    state: 'attached_silent',
    liveness: { ...liveness, method: 'invariant', detail: reason },
    reason_code: 'contradicted',
    reason: `It was attached, but ${reason}.`,
    fix: 'Capture again; if it repeats, report the kernel version.',
  };
}

function openCalls({ syscalls }: CollectorAxes): number {
  return sum((syscalls?.calls ?? []).filter(({ name }) => opening.has(name)).map(({ count }) => count));
}

function sum(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
