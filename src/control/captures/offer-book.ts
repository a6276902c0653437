/**
 * What this process knows of its offers: who was asked, who declined and why, who did not answer. Kept
 * in memory only: after a restart every Profiler is asked again, and answers the same.
 */
import type { Clock } from '../../core/clock.ts';
import type { CaptureReason } from '../../tunnel/messages.ts';
import { reasonOf } from './reasons.ts';
import type { Declined } from './settle.ts';

/** A busy or silent Profiler is asked again this much later; a silent one each time later still. */
const askAgainMs = 2000;
/** After so many offers without an answer the silence itself is the answer. */
const maxUnanswered = 5;

interface Entry {
  readonly state: 'asking' | 'declined' | 'later';
  readonly reason?: CaptureReason;
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

  markDeclined(requestId: string, instance: string, reason: CaptureReason): void {
    this.#set(requestId, instance, { state: 'declined', reason, unanswered: 0, askAgainAt: 0 });
  }

  markBusy(requestId: string, instance: string): void {
    const askAgainAt = this.#clock.monotonic() + askAgainMs;
    this.#set(requestId, instance, { state: 'later', unanswered: 0, askAgainAt });
  }

  /** `why`: the word the tunnel has for it. */
  markUnanswered(requestId: string, instance: string, why: string): void {
    const unanswered = (this.#find(requestId, instance)?.unanswered ?? 0) + 1;
    if (unanswered >= maxUnanswered) {
      this.markDeclined(requestId, instance, reasonOf('no_answer', `(${why}, asked ${unanswered} times)`));
      return;
    }
    const askAgainAt = this.#clock.monotonic() + askAgainMs * unanswered;
    this.#set(requestId, instance, { state: 'later', unanswered, askAgainAt });
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

  /** The answers when every one of these declined, and undefined while one did not. */
  allDeclined(requestId: string, instances: readonly string[]): readonly Declined[] | undefined {
    const declined = instances.flatMap((instance) => {
      const reason = this.#find(requestId, instance)?.reason;
      return reason === undefined ? [] : [{ instance, reason }];
    });
    return instances.length > 0 && declined.length === instances.length ? declined : undefined;
  }

  #find(requestId: string, instance: string): Entry | undefined {
    return this.#entries.get(requestId)?.get(instance);
  }

  #set(requestId: string, instance: string, entry: Entry): void {
    const answers = this.#entries.get(requestId) ?? new Map<string, Entry>();
    this.#entries.set(requestId, answers.set(instance, entry));
  }
}
