/**
 * The store of a simulated world. What it has confirmed it never loses. A transaction takes a while; what
 * a crash of the process or a failure of the store interrupts is done or not, and its process never knows.
 */
import { type CaptureState, applyTrigger } from '../../src/control/captures/capture-state.ts';
import type { OfferRecords, RequestRecords } from '../../src/control/captures/capture-offers.ts';
import type { BoundWrites } from '../../src/control/operations/write-agents.ts';
import type { SharedTables } from '../../src/control/replicas/open-replicas.ts';
import type { Clock } from '../../src/core/clock.ts';
import type { SessionStore } from '../../src/tunnel/session/session-store.ts';
import { MemoryStore } from './tunnel/memory-store.ts';
import type { SeededRandom } from './tunnel/seeded-random.ts';
import type { NodeClock, VirtualTime } from './tunnel/virtual-time.ts';
import type { Bugs } from './bugs.ts';
import { CaptureRecords, MemoryOffers, MemoryRequests } from './memory-captures.ts';
import { MemoryLeases, MemoryOwners, MemoryRelays, ReplicaRecords } from './memory-replicas.ts';
import { MemoryWrites } from './memory-writes.ts';

/** The store as one run of one process uses it. */
export interface Connection {
  readonly sessions: SessionStore;
  readonly shared: SharedTables;
  readonly writes: BoundWrites;
  requests(clock: Clock): RequestRecords;
  readonly offers: OfferRecords;
}

export interface DatabaseOptions {
  readonly time: VirtualTime;
  readonly random: SeededRandom;
  readonly isShared: boolean;
  readonly bugs: Bugs;
  readonly onChange: (requestId: string, before: CaptureState, after: CaptureState) => void;
  /** Something that must never happen. */
  readonly fail: (what: string) => void;
}

type Step = <T>(change: () => T | Promise<T>) => Promise<T>;
type Channel = 'farol' | 'farol_replicas';

interface Ear {
  readonly channel: Channel;
  readonly clock: NodeClock;
  readonly hear: (text: string) => void;
}

const longestStepMs = 30;
const lostSignals = 0.1;

export class Database {
  readonly #options: DatabaseOptions;
  readonly sessions: MemoryStore;
  readonly captures = new CaptureRecords();
  readonly replicas: ReplicaRecords;
  readonly #writes = new MemoryWrites();
  readonly #ears = new Set<Ear>();
  readonly #epochs = new Map<string, number>();
  /** While set, every other transaction fails, before or after it was done. */
  isFailing = false;

  constructor(options: DatabaseOptions) {
    this.#options = options;
    const { time, random, isShared } = options;
    this.sessions = new MemoryStore(time, random, { onePhase: false, forgetsClaimTime: false, keepsDuplicates: false });
    const signal = (text: string): void => this.#signal('farol_replicas', text);
    this.replicas = new ReplicaRecords({ now: () => time.now, isShared, signal });
  }

