/**
 * Begins handshakes a few at a time, and not too many a second, so that what is under way goes on between them. One
 * network is served after the other, and within it one address after the other, so that a flood delays itself.
 */
import type { Socket } from 'node:net';
import { type Rate, TokenBucket } from '../../tunnel/session/token-bucket.ts';
import type { Holder } from './connection-places.ts';

/** Begun in one cycle of the event loop: more would hold up everything else. */
const handshakesAtOnce = 4;
const pauseMs = 5;

interface Handshake {
  readonly socket: Socket;
  readonly begin: () => void;
}

export class HandshakeQueue {
  readonly #begins: TokenBucket;
  /** The first network, and of it the first address, is served next and then goes to the end. */
  readonly #networks = new Map<string, Map<string, Handshake[]>>();
  #next: Handshake | undefined;
  #isServing = false;

  constructor(begins: Rate) {
    this.#begins = new TokenBucket({ monotonic: () => performance.now() }, begins);
  }

  add({ network, address }: Holder, handshake: Handshake): void {
    const addresses = this.#networks.get(network) ?? new Map<string, Handshake[]>();
    const own = addresses.get(address) ?? [];
    own.push(handshake);
    this.#networks.set(network, addresses.set(address, own));
    if (!this.#isServing) this.#serve();
  }

  #serve(): void {
    for (let begun = 0; begun < handshakesAtOnce; begun += 1) {
      while (this.#next === undefined || this.#next.socket.destroyed) {
        this.#next = this.#shift();
        if (this.#next === undefined) {
          this.#isServing = false;
          return;
        }
      }
      if (!this.#begins.take()) {
        this.#goOn(pauseMs);
        return;
      }
      const { begin } = this.#next;
      this.#next = undefined;
      begin();
    }
    this.#goOn(0);
  }

  #goOn(afterMs: number): void {
    this.#isServing = true;
    if (afterMs === 0) setImmediate(() => this.#serve());
    else setTimeout(() => this.#serve(), afterMs).unref();
  }

  #shift(): Handshake | undefined {
    const [network] = this.#networks;
    const [held] = network?.[1] ?? [];
    if (network === undefined || held === undefined) return undefined;
    const [address, own] = held;
    const handshake = own.shift();
    moveToEnd(network[1], address, own.length > 0);
    moveToEnd(this.#networks, network[0], network[1].size > 0);
    return handshake;
  }
}

function moveToEnd<T>(map: Map<string, T>, key: string, isLeft: boolean): void {
  const value = map.get(key);
  map.delete(key);
  if (isLeft && value !== undefined) map.set(key, value);
}
