/** The normalised features of each axis; one function for each, so that a key is made in one place. */
import type { TargetPrograms } from '../keys/own-code.ts';
import type { Feature } from '../record/bundle.ts';
import { checks } from './capability-features.ts';
import type { AxisId, CollectorAxes } from '../record/collector-record.ts';
import type { WaitStacks } from '../record/collector-waits.ts';
import { counted, failure, functionKey, inBlocks, merge, placeOf } from './feature-parts.ts';
import { changes, opens, transfers } from './file-features.ts';
import { allocations, memory } from './memory-features.ts';
import { network } from './network-features.ts';
import { namePaths } from './normalise-paths.ts';
import type { Normaliser } from './normalise.ts';
import { lockWaits, offCpu } from './waits.ts';

export interface Collected {
  readonly features: Feature[];
  /** Counted in other units, and so not to be weighed against the others when there are too many. */
  readonly further?: Feature[];
  /** Keys and whole stacks the collector had to drop. */
  readonly cut: number;
}

/** What keys are made with besides the axes. */
export interface KeyFacts {
  readonly normaliser: Normaliser;
  readonly programs: TargetPrograms;
}

type Collect = (axes: CollectorAxes, facts: KeyFacts) => Collected | undefined;

const collectors: Readonly<Record<AxisId, Collect>> = {
  cpu_time: ({ cpu_time: axis }) => axis && { features: cpuTime(axis), cut: 0 },
  cpu_stacks: ({ cpu_stacks: axis }) =>
    axis && { features: functions(axis), cut: axis.cut.functions + axis.cut.stacks },
  syscalls: ({ syscalls: axis }) => axis && { features: calls(axis), cut: axis.cut },
  files: ({ files: axis }, { normaliser }) => axis && { features: opens(axis, normaliser), cut: axis.cut },
  file_changes: ({ file_changes: axis }, { normaliser }) =>
    axis && { features: changes(axis, normaliser), cut: axis.cut },
  file_io: ({ file_io: axis }, { normaliser }) => axis && { features: transfers(axis, normaliser), cut: axis.cut },
  network: ({ network: axis }, { normaliser }) => axis && { ...network(axis, normaliser), cut: axis.cut },
  processes: ({ processes: axis }, { normaliser }) => axis && { features: processes(axis, normaliser), cut: axis.cut },
  signals: ({ signals: axis }) => axis && { features: signals(axis), cut: axis.cut },
  executable_memory: ({ executable_memory: axis }) => axis && { features: grants(axis), cut: axis.cut },
  capabilities: ({ capabilities: axis }) => axis && { features: checks(axis), cut: axis.cut },
  off_cpu: ({ off_cpu: axis }, { programs }) =>
    axis && { features: merge(offCpu(axis, programs)), cut: axis.cut + cutOf(axis.stacks) },
  locks: ({ locks: axis }, { programs }) =>
    axis && {
      features: merge(lockWaits(axis, programs)),
      cut: axis.cut + cutOf(axis.stacks) + (axis.goroutines === undefined ? 0 : cutOf(axis.goroutines.stacks)),
    },
  memory: ({ memory: axis }, { programs }) => axis && { features: memory(axis, programs), cut: axis.cut },
  allocations: ({ allocations: axis }, { programs }) =>
    axis && { features: allocations(axis, programs), cut: axis.cut },
};

/** Undefined when the collector measured nothing on this axis. */
export function collectFeatures(axis: AxisId, axes: CollectorAxes, facts: KeyFacts): Collected | undefined {
  return collectors[axis](axes, facts);
}

function cutOf({ cut }: WaitStacks): number {
  return cut.functions + cut.stacks;
}

type Axis<K extends keyof CollectorAxes> = NonNullable<CollectorAxes[K]>;

function cpuTime({ total_ns, blocks_ns, threads }: Axis<'cpu_time'>): Feature[] {
  const spread = threads.map(({ comm, ns }): Feature => ({ key: `thread ${comm}`, amount: ns, unit: 'ns' }));
  return [{ key: 'total', amount: total_ns, unit: 'ns', ...inBlocks(total_ns, blocks_ns) }, ...merge(spread)];
}

/** Order follows the collector's function table: stacks refer to it by index. */
function functions({ functions: table }: Axis<'cpu_stacks'>): Feature[] {
  return table.map(({ name, module, self, total, self_blocks, file, line, lines }) => ({
    key: functionKey({ name, module }),
    amount: self,
    unit: 'samples',
    events: self,
    samples: self,
    ...inBlocks(self, self_blocks),
    inclusive: total,
    ...placeOf({ file, line }),
    ...(lines !== undefined && { lines: lines.map((one) => ({ line: one.line, count: one.self })) }),
  }));
}

function calls({ calls: list }: Axis<'syscalls'>): Feature[] {
  return merge(
    list.map(({ name, outcome, timed, total_ns, hist, ...counts }) => ({
      ...counted(`${name} ${outcome}`, counts),
      ns: total_ns,
      hist,
      timed,
    })),
  );
}

function processes({ programs, exits }: Axis<'processes'>, normaliser: Normaliser): Feature[] {
  const nameOf = namePaths(programs, normaliser);
  return merge([
    ...programs.map(({ path, file, ...counts }) => {
      const state = file === 'existing' ? [] : [`(${file} file)`];
      return counted(['start', nameOf(path), ...state].join(' '), counts);
    }),
    ...exits.map(({ comm, outcome, ...counts }) => counted(`end ${comm} ${outcome}`, counts)),
  ]);
}

/** Whether one was pending already is chance and not behaviour: it is counted with those that were queued. */
function signals({ received }: Axis<'signals'>): Feature[] {
  return merge(
    received.map(({ signal, sender, comm, outcome, ...counts }) => {
      const fate = outcome === 'queued' || outcome === 'merged' ? [] : [outcome];
      return counted([signal, 'from', sender, ...(comm === '' ? [] : [comm]), ...fate].join(' '), counts);
    }),
  );
}

function grants({ grants: list }: Axis<'executable_memory'>): Feature[] {
  return merge(
    list.map(({ call, area, writable, outcome, ...counts }) =>
      counted([call, area, ...(writable ? ['writable'] : []), ...failure(outcome)].join(' '), counts),
    ),
  );
}