  connect(clock: NodeClock): Connection {
    const { replicas, captures } = this;
    const { bugs, onChange, isShared } = this.#options;
    const step: Step = (change) => this.#step(clock, change);
    const owners = new MemoryOwners(replicas);
    const offers = new MemoryOffers(captures, owners, clock);
    const listen = (channel: Channel) => (hear: (text: string) => void) => {
      const ear = { channel, clock, hear };
      if (isShared) this.#ears.add(ear);
      return () => {
        this.#ears.delete(ear);
        return Promise.resolve();
      };
    };
    return {
      sessions: this.sessions.connectBy(step),
      writes: bugs.keyOfNobody ? forgetful : stepped(this.#writes, step),
      // Inside a transaction that has its step already.
      offers: { ...stepped(offers, step), allDeclined: (...asked) => offers.allDeclined(...asked) },
      requests: (now) => {
        const requests = new MemoryRequests({
          records: captures,
          clock: now,
          onChange,
          signal: (requestId) => this.#signal('farol', requestId),
          listen: listen('farol'),
          ...(bugs.endsTwice && { rule: endAgain }),
        });
        const overSteps = {
          ...stepped(requests, step),
          onChangedElsewhere: (hear: (id: string) => void) => requests.onChangedElsewhere(hear),
        };
        if (!bugs.earlyAcknowledgement) return overSteps;
        const recordOutcome: RequestRecords['recordOutcome'] = (outcome) => {
          void overSteps.recordOutcome(outcome).catch(() => undefined);
          return Promise.resolve(true);
        };
        return { ...overSteps, recordOutcome };
      },
      shared: {
        leases: { ...stepped(new MemoryLeases(replicas), step), isShared },
        owners: { ...stepped(owners, step), claim: this.#watchedClaim(owners, step) },
        relaysOf: (replica) => {
          const relays = new MemoryRelays(replicas, replica);
          const take = (): ReturnType<MemoryRelays['take']> => step(() => takeAgain(relays, replicas));
          return { ...stepped(relays, step), ...(bugs.takenTwice && { take }) };
        },
        listen: listen('farol_replicas'),
        send: (text) => step(() => this.#signal('farol_replicas', text)),
      },
    };
  }

  /** Epochs of an instance only grow, whatever becomes of the processes that claim them. */
  #watchedClaim(owners: MemoryOwners, step: Step): MemoryOwners['claim'] {
    const { bugs, fail } = this.#options;
    return (replica, found, session) =>
      step(async () => {
        const key = `${found.organization} ${found.instance}`;
        const row = this.replicas.owners.get(key);
        if (bugs.epochGoesBack && row !== undefined) {
          this.replicas.owners.set(key, { ...row, generation: 0, epoch: 0 });
        }
        const epoch = await owners.claim(replica, found, session);
        if (epoch === undefined) return undefined;
        const before = this.#epochs.get(found.instance) ?? 0;
        if (epoch <= before) fail(`the epoch of ${found.instance} went from ${before} to ${epoch}`);
        this.#epochs.set(found.instance, epoch);
        return epoch;
      });
  }

  #signal(channel: Channel, text: string): void {
    const { time, random } = this.#options;
    for (const ear of this.#ears) {
      if (ear.channel !== channel || random.chance(lostSignals)) continue;
      time.schedule(random.between(0, 20), () => ear.clock.deliver(() => ear.hear(text)));
    }
  }

  /** One transaction. */
  #step<T>(clock: NodeClock, change: () => T | Promise<T>): Promise<T> {
    const { time, random } = this.#options;
    const isEarly = random.chance(0.5);
    const failure = this.isFailing && random.chance(0.5) ? new Error('the store failed') : undefined;
    const isLost = failure !== undefined && random.chance(0.5);
    const early = isEarly && !isLost ? change() : undefined;
    return new Promise((resolve, reject) => {
      time.schedule(random.between(0, longestStepMs), () => {
        if (clock.isCrashed) return;
        const result = isEarly || isLost ? early : change();
        clock.deliver(() => {
          if (failure === undefined) resolve(result as T);
          else reject(failure);
        });
      });
    });
  }
}

/** Every method as a transaction. */
function stepped<T extends object>(inner: T, step: Step): { [K in keyof T]: T[K] } {
  const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(inner)).filter((name) => name !== 'constructor');
  const over = methods.map((name) => {
    const method = inner[name as keyof T];
    if (typeof method !== 'function') return [name, method];
    return [name, (...asked: unknown[]) => step(() => method.apply(inner, asked) as unknown)];
  });
  return Object.fromEntries(over) as { [K in keyof T]: T[K] };
}

const forgetful: BoundWrites = {
  find: () => Promise.resolve(undefined),
  bind: (_write, instance) => Promise.resolve({ instance, since: 0 }),
};

/** Takes a report of a request that has ended for its first one. */
const endAgain: typeof applyTrigger = (state, trigger) => {
  if (trigger.trigger !== 'reported' && trigger.trigger !== 'cancelled') return applyTrigger(state, trigger);
  return applyTrigger({ ...state, status: 'queued' }, trigger);
};

async function takeAgain(relays: MemoryRelays, records: ReplicaRecords): ReturnType<MemoryRelays['take']> {
  for (const row of records.relays.values()) if (row.state === 'running') row.state = 'asked';
  return relays.take();
}
