/**
 * What one port spends on strangers. Every connection is counted from the moment it is accepted, before TLS. It
 * has ten seconds to prove that it is worth keeping; a port holds so many in all, an address so many. At a ceiling
 * the oldest connection that has proved nothing makes room, so that a peer that finishes its handshake gets in
 * among thousands that do not.
 */
import type { Server, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Rate, TokenBucket } from '../../tunnel/session/token-bucket.ts';
import { addressGroup } from './client-address.ts';

export interface ConnectionLimits {
  /** Connections of this port, whatever their state. */
  readonly max: number;
  /** Connections of one address that have proved nothing. */
  readonly maxPending: number;
  /** Connections of one address in all. */
  readonly maxOfAddress: number;
  /** Remote addresses without a ceiling of their own, because many peers share them: a proxy that the operator trusts. */
  readonly isShared?: (address: string) => boolean;
  /** Who may connect at all, by remote address. Default: everybody. */
  readonly admits?: (address: string) => boolean;
  /** How many handshakes may begin. Default: 500 a second, so that the 2,000 instances of a replica that died are back within five. */
  readonly begins?: Rate;
  /** A peer that takes none of what was written for this long will not take the rest. Default: a minute. */
  readonly notReadingMs?: number;
}

/** Why a connection was cut, as the counters name it. */
export type Cut = 'not_admitted' | 'too_many' | 'too_many_of_address' | 'too_slow' | 'not_reading' | 'too_long';

export interface ConnectionCounters {
  open: number;
  readonly cut: Record<Cut, number>;
}

/** From the first byte of a handshake to the proof; TLS, headers and body included. */
export const proveMs = 10_000;
const sweepMs = 500;
/** Handshakes begun in one turn of the event loop: more would hold up everything else. */
const handshakesATurn = 4;
const pauseMs = 5;

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  /** What carries its bytes: the TLS socket once there is one. */
  stream: Socket;
  /** Monotonic milliseconds. */
  dueAt: number;
  takenBytes: number;
  /** Of one write, what the kernel has not taken yet. */
  queuedBytes: number;
  takenAt: number;
}

interface Address {
  readonly connections: Set<Connection>;
  /** Those that have proved nothing, or wait for a next request. Oldest first. */
  readonly idle: Set<Connection>;
}

export class ConnectionGuard {
  readonly counters: ConnectionCounters = {
    open: 0,
    cut: { not_admitted: 0, too_many: 0, too_many_of_address: 0, too_slow: 0, not_reading: 0, too_long: 0 },
  };
  readonly #limits: ConnectionLimits;
  /** By remote address and port, the one name that a TLS socket shares with the socket below it. */
  readonly #connections = new Map<string, Connection>();
  readonly #addresses = new Map<string, Address>();
  readonly #begins: TokenBucket;
  readonly #waiting: { readonly socket: Socket; readonly begin: () => void }[] = [];
  #isServing = false;

