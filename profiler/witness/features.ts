/** The normalised features of each axis; one function for each, so that a key is made in one place. */
import type { Feature } from './bundle.ts';
import type { AxisId, CollectorAxes } from './collector-record.ts';
import type { WaitStacks } from './collector-waits.ts';
import { failure, functionKey, noBlocks, placeOf } from './feature-parts.ts';
import { changes, opens, transfers } from './file-features.ts';
import { allocations, memory } from './memory-features.ts';
import { merge } from './merge-features.ts';
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

type Collect = (axes: CollectorAxes, normaliser: Normaliser) => Collected | undefined;

const collectors: Readonly<Record<AxisId, Collect>> = {
  cpu_time: ({ cpu_time: axis }) => axis && { features: cpuTime(axis), cut: 0 },
  cpu_stacks: ({ cpu_stacks: axis }) =>
    axis && { features: functions(axis), cut: axis.cut.functions + axis.cut.stacks },
  syscalls: ({ syscalls: axis }) => axis && { features: calls(axis), cut: axis.cut },
  files: ({ files: axis }, normaliser) => axis && { features: opens(axis, normaliser), cut: axis.cut },
  file_changes: ({ file_changes: axis }, normaliser) => axis && { features: changes(axis, normaliser), cut: axis.cut },
  file_io: ({ file_io: axis }, normaliser) => axis && { features: transfers(axis, normaliser), cut: axis.cut },
  network: ({ network: axis }, normaliser) => axis && { ...network(axis, normaliser), cut: axis.cut },
  processes: ({ processes: axis }, normaliser) => axis && { features: processes(axis, normaliser), cut: axis.cut },
  signals: ({ signals: axis }) => axis && { features: signals(axis), cut: axis.cut },
  executable_memory: ({ executable_memory: axis }) => axis && { features: grants(axis), cut: axis.cut },
  capabilities: ({ capabilities: axis }) => axis && { features: checks(axis), cut: axis.cut },
  off_cpu: ({ off_cpu: axis }) => axis && { features: merge(offCpu(axis)), cut: axis.cut + cutOf(axis.stacks) },
  locks: ({ locks: axis }) => axis && { features: merge(lockWaits(axis)), cut: axis.cut + cutOf(axis.stacks) },
  memory: ({ memory: axis }) => axis && { features: memory(axis), cut: axis.cut },
  allocations: ({ allocations: axis }) => axis && { features: allocations(axis), cut: axis.cut },
};

/** Undefined when the collector measured nothing on this axis. */
export function collectFeatures(axis: AxisId, axes: CollectorAxes, normaliser: Normaliser): Collected | undefined {
  return collectors[axis](axes, normaliser);
}

function cutOf({ cut }: WaitStacks): number {
  return cut.functions + cut.stacks;
}

type Axis<K extends keyof CollectorAxes> = NonNullable<CollectorAxes[K]>;

/** Counts are nanoseconds here, so that the blocks of the total add up. */
function cpuTime({ total_ns, blocks_ns, threads }: Axis<'cpu_time'>): Feature[] {
  const spread = threads.map(({ comm, ns }) => ({
    key: `thread ${comm}`,
    count: ns,
    blocks: noBlocks(),
  }));
  return [{ key: 'total', count: total_ns, blocks: blocks_ns }, ...merge(spread)];
}

/** Order follows the collector's function table: stacks refer to it by index. */
function functions({ functions: table }: Axis<'cpu_stacks'>): Feature[] {
  return table.map(({ name, module, self, total, self_blocks, file, line, lines }) => ({
    key: functionKey({ name, module }),
    count: self,
    blocks: self_blocks,
    inclusive: total,
    ...placeOf({ file, line }),
    ...(lines !== undefined && { lines: lines.map((one) => ({ line: one.line, count: one.self })) }),
  }));
}

function calls({ calls: list }: Axis<'syscalls'>): Feature[] {
  return merge(
    list.map(({ name, outcome, count, timed, total_ns, hist, blocks }) => ({
      key: `${name} ${outcome}`,
      count,
      blocks,
      ns: total_ns,
      hist,
      timed,
    })),
  );
}

function checks({ checks: list }: Axis<'capabilities'>): Feature[] {
  return merge(
    list.map(({ capability, outcome, call, user_namespace, purpose, count, blocks }) => {
      const where = user_namespace === 'inner' ? ['of an inner user namespace'] : [];
      const why = purpose === 'memory_accounting' ? ['for memory accounting'] : [];
      return { key: [capability, outcome, 'in', call, ...where, ...why].join(' '), count, blocks };
    }),
  );
}

function processes({ programs, exits }: Axis<'processes'>, normaliser: Normaliser): Feature[] {
  const nameOf = namePaths(programs, normaliser);
  return merge([
    ...programs.map(({ path, file, count, blocks }) => ({
      key: ['start', nameOf(path), ...(file === 'existing' ? [] : [`(${file} file)`])].join(' '),
      count,
      blocks,
    })),
    ...exits.map(({ comm, outcome, count, blocks }) => ({ key: `end ${comm} ${outcome}`, count, blocks })),
  ]);
}

/** Whether one was pending already is chance and not behaviour: it is counted with those that were queued. */
function signals({ received }: Axis<'signals'>): Feature[] {
  return merge(
    received.map(({ signal, sender, comm, outcome, count, blocks }) => {
      const fate = outcome === 'queued' || outcome === 'merged' ? [] : [outcome];
      return { key: [signal, 'from', sender, ...(comm === '' ? [] : [comm]), ...fate].join(' '), count, blocks };
    }),
  );
}

function grants({ grants: list }: Axis<'executable_memory'>): Feature[] {
  return merge(
    list.map(({ call, area, writable, outcome, count, blocks }) => ({
      key: [call, area, ...(writable ? ['writable'] : []), ...failure(outcome)].join(' '),
      count,
      blocks,
    })),
  );
}
