/**
 * The live sessions of all replicas, as this process last read them: a changed one at each word of it, and all of
 * them at least every second when any changed. A final decision reads the store inside his
 * transaction instead.
 */
import type { Clock } from '../../core/clock.ts';
import type { InstanceClass } from '../../tunnel/messages.ts';
import type { InstanceAddress } from '../../tunnel/session/session-store.ts';
import type { DirectoryPart, MovingInstance, Owners, PlacedSession, Placements } from './owner-table.ts';

export interface DirectoryChange {
  readonly session: PlacedSession;
  readonly live: boolean;
}

export interface Refreshed {
  /** What was read; undefined for everything. */
  readonly parts: readonly DirectoryPart[] | undefined;
  /** Monotonic time before which everything that was written of it is in it. */
  readonly askedAt: number;
  readonly changes: readonly DirectoryChange[];
}

/** Of more than so many parts everything is read: one long statement costs more than that. */
const mostParts = 200;

interface Wanted {
  parts: DirectoryPart[] | undefined;
  read: Promise<void>;
}

/** By organization and name. */
type ByAddress<T> = Map<string, Map<string, T>>;

export class SessionDirectory {
  readonly #table: Owners;
  readonly #clock: Clock;
  readonly #onRead: (refreshed: Refreshed) => void;
  #print: string | undefined;
  #placed: ByAddress<PlacedSession> = new Map();
  #moving: ByAddress<MovingInstance> = new Map();
  #last: Promise<unknown> = Promise.resolve();
  /** A read that has not started; callers that ask before it starts share it. */
  #next: Wanted | undefined;

  /** `onRead` is called once for each read that saw a change, after it is applied here. */
  constructor(table: Owners, clock: Clock, onRead: (refreshed: Refreshed) => void = () => undefined) {
    this.#table = table;
    this.#clock = clock;
    this.#onRead = onRead;
  }

  live({ organization, class: wanted }: { organization: string; class?: InstanceClass }): readonly PlacedSession[] {
    const own = [...(this.#placed.get(organization)?.values() ?? [])];
    return wanted === undefined ? own : own.filter((one) => one.class === wanted);
  }

  find({ organization, instance }: InstanceAddress): PlacedSession | undefined {
    return this.#placed.get(organization)?.get(instance);
  }

  /** Whether an instance is between two replicas. */
  isMoving({
    organization,
    class: wanted,
    instance,
  }: {
    organization: string;
    class: InstanceClass;
    instance?: string | undefined;
  }): boolean {
    const own = this.#moving.get(organization);
    if (own === undefined) return false;
    if (instance !== undefined) return own.get(instance)?.class === wanted;
    return [...own.values()].some((one) => one.class === wanted);
  }

  /** Resolves when what was written before is known. One after the other, so that what was read later also counts later. */
  refresh(parts?: readonly DirectoryPart[]): Promise<void> {
    if (this.#next !== undefined) {
      this.#next.parts = join(this.#next.parts, parts);
      return this.#next.read;
    }
    const wanted: Wanted = { parts: join([], parts), read: Promise.resolve() };
    wanted.read = this.#last
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.#read(wanted.parts);
      });
    this.#next = wanted;
    this.#last = wanted.read;
    return wanted.read;
  }

  async #read(parts: readonly DirectoryPart[] | undefined): Promise<void> {
    const askedAt = this.#clock.monotonic();
    if (parts !== undefined) {
      const changes = this.#replace(parts, await this.#table.list({ parts }));
      this.#onRead({ parts, askedAt, changes });
      return;
    }
    const print = await this.#table.fingerprint();
    if (print === this.#print && this.#moving.size === 0) return;
    const listed = await this.#table.list();
    this.#print = print;
    const changes = this.#replace(
      [...new Set([...this.#placed.keys(), ...listed.live.map((one) => one.organization)])].map((organization) => ({
        organization,
      })),
      listed,
    );
    this.#moving = byAddress(listed.moving);
    this.#onRead({ parts, askedAt, changes });
  }

  /** What was known of these is what was listed. */
  #replace(parts: readonly DirectoryPart[], { live, moving }: Placements): readonly DirectoryChange[] {
    const before = parts.flatMap((part) => take(this.#placed, part));
    for (const part of parts) take(this.#moving, part);
    for (const one of live) add(this.#placed, one);
    for (const one of moving) add(this.#moving, one);
    const epochs = new Map(before.map((one) => [one, this.find(one)?.epoch]));
    const known = byAddress(before);
    const ended = before.filter((one) => epochs.get(one) !== one.epoch);
    const begun = live.filter((one) => known.get(one.organization)?.get(one.instance)?.epoch !== one.epoch);
    // A session that took the place of another is both: the end of one and the start of the next.
    return [
      ...ended.map((session) => ({ session, live: false })),
      ...begun.map((session) => ({ session, live: true })),
    ];
  }
}

/** Undefined is everything. */
function join(
  before: readonly DirectoryPart[] | undefined,
  more: readonly DirectoryPart[] | undefined,
): DirectoryPart[] | undefined {
  if (before === undefined || more === undefined || before.length + more.length > mostParts) return undefined;
  return [...before, ...more];
}

function byAddress<T extends InstanceAddress>(items: readonly T[]): ByAddress<T> {
  const all: ByAddress<T> = new Map();
  for (const item of items) add(all, item);
  return all;
}

function add<T extends InstanceAddress>(all: ByAddress<T>, item: T): void {
  const own = all.get(item.organization) ?? new Map<string, T>();
  own.set(item.instance, item);
  all.set(item.organization, own);
}

/** Removes and returns them. */
function take<T extends InstanceAddress>(all: ByAddress<T>, { organization, instance }: DirectoryPart): readonly T[] {
  const own = all.get(organization);
  if (own === undefined) return [];
  const taken = instance === undefined ? [...own.values()] : [own.get(instance)].filter((one) => one !== undefined);
  for (const one of taken) own.delete(one.instance);
  if (own.size === 0) all.delete(organization);
  return taken;
}
