/**
 * The live sessions of all replicas, as this process last read them: at each word of a change and at
 * least every second. Whoever decides something for good reads the store inside his transaction instead.
 */
import type { Clock } from '../../core/clock.ts';
import type { InstanceClass } from '../../tunnel/messages.ts';
import type { InstanceAddress } from '../../tunnel/session/session-store.ts';
import type { MovingInstance, Owners, PlacedSession } from './owner-table.ts';
import { addressKey } from './ownership.ts';

export interface DirectoryChange {
  readonly session: PlacedSession;
  readonly live: boolean;
}

export interface Refreshed {
  readonly placed: ReadonlyMap<string, PlacedSession>;
  /** Monotonic time before which everything that was written is in it. */
  readonly askedAt: number;
  readonly changes: readonly DirectoryChange[];
}

export class SessionDirectory {
  readonly #table: Owners;
  readonly #clock: Clock;
  #print: string | undefined;
  #placed: ReadonlyMap<string, PlacedSession> = new Map();
  #moving: readonly MovingInstance[] = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(table: Owners, clock: Clock) {
    this.#table = table;
    this.#clock = clock;
  }

  live(filter: { organization: string; class?: InstanceClass }): readonly PlacedSession[] {
    return [...this.#placed.values()].filter(
      (one) => one.organization === filter.organization && (filter.class ?? one.class) === one.class,
    );
  }

  find(address: InstanceAddress): PlacedSession | undefined {
    return this.#placed.get(addressKey(address));
  }

  /** Whether an instance is between two replicas. */
  isMoving(filter: { organization: string; class: InstanceClass; instance?: string | undefined }): boolean {
    return this.#moving.some(
      (one) =>
        one.organization === filter.organization &&
        one.class === filter.class &&
        (filter.instance ?? one.instance) === one.instance,
    );
  }

  /** Undefined when nothing changed. One after the other, so that what was read later also counts later. */
  refresh(): Promise<Refreshed | undefined> {
    const mine = this.#last.then(
      () => this.#read(),
      () => this.#read(),
    );
    this.#last = mine;
    return mine;
  }

  async #read(): Promise<Refreshed | undefined> {
    const askedAt = this.#clock.monotonic();
    const print = await this.#table.fingerprint();
    if (print === this.#print && this.#moving.length === 0) return undefined;
    const { live, moving } = await this.#table.list();
    const before = this.#placed;
    const placed = new Map(live.map((one) => [addressKey(one), one]));
    this.#print = print;
    this.#placed = placed;
    this.#moving = moving;
    return { placed, askedAt, changes: differences(before, placed) };
  }
}

/** A session that took the place of another is both: the end of one and the start of the next. */
function differences(
  before: ReadonlyMap<string, PlacedSession>,
  after: ReadonlyMap<string, PlacedSession>,
): readonly DirectoryChange[] {
  const ended = [...before].filter(([key, one]) => after.get(key)?.epoch !== one.epoch);
  const begun = [...after].filter(([key, one]) => before.get(key)?.epoch !== one.epoch);
  return [
    ...ended.map(([, session]) => ({ session, live: false })),
    ...begun.map(([, session]) => ({ session, live: true })),
  ];
}
