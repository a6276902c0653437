/**
 * What becomes of a capture when one instrument fails: what the collector leaves behind, and the outcome and the axes
 * that have to come of it. What it leaves is what the collector's own tests show of the same fault (`tests/privilege.rs`,
 * `tests/course.rs`, `tests/completeness.rs` of ptop).
 */
import { loseProbe } from '../../bench/verdicts/lose-probe.ts';
import type { AxisId, CollectorRecord, ProbeResult } from '../../profiler/witness/bundle/record/collector-record.ts';
import type { CollectorEnd } from '../../profiler/host/capture/run-collector.ts';
import type { sentences } from '../../profiler/host/capture/reasons.ts';
import { absent, allProbes } from '../made-capture.ts';

export interface InstrumentFault {
  readonly fault: string;
  readonly end?: CollectorEnd;
  readonly left: (record: CollectorRecord) => CollectorRecord;
  readonly outcome: 'pushed' | 'failed';
  readonly code: keyof typeof sentences;
  /** Of a capture that was pushed: axes that are not complete. */
  readonly states: Readonly<Partial<Record<AxisId, 'missing' | 'partial'>>>;
}

const axes = [...new Set(allProbes.map(({ axis }) => axis))];

const withProbes = (record: CollectorRecord, replace: (probe: ProbeResult) => ProbeResult): CollectorRecord => ({
  ...record,
  probes: record.probes.map(replace),
});
const failing = (record: CollectorRecord, axis: AxisId, reason_code: string, reason: string): CollectorRecord => {
  const { [axis]: _gone, ...others } = record.axes;
  return {
    ...withProbes(record, (probe) =>
      probe.axis === axis ? { ...absent(probe.id, axis, 'failed'), reason_code, reason, fix: 'Grant it.' } : probe,
    ),
    axes: others,
  };
};
/** A share of the events of each probe did not fit into the ring. */
const losing = (record: CollectorRecord, lost: number): CollectorRecord =>
  withProbes(record, (probe) =>
    probe.state === 'measured' && ['file_opens', 'syscalls', 'net_connect'].includes(probe.id)
      ? { ...probe, hits: 1000 - lost, drops: lost }
      : probe,
  );

/** Names are gone: what is left of a function is where it begins in its build. */
const stripped = (record: CollectorRecord): CollectorRecord => {
  const stacks = record.axes.cpu_stacks;
  if (stacks === undefined) throw new Error('the record has no stacks');
  const nameless = (at: number): string => `[unknown 90d1e5aa+${(4096 + at * 64).toString(16)}]`;
  const functions = stacks.functions.map(({ module, self, total, self_blocks }, at) => ({
    name: nameless(at),
    module,
    self,
    total,
    self_blocks,
  }));
  return { ...record, axes: { ...record.axes, cpu_stacks: { ...stacks, named: 0, functions } } };
};

const measured = { outcome: 'pushed', code: 'measured' } as const;
const finished: CollectorEnd = { end: 'finished', peakRssBytes: 8 << 20 };

export const instrumentFaults: readonly InstrumentFault[] = [
  {
    // It attaches through BTF and perf events: nothing of it asks tracefs, and the boot only warns.
    fault: 'tracefs is not mounted',
    left: (record) => record,
    ...measured,
    states: {},
  },
  {
    fault: 'ptrace is denied',
    left: (record) =>
      failing(record, 'cpu_stacks', 'permission_denied', 'Permission denied for /proc/7/maps: EACCES. No stacks.'),
    ...measured,
    states: { cpu_stacks: 'missing' },
  },
  {
    fault: 'a capability that one probe needs is dropped',
    left: (record) => failing(record, 'capabilities', 'missing_capability', 'CAP_SYS_ADMIN is not held.'),
    ...measured,
    states: { capabilities: 'missing' },
  },
  {
    fault: 'a capability that every probe needs is dropped',
    left: (record) => record,
    end: {
      end: 'exited',
      status: 3,
      code: 'missing_capability',
      message: 'CAP_BPF and CAP_PERFMON are not held.',
      probes: allProbes.map(({ id, axis }) => absent(id, axis, 'failed')),
    },
    outcome: 'failed',
    code: 'collector_failed',
    states: {},
  },
  {
    fault: 'the ring buffer is too small for a share of the events',
    left: (record) => losing(record, 40),
    ...measured,
    states: { files: 'partial', syscalls: 'partial', network: 'partial' },
  },
  {
    // Rates bear the loss of one event in a hundred, sets bear none.
    fault: 'the ring buffer is too small for a few events',
    left: (record) => losing(record, 4),
    ...measured,
    states: { files: 'partial', network: 'partial' },
  },
  {
    fault: 'the collector is killed',
    left: (record) => record,
    end: { end: 'killed', signal: 'SIGKILL' },
    outcome: 'failed',
    code: 'collector_killed',
    states: {},
  },
  {
    fault: 'the symbols of the newer version are stripped',
    left: stripped,
    ...measured,
    states: {},
  },
  {
    fault: 'the target is restarted in the window',
    left: (record) => ({ ...record, processes: record.processes.map((one) => ({ ...one, present_at_end: false })) }),
    outcome: 'failed',
    code: 'target_restarted',
    states: {},
  },
  {
    fault: 'a probe is lost',
    left: (record) => loseProbe(record, 'file_opens'),
    ...measured,
    states: { files: 'missing' },
  },
  {
    fault: 'a program lacks the hook of a probe that says nothing',
    left: (record) => ({ ...record, axes: { ...record.axes, files: { opens: [], cut: 0 } } }),
    ...measured,
    states: { files: 'missing' },
  },
  {
    fault: 'no probe can be attached',
    left: (record) => ({ ...withProbes(record, ({ id, axis }) => absent(id, axis, 'unsupported')), axes: {} }),
    outcome: 'failed',
    code: 'nothing_measured',
    states: Object.fromEntries(axes.map((axis) => [axis, 'missing'])),
  },
];

/** How the collector ended, unless the fault ended it. */
export const endOf = ({ end }: InstrumentFault): CollectorEnd => end ?? finished;
