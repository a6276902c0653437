/**
 * The clock of the control plane: the wall clock, except that it never goes back. Whatever expires is
 * judged by it, so that setting the machine's clock back makes nothing valid again. Timers and the
 * passing of time are those of the clock below.
 */
import type { Clock } from '../../core/clock.ts';

export class SteadyClock implements Clock {
  readonly #below: Clock;
  /** A time that was reached, and when that was by the monotonic clock. From there time only passes. */
  #reached: number;
  #reachedAt: number;

  /** `notBefore`: a time that an earlier process reached, milliseconds since the epoch. */
  constructor(below: Clock, notBefore = 0) {
    this.#below = below;
    this.#reached = Math.max(below.now(), notBefore);
    this.#reachedAt = below.monotonic();
  }

  now(): number {
    const at = this.#below.monotonic();
    const passed = Math.floor(this.#reached + at - this.#reachedAt);
    const shown = this.#below.now();
    if (shown <= passed) return passed;
    this.#reached = shown;
    this.#reachedAt = at;
    return shown;
  }

  monotonic(): number {
    return this.#below.monotonic();
  }

  after(...timer: Parameters<Clock['after']>): () => void {
    return this.#below.after(...timer);
  }

  /** Another process of the same store has reached this time. */
  raise(to: number): void {
    if (to <= this.now()) return;
    this.#reached = to;
    this.#reachedAt = this.#below.monotonic();
  }
}
