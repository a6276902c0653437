/** Connections by network and address, so that the one that holds most makes room. */

/** For whom a place is held: what a /24 or a /48 is, and within it an address or a /64. */
export interface Holder {
  readonly network: string;
  readonly address: string;
}

interface Held<T> {
  /** The peer is awaited: a handshake, a request or the rest of it. Longest first. */
  readonly waiting: Set<T>;
  /** A whole request is being answered. */
  readonly answering: Set<T>;
}

interface Network<T> {
  size: number;
  readonly addresses: Map<string, Held<T>>;
}

export class Places<T> {
  readonly #networks = new Map<string, Network<T>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Of one address. */
  countOf(holder: Holder): number {
    const held = this.#heldBy(holder);
    return held === undefined ? 0 : countOf(held);
  }

  add(one: T, { network, address }: Holder, isWaiting: boolean): void {
    const own: Network<T> = this.#networks.get(network) ?? { size: 0, addresses: new Map() };
    const held: Held<T> = own.addresses.get(address) ?? { waiting: new Set(), answering: new Set() };
    this.#networks.set(network, own);
    own.addresses.set(address, held);
    (isWaiting ? held.waiting : held.answering).add(one);
    own.size += 1;
    this.#size += 1;
  }

  remove(one: T, { network, address }: Holder): void {
    const own = this.#networks.get(network);
    const held = own?.addresses.get(address);
    if (own === undefined || held === undefined || !(held.waiting.delete(one) || held.answering.delete(one))) return;
    own.size -= 1;
    this.#size -= 1;
    if (countOf(held) === 0) own.addresses.delete(address);
    if (own.size === 0) this.#networks.delete(network);
  }

  /** Of the address that holds most in the network that holds most: see `leastOf`. */
  least(): T | undefined {
    const network = largest(this.#networks.values(), ({ size }) => size);
    const held = network && largest(network.addresses.values(), countOf);
    return held && slowest(held);
  }

  /** The one whose peer has been awaited longest; when none is awaited, the oldest request. */
  leastOf(holder: Holder): T | undefined {
    const held = this.#heldBy(holder);
    return held && slowest(held);
  }

  #heldBy({ network, address }: Holder): Held<T> | undefined {
    return this.#networks.get(network)?.addresses.get(address);
  }
}

function countOf<T>({ waiting, answering }: Held<T>): number {
  return waiting.size + answering.size;
}

function slowest<T>({ waiting, answering }: Held<T>): T | undefined {
  const [one] = waiting.size > 0 ? waiting : answering;
  return one;
}

/** The first of those with most. */
function largest<T>(all: Iterable<T>, sizeOf: (one: T) => number): T | undefined {
  let most: T | undefined;
  for (const one of all) if (most === undefined || sizeOf(one) > sizeOf(most)) most = one;
  return most;
}
