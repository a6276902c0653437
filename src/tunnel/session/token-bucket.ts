import type { Clock } from '../../core/clock.ts';

export interface Rate {
  readonly perSec: number;
  /** What may come at once after a pause. */
  readonly burst: number;
}

/** Counts what somebody may send: so much a second, and a burst after a pause. */
export class TokenBucket {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #rate: Rate;
  #tokens: number;
  #at: number;

  constructor(clock: Pick<Clock, 'monotonic'>, rate: Rate) {
    this.#clock = clock;
    this.#rate = rate;
    this.#tokens = rate.burst;
    this.#at = clock.monotonic();
  }

  /** False, and nothing is taken, when there is not enough. */
  take(count = 1): boolean {
    const now = this.#clock.monotonic();
    this.#tokens = Math.min(this.#rate.burst, this.#tokens + ((now - this.#at) / 1000) * this.#rate.perSec);
    this.#at = now;
    if (this.#tokens < count) return false;
    this.#tokens -= count;
    return true;
  }
}
