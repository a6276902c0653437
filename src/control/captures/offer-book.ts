/**
 * When this process asks which Profiler on its own sockets again. In memory only: it is about sessions,
 * which end with the process. What a Profiler answered is in the store, where every replica sees it.
 */
import type { Clock } from '../../core/clock.ts';

/** A busy or silent Profiler is asked again this much later; a silent one each time later still. */
const askAgainMs = 2000;
/** After so many offers without an answer the silence itself is the answer. */
export const maxUnanswered = 5;

interface Entry {
  readonly state: 'asking' | 'declined' | 'later';
  readonly unanswered: number;
  /** Monotonic time before which it is not asked again. */
  readonly askAgainAt: number;
}

export class OfferBook {
  readonly #clock: Clock;
  readonly #entries = new Map<string, Map<string, Entry>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Marks an offer as made and says so, or says that none is due now. */
  begin(requestId: string, instance: string): boolean {
    const known = this.#find(requestId, instance);
    const isDue = known === undefined || (known.state === 'later' && this.#clock.monotonic() >= known.askAgainAt);
    if (isDue) this.#set(requestId, instance, { state: 'asking', unanswered: known?.unanswered ?? 0, askAgainAt: 0 });
    return isDue;
  }

  markDeclined(requestId: string, instance: string): void {
    this.#set(requestId, instance, { state: 'declined', unanswered: 0, askAgainAt: 0 });
  }

  markBusy(requestId: string, instance: string): void {
    const askAgainAt = this.#clock.monotonic() + askAgainMs;
    this.#set(requestId, instance, { state: 'later', unanswered: 0, askAgainAt });
  }

  /** Returns how often it has not answered in a row. */
  markUnanswered(requestId: string, instance: string): number {
    const unanswered = (this.#find(requestId, instance)?.unanswered ?? 0) + 1;
    const askAgainAt = this.#clock.monotonic() + askAgainMs * unanswered;
    this.#set(requestId, instance, { state: 'later', unanswered, askAgainAt });
    return unanswered;
  }

  /** A new session asks from the beginning: the target list may be another one. */
  forgetInstance(instance: string): void {
    for (const answers of this.#entries.values()) answers.delete(instance);
  }

  forgetOffer(requestId: string, instance: string): void {
    this.#entries.get(requestId)?.delete(instance);
  }

  keepOnly(requestIds: ReadonlySet<string>): void {
    for (const id of this.#entries.keys()) {
      if (!requestIds.has(id)) this.#entries.delete(id);
    }
  }

  /** Whether every one of these declined: only then it is worth asking the store about the others. */
  haveAllDeclined(requestId: string, instances: readonly string[]): boolean {
    return instances.every((instance) => this.#find(requestId, instance)?.state === 'declined');
  }

  #find(requestId: string, instance: string): Entry | undefined {
    return this.#entries.get(requestId)?.get(instance);
  }

  #set(requestId: string, instance: string, entry: Entry): void {
    const answers = this.#entries.get(requestId) ?? new Map<string, Entry>();
    this.#entries.set(requestId, answers.set(instance, entry));
  }
}
