/** Features of the network: whom the target talked to, and how much and how well. */
import type { Feature } from '../record/bundle.ts';
import type { CollectorAxes } from '../record/collector-record.ts';
import { answerBins, binOfAnswer } from '../record/duration-scale.ts';
import { counted, failure, inBlocks, merge } from './feature-parts.ts';
import type { Normaliser } from './normalise.ts';

type Network = NonNullable<CollectorAxes['network']>;
type Durations = Network['round_trips'][number];
type Endpoint = Pick<Durations, 'peer' | 'port' | 'role' | 'protocol'>;

/** Peers are a set, and the rest says how much and how well: `compare.ts` distinguishes them by their first word. */
export function network(axis: Network, normaliser: Normaliser): { features: Feature[]; further: Feature[] } {
  const wandering = findWanderingPorts([...axis.peers, ...axis.traffic]);
  const place = (one: Endpoint) => describePlace(one, { normaliser, wandering });
  const durations = (what: string) => (row: Durations) => ({
    ...counted(`${what} ${place(row)}`, row),
    ns: row.total_ns,
    hist: row.hist,
  });
  const { connects = [], connections = [], events = [] } = axis.quality ?? {};
  return {
    features: merge(axis.peers.map((row) => counted([place(row), ...failure(row.outcome)].join(' '), row))),
    further: merge([
      ...axis.traffic.map((row): Feature => ({
        key: `bytes ${row.direction} ${place(row)}`,
        amount: row.bytes,
        unit: 'bytes',
        events: row.messages,
        ...inBlocks(row.bytes, row.blocks),
      })),
      ...(axis.exchanges ?? []).map((row) => answers(`answer ${isServed(row) ? ownPort(row) : place(row)}`, row)),
      ...axis.round_trips.map(durations('round trip')),
      ...connects.map(durations('time to')),
      ...connections.map(durations('life of')),
      ...events.map((row) => counted(`event ${row.event} ${place(row)}`, row)),
    ]),
  };
}

/** A port of the target's own, with any peer. */
function isServed({ role, peer, protocol }: Endpoint): boolean {
  return role === 'accept' && peer === '' && protocol !== 'unix';
}

function ownPort({ role, protocol, port }: Endpoint): string {
  return `${role} ${protocol} port ${port}`;
}

/** How many were answered, and how long that took as far as it was timed. */
function answers(key: string, row: NonNullable<Network['exchanges']>[number]): Feature {
  const hist = Array<number>(answerBins).fill(0);
  for (const [from, count] of row.times) {
    const bin = binOfAnswer(from);
    if (bin !== undefined) hist[bin] = (hist[bin] ?? 0) + count;
  }
  let microseconds = 0;
  for (const { total_us: total } of row.time_blocks) microseconds += total;
  return { ...counted(key, row), ns: microseconds * 1000, hist, timed: row.timed };
}

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

/** Keys name it behind what they count: `bytes sent connect tcp 10.0.0.5 port 5432`. */
const endpoint = /(?:^| )(?<place>(?:connect|accept|datagram) .+)$/u;
const served = /^accept (?<protocol>tcp|udp) .+ port (?<port>\S+(?: .+)?)$/u;

/**
 * What is the same for every key of one peer. A connection that was open before the window has bytes, round trips and an
 * end, and no beginning. A port that accepts connections is the target's own, with any peer.
 */
export function peerOf(key: string): string | undefined {
  const place = endpoint.exec(key)?.groups?.['place'];
  const port = place === undefined ? undefined : served.exec(place)?.groups;
  return port === undefined ? place : `accept ${port['protocol'] ?? ''} port ${port['port'] ?? ''}`;
}
