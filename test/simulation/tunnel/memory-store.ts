/**
 * The control plane's store in a simulated world. It never loses what it has confirmed; what a crash
 * interrupts is either done or not. Generations are judged by the same function as in production.
 */
import { commitGeneration, type GenerationRecord, judgeGeneration } from '../../../src/tunnel/session/generation.ts';
import type { EnrolledInstance, InstanceAddress, SessionStore } from '../../../src/tunnel/session/session-store.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface StoreBugs {
  /** A claim counts as committed at once, as if there were one phase. */
  readonly onePhase: boolean;
  /** A delayed hello counts like a fresh one. */
  readonly forgetsClaimTime: boolean;
  readonly keepsDuplicates: boolean;
}

interface Row {
  readonly known: EnrolledInstance;
  record: GenerationRecord;
}

export class MemoryStore {
  readonly #time: VirtualTime;
  readonly #random: SeededRandom;
  readonly #bugs: StoreBugs;
  readonly #rows = new Map<string, Row>();
  /** Ids of stored outcomes, in order. */
  readonly outcomes: string[] = [];
  /** Terminal outcomes of commands, by id; more than one is a failure. */
  readonly settled = new Map<string, string[]>();

  constructor(time: VirtualTime, random: SeededRandom, bugs: StoreBugs) {
    this.#time = time;
    this.#random = random;
    this.#bugs = bugs;
  }

  enrol(instance: EnrolledInstance): void {
    this.#rows.set(instance.instance, { known: instance, record: { generation: 0 } });
  }

  stateOf(instance: string): EnrolledInstance['state'] | undefined {
    return this.#rows.get(instance)?.known.state;
  }

  settle(id: string, outcome: string): void {
    this.settled.set(id, [...(this.settled.get(id) ?? []), outcome]);
  }

  /** The first one of an id is kept. */
  async keepOutcome(id: string, isCrashed: () => boolean): Promise<void> {
    await this.#step(isCrashed, () => {
      if (this.#bugs.keepsDuplicates || !this.outcomes.includes(id)) this.outcomes.push(id);
    });
  }

  /** The store as one process of the control plane uses it. */
  connect(isCrashed: () => boolean): SessionStore {
    return this.connectBy((change) => this.#step(isCrashed, change));
  }

  /** The same with another course of transactions. */
  connectBy(step: <T>(change: () => T) => Promise<T>): SessionStore {
    return {
      find: ({ instance }: InstanceAddress) => step(() => this.#rows.get(instance)?.known),
      claimGeneration: ({ instance }, claim, times) =>
        step(() => {
          const row = this.#rows.get(instance);
          if (row === undefined || row.known.state === 'revoked') return { result: 'revoked' };
          if (row.known.state === 'locked') return { result: 'locked', isNew: false };
          const { generation, uncommittedLineage, claimedAt } = row.record;
          const seen = {
            generation,
            uncommittedLineage: this.#bugs.onePhase ? undefined : uncommittedLineage,
            claimedAt: this.#bugs.forgetsClaimTime ? undefined : claimedAt,
          };
          const judged = judgeGeneration(seen, claim, times);
          if (judged.verdict === 'late') return { result: 'late' };
          if (judged.verdict === 'stale') {
            this.#rows.set(instance, { ...row, known: { ...row.known, state: 'locked' } });
            return { result: 'locked', isNew: true };
          }
          row.record = judged.next;
          return { result: 'accepted', isStoreBehind: judged.isStoreBehind };
        }),
      commitGeneration: ({ instance }, { generation }) =>
        step(() => {
          const row = this.#rows.get(instance);
          if (row?.known.state !== 'active' || row.record.generation !== generation) return false;
          row.record = commitGeneration(row.record, generation);
          return true;
        }),
    };
  }

  /** One transaction: takes a while, and a crash meanwhile leaves it done or not done. */
  #step<T>(isCrashed: () => boolean, change: () => T): Promise<T> {
    const tookMs = this.#random.between(0, 50);
    const commitsEarly = this.#random.chance(0.5);
    return new Promise((resolve) => {
      const early = commitsEarly ? { result: change() } : undefined;
      this.#time.schedule(tookMs, () => {
        if (!isCrashed()) resolve(early === undefined ? change() : early.result);
      });
    });
  }
}
