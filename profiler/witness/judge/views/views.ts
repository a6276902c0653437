/** What a comparison shows of the axes of a capture: some axes have several views, each of which takes some of their keys. */
import type { AxisId } from '../../bundle/record/collector-record.ts';
import type { AxisDiff } from '../../diff/diff.ts';
import { begins } from '../../bundle/features/memory-features.ts';
import { functionOf, moduleOf } from '../../bundle/keys/key-text.ts';
import { workKindOf } from '../../bundle/keys/work-kinds.ts';
import { peerOf } from '../../bundle/features/network-features.ts';
import { isWaitSite, waitBegins } from '../../bundle/features/waits.ts';

export interface AxisView {
  readonly axis: string;
  readonly source: AxisId;
  readonly kind: AxisDiff['kind'];
  readonly unit: string;
  /** Its keys name functions that acted through a library: only whole stacks show them. */
  readonly needsCallers?: boolean;
  readonly needsAnswers?: 'accept' | 'connect';
  /** Key under which a feature is compared; undefined leaves it out. */
  readonly keyOf: (key: string) => string | undefined;
  /** What a rate counts where it is not the amount of the key. */
  readonly column?: 'bytes' | 'ns' | 'own' | 'work' | 'within';
  /** Of a set: what a key of the axis is about. A version that shows any key of it had it, and it is not new. */
  readonly subjectOf?: (key: string) => string | undefined;
  /** Measured exactly: what was not seen is zero. */
  readonly isExact?: true;
  /** In `unit`: what counts as one event where amounts are read and nothing is counted. */
  readonly grain?: number;
  /** Which keys of the axis make up its total; those that are compared when this is left out. */
  readonly isPart?: (key: string) => boolean;
}

const whole: AxisView['keyOf'] = (key) => key;
const isMade = /^connect /u;
const isPeer = /^(?:connect|accept|datagram) /u;

/** Keys that begin so, without that. */
function behind(beginning: string): AxisView['keyOf'] {
  return (key) => (key.startsWith(beginning) ? key.slice(beginning.length) : undefined);
}

/** Keys of answers: those of the target itself, on its ports, or of its peers. */
function answeredBy(role: 'accept' | 'connect'): Pick<AxisView, 'keyOf' | 'needsAnswers'> {
  const keyOf = behind('answer ');
  return {
    needsAnswers: role,
    keyOf: (key) => {
      const place = keyOf(key);
      return place?.startsWith(role) === true ? place : undefined;
    },
  };
}

/** Where threads waited for a lock of the program, and not of a library, which is new or not however long they did. */
function contendedLock(key: string): string | undefined {
  return /^(?:lock|semaphore) at /u.test(key) && !/\(\S+\.so[.\d]*\)$/u.test(key) ? key : undefined;
}

/** Of a function, the kind of work that it does; of own code there is none, and it counts for nothing. */
function workOf(key: string): string | undefined {
  return workKindOf(functionOf(key), moduleOf(key));
}

/** The kernel's counters of resident pages are exact to some 32 pages for each processor. */
const kernelGrain = 65_536;

/** Measured only where it was asked for: where no side has it, there is nothing to say. */
export const onRequest: ReadonlySet<AxisId> = new Set(['allocations']);

