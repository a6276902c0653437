/**
 * What one port spends on strangers. Every connection is counted from the moment it is accepted, before TLS. It has ten
 * seconds to prove that it is worth a place. A share of the places is for peers that proved who they are, another one
 * for strangers. A newcomer always gets in: at a ceiling it displaces the stranger that is awaited longest, of the
 * address that holds most in the network that holds most. Only peers that proved themselves displace one another.
 */
import type { Server, Socket } from 'node:net';
import type { Rate } from '../../tunnel/session/token-bucket.ts';
import { attend } from './attended-time.ts';
import { addressGroup, networkGroup } from './client-address.ts';
import { type Holder, Places } from './connection-places.ts';
import { HandshakeQueue } from './handshake-queue.ts';

export interface ConnectionLimits {
  /** Connections of this port, whatever their state. */
  readonly max: number;
  /** Connections of strangers of one address. */
  readonly maxOfAddress: number;
  /** Of `max`, for peers that proved who they are. Default: a quarter. */
  readonly forKnown?: number;
  /** Of `max`, for strangers, without whom nobody new gets in. Default: a quarter, and at most `mostForStrangers`. */
  readonly forStrangers?: number;
  /** Remote addresses that many peers share, because the operator trusts this proxy. They are not strangers. */
  readonly isShared?: (address: string) => boolean;
  /** Who may connect at all, by remote address. Default: everybody. */
  readonly admits?: (address: string) => boolean;
  /** How many handshakes may begin. Default: 500 a second, so that the 2,000 instances of a replica that died are back within five. */
  readonly begins?: Rate;
  /** A peer that takes none of what was written for this long will not take the rest. Default: a minute. */
  readonly notReadingMs?: number;
}

/** Why a connection was cut, as the counters name it. */
export const cuts = [
  'not_admitted',
  'too_many',
  'too_many_of_address',
  'too_many_known',
  'too_slow',
  'slow_body',
  'not_reading',
  'too_long',
  'pipelined',
] as const;
export type Cut = (typeof cuts)[number];

export interface ConnectionCounters {
  open: number;
  /** Of those, of peers that proved who they are, and of trusted proxies. */
  known: number;
  readonly cut: Record<Cut, number>;
}

/** Of a port, by default: enough for those who are about to prove themselves. */
export const mostForStrangers = 256;

/** From the first byte of a handshake to the proof; TLS, headers and body included. */
export const proveMs = 10_000;

interface Connection {
  readonly socket: Socket;
  /** Who shares its remote address, when many do. */
  readonly proxy: string | undefined;
  /** What carries its bytes: the TLS socket once there is one. */
  stream: Socket;
  places: Places<Connection>;
  holder: Holder;
  isWaiting: boolean;
  /** Of `attend`, as `takenAt` is. */
  dueAt: number;
  takenBytes: number;
  /** Of one write, what the kernel has not taken yet. */
  queuedBytes: number;
  takenAt: number;
}

export class ConnectionGuard {
  readonly counters: ConnectionCounters = {
    open: 0,
    known: 0,
    cut: Object.fromEntries(cuts.map((why) => [why, 0])) as Record<Cut, number>,
  };
  readonly #limits: ConnectionLimits;
  readonly #maxStrangers: number;
  readonly #maxKnown: number;
  /** By remote address and port, the one name that a TLS socket shares with the socket below it. */
  readonly #connections = new Map<string, Connection>();
  readonly #strangers = new Places<Connection>();
  readonly #known = new Places<Connection>();
  readonly #nowMs: () => number;

  /** Takes over the acceptance of connections of a server that does not listen yet. */
  constructor(server: Server, limits: ConnectionLimits) {
    const quarter = Math.floor(limits.max / 4);
    this.#limits = limits;
    this.#maxStrangers = limits.max - (limits.forKnown ?? quarter);
    this.#maxKnown = limits.max - (limits.forStrangers ?? Math.min(quarter, mostForStrangers));
    const handshakes = new HandshakeQueue(limits.begins ?? { perSec: 500, burst: 60 });
    const accept = server.listeners('connection');
    server.removeAllListeners('connection');
    server.on('connection', (socket: Socket) => {
      const connection = this.#admit(socket);
      if (connection === undefined) {
        socket.destroy();
        return;
      }
      const begin = (): void => {
        connection.dueAt = this.#nowMs() + proveMs;
        for (const one of accept) one.call(server, socket);
      };
      handshakes.add(connection.holder, { socket, begin });
    });
    server.on('secureConnection', (stream: Socket) => {
      const connection = this.#connections.get(nameOf(stream));
      if (connection !== undefined) connection.stream = stream;
    });
    this.#nowMs = attend(server, (now) => this.#sweep(now));
  }

