import type { Clock } from '../../core/clock.ts';

const perSec = 200;
const burst = 1_000;

/** Counts the frames of one session that no credit limits. Far above what an instance needs. */
export class FrameRate {
  readonly #clock: Clock;
  #tokens = burst;
  #at: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#at = clock.monotonic();
  }

  /** False when the session sends more than it may. */
  take(): boolean {
    const now = this.#clock.monotonic();
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#at) / 1000) * perSec);
    this.#at = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
