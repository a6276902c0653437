/** The normalised features of each axis; one function for each, so that a key is made in one place. */
import type { Feature } from './bundle.ts';
import type { AxisId, CollectorAxes } from './collector-record.ts';
import type { WaitStacks } from './collector-stacks.ts';
import { allocations, memory } from './memory-features.ts';
import { merge } from './merge-features.ts';
import { lockWaits, offCpu } from './waits.ts';
import { normalisePaths } from './normalise-paths.ts';
import type { Normaliser } from './normalise.ts';

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
    blocks: Array<number>(12).fill(0),
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
    ...(file !== undefined && { place: { file, ...(line !== undefined && { line }) } }),
    ...(lines !== undefined && { lines: lines.map((one) => ({ line: one.line, count: one.self })) }),
  }));
}

export function functionKey({ name, module }: { name: string; module: string }): string {
  return `${name} (${module})`;
}

function calls({ calls: list }: Axis<'syscalls'>): Feature[] {
  return merge(
    list.map(({ name, outcome, count, total_ns, hist, blocks }) => ({
      key: `${name} ${outcome}`,
      count,
      blocks,
      ns: total_ns,
      hist,
    })),
  );
}

function opens({ opens: list }: Axis<'files'>, normaliser: Normaliser): Feature[] {
  const paths = normalisePaths(
    list.map(({ path }) => path),
    normaliser,
  );
  return merge(
    list.map(({ path, op, outcome, count, blocks }) => ({
      key: [paths.get(path) ?? path, op, ...failure(outcome)].join(' '),
      count,
      blocks,
    })),
  );
}

function changes({ changes: list }: Axis<'file_changes'>, normaliser: Normaliser): Feature[] {
  const paths = normalisePaths(
    list.map(({ path }) => path),
    normaliser,
  );
  return merge(
    list.map(({ path, op, outcome, count, blocks }) => ({
      key: [op, paths.get(path) ?? path, ...failure(outcome)].join(' '),
      count,
      blocks,
    })),
  );
}

/** What is not a file is known by its kind alone. */
function transfers({ transfers: list }: Axis<'file_io'>, normaliser: Normaliser): Feature[] {
  const paths = normalisePaths(
    list.flatMap(({ path }) => path ?? []),
    normaliser,
  );
  return merge(
    list.map(({ path, kind, op, outcome, count, bytes, total_ns, hist, blocks }) => ({
      key: [op, path === undefined ? kind : (paths.get(path) ?? path), ...failure(outcome)].join(' '),
      count,
      blocks,
      ns: total_ns,
      hist,
      bytes,
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
  const paths = normalisePaths(
    programs.map(({ path }) => path),
    normaliser,
  );
  return merge([
    ...programs.map(({ path, file, count, blocks }) => ({
      key: ['start', paths.get(path) ?? path, ...(file === 'existing' ? [] : [`(${file} file)`])].join(' '),
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

/** Peers are a set, and the rest says how much and how well: `compare.ts` tells them apart by their first word. */
function network(axis: Axis<'network'>, normaliser: Normaliser): { features: Feature[]; further: Feature[] } {
  const wandering = findWanderingPorts([...axis.peers, ...axis.traffic]);
  const place = (one: Endpoint) => describePlace(one, { normaliser, wandering });
  const durations = (what: string) => (row: Durations) => {
    const { count, total_ns, hist, blocks } = row;
    return { key: `${what} ${place(row)}`, count, blocks, ns: total_ns, hist };
  };
  const { connects = [], connections = [], events = [] } = axis.quality ?? {};
  return {
    features: merge(
      axis.peers.map((row) => ({
        key: [place(row), ...failure(row.outcome)].join(' '),
        count: row.count,
        blocks: row.blocks,
      })),
    ),
    further: merge([
      ...axis.traffic.map((row) => ({
        key: `bytes ${row.direction} ${place(row)}`,
        count: row.bytes,
        blocks: row.blocks,
      })),
      ...axis.round_trips.map(durations('round trip')),
      ...connects.map(durations('time to')),
      ...connections.map(durations('life of')),
      ...events.map((row) => ({
        key: `event ${row.event} ${place(row)}`,
        count: row.count,
        blocks: row.blocks,
      })),
    ]),
  };
}

type Network = Axis<'network'>;
type Durations = Network['round_trips'][number];
type Endpoint = Pick<Durations, 'peer' | 'port' | 'role' | 'protocol'>;

interface Places {
  readonly normaliser: Normaliser;
  readonly wandering: ReadonlySet<string>;
}

function describePlace(one: Endpoint, { normaliser, wandering }: Places): string {
  const { peer, port, role, protocol } = one;
  if (protocol === 'unix') return `${role} unix ${peer === '' ? '(unnamed)' : normaliser.path(peer)}`;
  const address = peer === '' ? '(unknown)' : normaliser.peer(peer, role === 'accept' ? 'accept' : 'connect');
  const isWandering = port >= firstEphemeralPort && wandering.has(socketsOf(one));
  return `${role} ${protocol} ${address} port ${isWandering ? normaliser.port(port) : port}`;
}

/** Linux' own default: a port from here on may have been handed out by a kernel. */
const firstEphemeralPort = 32_768;
/** So many fixed services of one peer in that range are no longer likely; fewer keep their ports. */
const mostFixedPorts = 8;

/** Peers that are reached at another port each time, as data connections are. */
function findWanderingPorts(list: readonly Endpoint[]): Set<string> {
  const ports = new Map<string, Set<number>>();
  for (const one of list) {
    if (one.port < firstEphemeralPort) continue;
    const sockets = socketsOf(one);
    ports.set(sockets, (ports.get(sockets) ?? new Set()).add(one.port));
  }
  return new Set([...ports].filter(([, known]) => known.size > mostFixedPorts).map(([sockets]) => sockets));
}

function socketsOf({ role, protocol, peer }: Endpoint): string {
  return `${role} ${protocol} ${peer}`;
}

function failure(outcome: string): string[] {
  return outcome === 'ok' ? [] : [outcome];
}