/** In the order in which they are shown. */
export const views: readonly AxisView[] = [
  { axis: 'files', source: 'files', kind: 'set', unit: 'opens/s', keyOf: whole },
  { axis: 'file_changes', source: 'file_changes', kind: 'set', unit: 'changes/s', keyOf: whole },
  {
    axis: 'network',
    source: 'network',
    kind: 'set',
    unit: 'events/s',
    keyOf: (key) => (isPeer.test(key) ? key : undefined),
    subjectOf: peerOf,
  },
  { axis: 'processes', source: 'processes', kind: 'set', unit: 'events/s', keyOf: whole },
  { axis: 'contended_locks', source: 'locks', kind: 'set', unit: 'ms/s', needsCallers: true, keyOf: contendedLock },
  { axis: 'executable_memory', source: 'executable_memory', kind: 'set', unit: 'calls/s', keyOf: whole },
  { axis: 'capabilities', source: 'capabilities', kind: 'set', unit: 'checks/s', keyOf: whole },
  { axis: 'signals', source: 'signals', kind: 'set', unit: 'signals/s', keyOf: whole },
  { axis: 'syscall_names', source: 'syscalls', kind: 'set', unit: 'calls/s', keyOf: (key) => key.split(' ')[0] },
  { axis: 'cpu_stacks', source: 'cpu_stacks', kind: 'rate', unit: 'CPU ms/s', keyOf: whole },
  {
    axis: 'cpu_own',
    source: 'cpu_stacks',
    kind: 'rate',
    unit: 'CPU ms/s',
    needsCallers: true,
    keyOf: whole,
    column: 'own',
  },
  {
    axis: 'cpu_within',
    source: 'cpu_stacks',
    kind: 'rate',
    unit: 'CPU ms/s',
    needsCallers: true,
    keyOf: whole,
    column: 'within',
    isPart: () => false,
  },
  {
    axis: 'cpu_work',
    source: 'cpu_stacks',
    kind: 'rate',
    unit: 'CPU ms/s',
    needsCallers: true,
    keyOf: workOf,
    column: 'work',
  },
  { axis: 'syscalls', source: 'syscalls', kind: 'rate', unit: 'calls/s', keyOf: whole },
  {
    axis: 'file_io',
    source: 'file_io',
    kind: 'rate',
    unit: 'bytes/s',
    keyOf: whole,
    column: 'bytes',
    isExact: true,
  },
  { axis: 'file_io_time', source: 'file_io', kind: 'rate', unit: 'ns/s', keyOf: whole, column: 'ns', isExact: true },
  {
    axis: 'network_bytes',
    source: 'network',
    kind: 'rate',
    unit: 'bytes/s',
    keyOf: behind('bytes '),
    isExact: true,
  },
  {
    axis: 'network_events',
    source: 'network',
    kind: 'rate',
    unit: 'events/s',
    keyOf: behind('event '),
  },
  {
    axis: 'peer_connections',
    source: 'network',
    kind: 'rate',
    unit: 'connections/s',
    keyOf: (key) => (isMade.test(key) ? key : undefined),
  },
  {
    axis: 'peer_questions',
    source: 'network',
    kind: 'rate',
    unit: 'questions/s',
    ...answeredBy('connect'),
  },
  // The total is above the table; the rows are threads by name.
  {
    axis: 'cpu_time',
    source: 'cpu_time',
    kind: 'scalar',
    unit: 'CPU ms/s',
    keyOf: (key) => (key === 'total' ? undefined : key),
    isPart: (key) => key === 'total',
  },
  {
    axis: 'off_cpu',
    source: 'off_cpu',
    kind: 'scalar',
    unit: 'ms/s',
    keyOf: behind(waitBegins.reason),
  },
  {
    axis: 'off_cpu_sites',
    source: 'off_cpu',
    kind: 'rate',
    unit: 'ms/s',
    needsCallers: true,
    keyOf: (key) => (isWaitSite(key) ? key : undefined),
  },
  {
    axis: 'locks',
    source: 'locks',
    kind: 'rate',
    unit: 'ms/s',
    needsCallers: true,
    keyOf: (key) => (isWaitSite(key) || key.startsWith(waitBegins.kernelLock) ? key : undefined),
    isPart: (key) => key === 'total',
  },
  {
    axis: 'memory_growth',
    source: 'memory',
    kind: 'scalar',
    unit: 'bytes/s',
    keyOf: behind(begins.resident),
    grain: kernelGrain,
    isPart: (key) => key === `${begins.resident}trend grew`,
  },
  { axis: 'memory_faults', source: 'memory', kind: 'rate', unit: 'faults/s', keyOf: behind(begins.fault) },
  {
    axis: 'fault_sites',
    source: 'memory',
    kind: 'rate',
    unit: 'faults/s',
    needsCallers: true,
    keyOf: behind(begins.faultSite),
  },
  { axis: 'memory_calls', source: 'memory', kind: 'rate', unit: 'calls/s', keyOf: behind(begins.call) },
  {
    axis: 'growth_sites',
    source: 'memory',
    kind: 'rate',
    unit: 'bytes/s',
    needsCallers: true,
    keyOf: behind(begins.growthSite),
  },
  { axis: 'allocation_calls', source: 'allocations', kind: 'rate', unit: 'calls/s', keyOf: behind(begins.call) },
  {
    axis: 'allocation_sites',
    source: 'allocations',
    kind: 'rate',
    unit: 'bytes/s',
    needsCallers: true,
    keyOf: behind(begins.allocationSite),
  },
  ...durations({
    response_time: { source: 'network', ...answeredBy('accept') },
    peer_time: { source: 'network', ...answeredBy('connect') },
    syscall_latency: { source: 'syscalls', keyOf: whole },
    file_io_latency: { source: 'file_io', keyOf: whole },
    network_round_trips: { source: 'network', keyOf: behind('round trip ') },
    network_connect_times: { source: 'network', keyOf: behind('time to ') },
    network_lifetimes: { source: 'network', keyOf: behind('life of ') },
    off_cpu_durations: { source: 'off_cpu', keyOf: behind(waitBegins.reason) },
    blocked_calls: { source: 'off_cpu', keyOf: behind(waitBegins.blockedCall) },
    lock_latency: { source: 'locks', keyOf: (key) => (/^(?:futex|kernel|goroutine) /u.test(key) ? key : undefined) },
  }),
];

function durations(of: Readonly<Record<string, Pick<AxisView, 'source' | 'keyOf' | 'needsAnswers'>>>): AxisView[] {
  return Object.entries(of).map(([axis, view]) => ({ axis, ...view, kind: 'distribution', unit: 'ns' }));
}
