/**
 * Memory for payloads that are being received, shared by all sessions of a process. A payload gets its whole size
 * or waits; it is never started without room to finish. The peer that holds least is served first, and none holds more
 * than a share: an instance that announces megabytes and sends none waits for itself. Payloads that are short have
 * room of their own, so that they never wait for long ones.
 */

export interface BudgetOptions {
  /** Bytes for long payloads in all. An organization that holds none gets its first one all the same, up to twice this. */
  readonly total: number;
  /** Long payloads of one organization. */
  readonly ofOrganization: number;
  /** Long payloads of one instance; at least the longest payload there is. */
  readonly ofInstance: number;
}

/** Room as one instance asks for it. */
export interface Room {
  /** Calls `grant` once, now or later. The returned function gives the bytes back or stops waiting; it may be called twice. */
  take(bytes: number, grant: () => void): () => void;
}

/** Payloads up to this long have room of their own: a quarter of what long ones have, in the same shares. */
const shortBytes = 1 << 20;

export class ByteBudget {
  readonly #long: Lane;
  readonly #short: Lane;

  constructor({ total, ofOrganization, ofInstance }: BudgetOptions) {
    this.#long = new Lane({ total, ofOrganization, ofInstance });
    this.#short = new Lane({
      total: total / 4,
      ofOrganization: ofOrganization / 4,
      ofInstance: Math.max(ofInstance / 4, shortBytes),
    });
  }

  get usedBytes(): number {
    return this.#long.usedBytes + this.#short.usedBytes;
  }

  roomOf(organization: string, instance: string): Room {
    return {
      take: (bytes, grant) => {
        const lane = bytes <= shortBytes ? this.#short : this.#long;
        return lane.take({ organization, instance, bytes, grant });
      },
    };
  }
}

interface Wanted {
  readonly organization: string;
  readonly instance: string;
  readonly bytes: number;
  readonly grant: () => void;
}

/** What one instance holds, and what it waits for in the order in which it asked. */
class Holder {
  usedBytes = 0;
  readonly waiting = new Set<Wanted>();

  get isIdle(): boolean {
    return this.usedBytes === 0 && this.waiting.size === 0;
  }
}

class Lane {
  readonly #options: BudgetOptions;
  readonly #organizations = new Map<string, { usedBytes: number; readonly instances: Map<string, Holder> }>();
  #usedBytes = 0;
  #waiting = 0;

  constructor(options: BudgetOptions) {
    this.#options = options;
  }

  get usedBytes(): number {
    return this.#usedBytes;
  }

  take(asked: Wanted): () => void {
    let state: 'waiting' | 'held' | 'over' = 'waiting';
    const wanted: Wanted = {
      ...asked,
      grant: () => {
        state = 'held';
        asked.grant();
      },
    };
    this.#holderOf(wanted).waiting.add(wanted);
    this.#waiting += 1;
    this.#serve();
    return () => {
      if (state === 'held') this.#use(wanted, -wanted.bytes);
      else if (state === 'waiting') this.#stopWaiting(wanted);
      state = 'over';
      this.#clean(wanted);
      this.#serve();
    };
  }

  #serve(): void {
    while (this.#waiting > 0) {
      const next = this.#findNext();
      if (next === undefined) return;
      this.#stopWaiting(next);
      this.#use(next, next.bytes);
      next.grant();
    }
  }

  /** Of the organization that holds least, what the instance that holds least has waited for longest. */
  #findNext(): Wanted | undefined {
    const organizations = [...this.#organizations.values()].toSorted((a, b) => a.usedBytes - b.usedBytes);
    for (const { usedBytes, instances } of organizations) {
      let chosen: { readonly wanted: Wanted; readonly heldBytes: number } | undefined;
      for (const { usedBytes: heldBytes, waiting } of instances.values()) {
        const [wanted] = waiting;
        const isBetter = wanted !== undefined && (chosen === undefined || heldBytes < chosen.heldBytes);
        if (isBetter && this.#fits(wanted, usedBytes, heldBytes)) chosen = { wanted, heldBytes };
      }
      if (chosen !== undefined) return chosen.wanted;
    }
    return undefined;
  }

  #fits({ bytes }: Wanted, ofOrganization: number, ofInstance: number): boolean {
    const total = ofOrganization === 0 ? 2 * this.#options.total : this.#options.total;
    return (
      this.#usedBytes + bytes <= total &&
      isWithin(ofOrganization, bytes, this.#options.ofOrganization) &&
      isWithin(ofInstance, bytes, this.#options.ofInstance)
    );
  }

  #use({ organization, instance }: Wanted, bytes: number): void {
    this.#usedBytes += bytes;
    const own = this.#organizations.get(organization);
    if (own !== undefined) own.usedBytes += bytes;
    this.#holderOf({ organization, instance }).usedBytes += bytes;
  }

  #stopWaiting(wanted: Wanted): void {
    if (this.#holderOf(wanted).waiting.delete(wanted)) this.#waiting -= 1;
  }

  #holderOf({ organization, instance }: Pick<Wanted, 'organization' | 'instance'>): Holder {
    const own = this.#organizations.get(organization) ?? { usedBytes: 0, instances: new Map<string, Holder>() };
    this.#organizations.set(organization, own);
    const holder = own.instances.get(instance) ?? new Holder();
    own.instances.set(instance, holder);
    return holder;
  }

  #clean({ organization, instance }: Wanted): void {
    const own = this.#organizations.get(organization);
    if (own?.instances.get(instance)?.isIdle === true) own.instances.delete(instance);
    if (own?.instances.size === 0) this.#organizations.delete(organization);
  }
}

/** One payload always fits the share of somebody who holds none. */
function isWithin(heldBytes: number, bytes: number, share: number): boolean {
  return heldBytes === 0 || heldBytes + bytes <= share;
}