  /**
   * It may send no more than so many bytes until the returned function is called. They are counted as they are read,
   * before its reader sees a complete message.
   */
  limitBytes(stream: Socket, most: number): () => void {
    let bytes = 0;
    const count = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > most) this.cut(stream, 'too_long');
    };
    stream.prependListener('data', count);
    return () => stream.off('data', count);
  }

  /** What a proxy passes on counts for the address that it comes from. */
  attribute(stream: Socket, from: string): void {
    const connection = this.#connections.get(nameOf(stream));
    if (connection === undefined) return;
    const isPassedOn = connection.proxy !== undefined && this.#limits.isShared?.(from) !== true;
    if (isPassedOn) this.#enterAsStranger(connection, holderOf(from));
    else this.#place(connection, connection.places, connection.holder, true);
  }

  /** The head of a request has come, from this address: the rest of it is awaited. */
  receive(stream: Socket, from: string): void {
    const connection = this.#connections.get(nameOf(stream));
    if (connection !== undefined) connection.dueAt = Number.POSITIVE_INFINITY;
    this.attribute(stream, from);
  }

  /** Nothing is awaited of it: a request of its is being answered. */
  serve(stream: Socket): void {
    const connection = this.#connections.get(nameOf(stream));
    if (connection !== undefined) this.#place(connection, connection.places, connection.holder, false);
  }

  /** Nothing is under way on it: it may stay, and a next request is awaited. */
  rest(stream: Socket): void {
    const connection = this.#connections.get(nameOf(stream));
    if (connection?.proxy !== undefined) this.#enterAsKnown(connection, proxyHolder(connection.proxy), true);
    else if (connection !== undefined) this.#place(connection, connection.places, connection.holder, true);
  }

  /** The peer has proved to be this subject. A proxy's connection is the subject's until `rest`. */
  prove(stream: Socket, subject: string): void {
    const connection = this.#connections.get(nameOf(stream));
    if (connection === undefined) return;
    this.#enterAsKnown(connection, { network: subject, address: subject }, connection.isWaiting);
  }

  /** The peer has proved itself, and the connection is in use until it closes. */
  keep(stream: Socket): void {
    const connection = this.#connections.get(nameOf(stream));
    if (connection === undefined) return;
    connection.dueAt = Number.POSITIVE_INFINITY;
    this.prove(stream, nameOf(stream));
    this.serve(stream);
  }

  cut(stream: Socket, why: Cut): void {
    const connection = this.#connections.get(nameOf(stream));
    if (connection !== undefined) this.#cut(connection, why);
  }

  /** For what its server ends by itself. */
  count(why: Cut): void {
    this.counters.cut[why] += 1;
  }

  #admit(socket: Socket): Connection | undefined {
    const { remoteAddress } = socket;
    // Without an address the peer has gone already.
    if (remoteAddress === undefined) return undefined;
    if (this.#limits.admits?.(remoteAddress) === false) {
      this.count('not_admitted');
      return undefined;
    }
    const proxy = this.#limits.isShared?.(remoteAddress) === true ? addressGroup(remoteAddress) : undefined;
    const connection: Connection = {
      socket,
      proxy,
      stream: socket,
      places: this.#strangers,
      holder: proxy === undefined ? holderOf(remoteAddress) : proxyHolder(proxy),
      isWaiting: true,
      dueAt: Number.POSITIVE_INFINITY,
      takenBytes: 0,
      queuedBytes: 0,
      takenAt: this.#nowMs(),
    };
    if (this.#connections.size >= this.#limits.max && !this.#cutIfAny(this.#strangers.least(), 'too_many')) {
      this.count('too_many');
      return undefined;
    }
    const name = nameOf(socket);
    this.#connections.set(name, connection);
    if (proxy === undefined) this.#enterAsStranger(connection, connection.holder);
    else this.#enterAsKnown(connection, connection.holder, true);
    socket.once('close', () => this.#forget(name, connection));
    return connection;
  }

  #enterAsStranger(connection: Connection, holder: Holder): void {
    if (this.#strangers.countOf(holder) >= this.#limits.maxOfAddress) {
      this.#cutIfAny(this.#strangers.leastOf(holder), 'too_many_of_address');
    } else if (this.#strangers.size >= this.#maxStrangers) {
      this.#cutIfAny(this.#strangers.least(), 'too_many');
    }
    this.#place(connection, this.#strangers, holder, true);
  }

  /** At the ceiling the subject with most makes room: by an idle connection, or when it holds more than this one would. */
  #enterAsKnown(connection: Connection, holder: Holder, isWaiting: boolean): void {
    if (connection.places !== this.#known && this.#known.size >= this.#maxKnown) {
      const least = this.#known.least();
      const isFair = least !== undefined && this.#known.countOf(least.holder) > this.#known.countOf(holder) + 1;
      const mayCut = least !== undefined && (least.isWaiting || isFair);
      this.#cut(mayCut ? least : connection, 'too_many_known');
      if (!mayCut) return;
    }
    this.#place(connection, this.#known, holder, isWaiting);
  }

  #cutIfAny(least: Connection | undefined, why: Cut): boolean {
    if (least !== undefined) this.#cut(least, why);
    return least !== undefined;
  }

  /** Also moves it behind all others of its holder. */
  #place(connection: Connection, places: Places<Connection>, holder: Holder, isWaiting: boolean): void {
    connection.places.remove(connection, connection.holder);
    Object.assign(connection, { places, holder, isWaiting });
    places.add(connection, holder, isWaiting);
    this.#countOpen();
  }

  #forget(name: string, connection: Connection): void {
    // A later connection may have the same name.
    if (this.#connections.get(name) === connection) this.#connections.delete(name);
    connection.places.remove(connection, connection.holder);
    this.#countOpen();
  }

  #countOpen(): void {
    this.counters.open = this.#connections.size;
    this.counters.known = this.#known.size;
  }

  #cut(connection: Connection, why: Cut): void {
    this.count(why);
    connection.stream.destroy();
    connection.socket.destroy();
    // Its close comes in a later cycle; until then it would be the oldest again.
    this.#forget(nameOf(connection.socket), connection);
  }

  #sweep(now: number): void {
    const { notReadingMs = 60_000 } = this.#limits;
    for (const connection of this.#connections.values()) {
      if (connection.dueAt <= now) this.#cut(connection, 'too_slow');
      else if (stuckMs(connection, now) >= notReadingMs) this.#cut(connection, 'not_reading');
    }
  }
}

function holderOf(address: string): Holder {
  return { network: networkGroup(address), address: addressGroup(address) };
}

function proxyHolder(proxy: string): Holder {
  return { network: `proxy ${proxy}`, address: `proxy ${proxy}` };
}

/** For how long something has waited to be sent to it and nothing of that has left. Notes what has left. */
function stuckMs(connection: Connection, now: number): number {
  const { stream, socket } = connection;
  const takenBytes = stream.bytesWritten - stream.writableLength;
  const queuedBytes = queueOf(socket);
  const isTaking = takenBytes !== connection.takenBytes || queuedBytes < connection.queuedBytes;
  if (stream.writableLength === 0 || isTaking) connection.takenAt = now;
  connection.takenBytes = takenBytes;
  connection.queuedBytes = queuedBytes;
  return now - connection.takenAt;
}

/**
 * What waits below Node, which counts a write as taken when all of it is, and joins all that waits into one write. Its
 * own timeout of a socket reads the same field, which has no public name.
 */
function queueOf(socket: Socket): number {
  return (socket as { readonly _handle?: { readonly writeQueueSize?: number } | null })._handle?.writeQueueSize ?? 0;
}

function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
