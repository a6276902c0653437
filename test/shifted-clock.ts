/** The clock of a machine that somebody sets: timers and the passing of time are real, and both can be moved. */
import { type Clock, systemClock } from '../src/core/clock.ts';

export class ShiftedClock implements Clock {
  #passedMs = 0;
  #setMs = 0;

  now(): number {
    return systemClock.now() + this.#passedMs + this.#setMs;
  }

  monotonic(): number {
    return systemClock.monotonic() + this.#passedMs;
  }

  after(...timer: Parameters<Clock['after']>): () => void {
    return systemClock.after(...timer);
  }

  /** Time goes by, on the wall and by the monotonic clock. Timers do not fire for it. */
  pass(ms: number): void {
    this.#passedMs += ms;
  }

  /** Somebody moves the hands: the wall clock shows `ms` more (or less), and no time has gone by. */
  set(ms: number): void {
    this.#setMs += ms;
  }
}
