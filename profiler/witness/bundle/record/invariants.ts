/**
 * Facts that contradict one another across axes. A probe that was attached, passed its canary and then
 * counted nothing while another source shows that there was something to count is silent, not zero.
 */
import type { AxisId, CollectorAxes, ProbeResult } from './collector-record.ts';

const enoughCpuNs = 500_000_000;
const enoughSamples = 10;
/** A call that was entered before the window may return inside it. */
const enoughCalls = 10;
const starting: ReadonlySet<string> = new Set(['execve', 'execveat']);
const opening: ReadonlySet<string> = new Set(['open', 'openat', 'openat2', 'creat']);

const changing: ReadonlySet<string> = new Set([
  'unlink',
  'unlinkat',
  'rmdir',
  'rename',
  'renameat',
  'renameat2',
  'mkdir',
  'mkdirat',
  'chmod',
  'fchmod',
  'fchmodat',
  'truncate',
  'ftruncate',
]);
const moving: ReadonlySet<string> = new Set(['read', 'write', 'pread64', 'pwrite64', 'readv', 'writev', 'sendfile']);

interface Facts {
  /** Each undefined when its axis was not measured. */
  readonly cpuNs: number | undefined;
  readonly samples: number | undefined;
  readonly calls: number | undefined;
  readonly openCalls: number | undefined;
  readonly opens: number | undefined;
  readonly changeCalls: number | undefined;
  readonly changes: number | undefined;
  readonly moveCalls: number | undefined;
  readonly moves: number | undefined;
  readonly startCalls: number | undefined;
  readonly starts: number | undefined;
}

interface Contradiction {
  readonly axis: AxisId;
  readonly because: string;
  readonly holds: (facts: Facts) => boolean;
}

const contradictions: readonly Contradiction[] = [
  {
    axis: 'cpu_stacks',
    because: 'no stack was sampled although the scheduler shows that the target ran',
    holds: ({ samples, cpuNs = 0 }) => samples === 0 && cpuNs > enoughCpuNs,
  },
  {
    axis: 'cpu_time',
    because: 'no CPU time was counted although stacks were sampled on the CPU',
    holds: ({ cpuNs, samples = 0 }) => cpuNs === 0 && samples > enoughSamples,
  },
  {
    axis: 'files',
    because: 'no file was counted although system calls that open files returned',
    holds: ({ opens, openCalls = 0 }) => opens === 0 && openCalls >= enoughCalls,
  },
  {
    axis: 'file_changes',
    because: 'no change was counted although system calls that change files returned',
    holds: ({ changes, changeCalls = 0 }) => changes === 0 && changeCalls >= enoughCalls,
  },
  {
    axis: 'file_io',
    because: 'no call was counted although system calls that read and write returned',
    holds: ({ moves, moveCalls = 0 }) => moves === 0 && moveCalls >= enoughCalls,
  },
  {
    axis: 'processes',
    because: 'no program was counted although system calls that start programs returned',
    holds: ({ starts, startCalls = 0 }) => starts === 0 && startCalls >= enoughCalls,
  },
  {
    axis: 'syscalls',
    because: 'no system call was counted although files were opened',
    holds: ({ calls, opens = 0 }) => calls === 0 && opens > 0,
  },
];

/** Axis → the sentence that says what contradicts its zero. */
export function findContradictions(axes: CollectorAxes): Map<AxisId, string> {
  const facts: Facts = {
    cpuNs: axes.cpu_time?.total_ns,
    samples: axes.cpu_stacks?.samples,
    calls: axes.syscalls && sum(axes.syscalls.calls),
    openCalls: axes.syscalls && sum(axes.syscalls.calls.filter(succeeds(opening))),
    opens: axes.files && sum(axes.files.opens),
    changeCalls: axes.syscalls && sum(axes.syscalls.calls.filter(succeeds(changing))),
    changes: axes.file_changes && sum(axes.file_changes.changes),
    moveCalls: axes.syscalls && sum(axes.syscalls.calls.filter(succeeds(moving))),
    moves: axes.file_io && sum(axes.file_io.transfers),
    startCalls: axes.syscalls && sum(axes.syscalls.calls.filter(succeeds(starting))),
    starts: axes.processes && sum(axes.processes.programs),
  };
  return new Map(contradictions.filter(({ holds }) => holds(facts)).map(({ axis, because }) => [axis, because]));
}

export function silence(probe: ProbeResult, reason: string): ProbeResult {
  if (probe.state !== 'measured') return probe;
  const { id, axis, required, attach, semantics, liveness } = probe;
  return {
    id,
    axis,
    required,
    attach,
    ...(semantics !== undefined && { semantics }),
    state: 'attached_silent',
    liveness: { ...liveness, method: 'invariant', detail: reason },
    reason_code: 'contradicted',
    reason: `It was attached, but ${reason}.`,
    fix: 'Capture again; if it repeats, report the kernel version.',
  };
}

function succeeds(names: ReadonlySet<string>): (call: { name: string; outcome: string }) => boolean {
  return ({ name, outcome }) => names.has(name) && outcome === 'ok';
}

function sum(rows: readonly { readonly count: number }[]): number {
  let total = 0;
  for (const { count } of rows) total += count;
  return total;
}