  /** Takes over the acceptance of connections of a server that does not listen yet. */
  constructor(server: Server, limits: ConnectionLimits) {
    this.#limits = limits;
    this.#begins = new TokenBucket({ monotonic: () => performance.now() }, limits.begins ?? { perSec: 500, burst: 60 });
    const accept = server.listeners('connection');
    server.removeAllListeners('connection');
    server.on('connection', (socket: Socket) => {
      const connection = this.#admit(socket);
      if (connection === undefined) return;
      this.#whenFree(socket, () => {
        connection.dueAt = performance.now() + proveMs;
        for (const one of accept) one.call(server, socket);
      });
    });
    server.on('secureConnection', (stream: Socket) => {
      const connection = this.#connections.get(nameOf(stream));
      if (connection !== undefined) connection.stream = stream;
    });
    const sweep = setInterval(() => this.#sweep(), sweepMs);
    sweep.unref();
    server.on('close', () => clearInterval(sweep));
  }

  /**
   * It may send no more than so many bytes until the returned function is called. They are counted as they are read,
   * before its reader sees a complete message.
   */
  limitBytes(stream: Socket, most: number): () => void {
    let bytes = 0;
    const count = (chunk: Buffer): void => {
      bytes += chunk.length;
      const connection = bytes > most ? this.#connections.get(nameOf(stream)) : undefined;
      if (connection !== undefined) this.#cut(connection, 'too_long');
    };
    stream.prependListener('data', count);
    return () => stream.off('data', count);
  }

  /** The peer has proved itself, or a whole request of its came: it may take its time. */
  keep(stream: Socket): void {
    const connection = this.#connections.get(nameOf(stream));
    if (connection === undefined) return;
    connection.dueAt = Number.POSITIVE_INFINITY;
    this.#addresses.get(connection.address)?.idle.delete(connection);
  }

  /** Nothing is under way on it: it may stay, and is the first to make room. */
  rest(stream: Socket): void {
    const connection = this.#connections.get(nameOf(stream));
    if (connection !== undefined) this.#addresses.get(connection.address)?.idle.add(connection);
  }

  #admit(socket: Socket): Connection | undefined {
    const { remoteAddress } = socket;
    if (remoteAddress !== undefined && this.#limits.admits?.(remoteAddress) === false) {
      this.counters.cut.not_admitted += 1;
      socket.destroy();
      return undefined;
    }
    // Without an address the peer has gone already.
    if (remoteAddress === undefined || !this.#makeRoom(remoteAddress)) {
      socket.destroy();
      return undefined;
    }
    const address = addressGroup(remoteAddress);
    const connection: Connection = {
      socket,
      address,
      stream: socket,
      dueAt: Number.POSITIVE_INFINITY,
      takenBytes: 0,
      queuedBytes: 0,
      takenAt: performance.now(),
    };
    const name = nameOf(socket);
    const own = this.#addresses.get(address) ?? { connections: new Set(), idle: new Set() };
    this.#addresses.set(address, own);
    own.connections.add(connection);
    own.idle.add(connection);
    this.#connections.set(name, connection);
    this.counters.open = this.#connections.size;
    socket.once('close', () => this.#forget(name, connection));
    return connection;
  }

  #forget(name: string, connection: Connection): void {
    // A later connection may have the same name.
    if (this.#connections.get(name) === connection) this.#connections.delete(name);
    this.counters.open = this.#connections.size;
    const own = this.#addresses.get(connection.address);
    own?.connections.delete(connection);
    own?.idle.delete(connection);
    if (own?.connections.size === 0) this.#addresses.delete(connection.address);
  }

  /** False when every connection that could make room is in use. */
  #makeRoom(remoteAddress: string): boolean {
    const { max, maxPending, maxOfAddress, isShared } = this.#limits;
    const own = this.#addresses.get(addressGroup(remoteAddress));
    const isOver = own !== undefined && (own.idle.size >= maxPending || own.connections.size >= maxOfAddress);
    if (isOver && isShared?.(remoteAddress) !== true && !this.#cutOldest(own.idle, 'too_many_of_address')) return false;
    return this.#connections.size < max || this.#cutOldest(this.#idlest(), 'too_many');
  }

  /** Of the address that has most connections that have proved nothing. */
  #idlest(): ReadonlySet<Connection> {
    let most: ReadonlySet<Connection> = new Set();
    for (const { idle } of this.#addresses.values()) if (idle.size > most.size) most = idle;
    return most;
  }

  #cutOldest(idle: ReadonlySet<Connection>, why: Cut): boolean {
    const [oldest] = idle;
    if (oldest === undefined) this.counters.cut[why] += 1;
    else this.#cut(oldest, why);
    return oldest !== undefined;
  }

  #cut(connection: Connection, why: Cut): void {
    this.counters.cut[why] += 1;
    connection.stream.destroy();
    connection.socket.destroy();
    // Its close comes in a later turn; until then it would be the oldest again.
    this.#forget(nameOf(connection.socket), connection);
  }

  #sweep(): void {
    const now = performance.now();
    const { notReadingMs = 60_000 } = this.#limits;
    for (const connection of this.#connections.values()) {
      if (connection.dueAt <= now) this.#cut(connection, 'too_slow');
      else if (stuckMs(connection, now) >= notReadingMs) this.#cut(connection, 'not_reading');
    }
  }

  /** Begins a few at a time, and not too many a second, so that what is under way goes on between them. */
  #whenFree(socket: Socket, begin: () => void): void {
    this.#waiting.push({ socket, begin });
    if (!this.#isServing) this.#serve();
  }

  #serve(): void {
    this.#isServing = true;
    let isFree = true;
    for (let begun = 0; begun < handshakesATurn && isFree; begun += 1) {
      while (this.#waiting[0]?.socket.destroyed === true) this.#waiting.shift();
      isFree = this.#waiting.length > 0 && this.#begins.take();
      if (isFree) this.#waiting.shift()?.begin();
    }
    const goOn = (): void => {
      if (this.#waiting.length > 0) this.#serve();
      else this.#isServing = false;
    };
    if (isFree || this.#waiting.length === 0) setImmediate(goOn);
    else setTimeout(goOn, pauseMs).unref();
  }
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

/** Enough for the words to arrive where somebody reads. */
const lastWordsMs = 1000;

/** Ends a connection with these last words. A peer that keeps its own side open is cut off. */
export function endWith(socket: Duplex, words: string): void {
  const cutOff = setTimeout(() => socket.destroy(), lastWordsMs);
  socket.on('error', () => socket.destroy());
  socket.on('close', () => clearTimeout(cutOff));
  socket.end(words);
}

/**
 * Guards a server of HTTP: a connection proves itself by the head of a request, and is idle between two of them. A
 * body that does not come is cut off by the server's own limit for a whole request.
 */
export function guardRequests(server: Server, limits: ConnectionLimits): void {
  const guard = new ConnectionGuard(server, limits);
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    guard.keep(socket);
    response.once('close', () => guard.rest(socket));
  });
}
