/** A clock that moves only on request. Timers fire in order while it is moved. */
import type { Clock } from '../src/core/clock.ts';

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

export class ManualClock implements Clock {
  #now: number;
  #elapsed = 0;
  readonly #timers = new Set<Timer>();

  constructor(startMs: number = Date.UTC(2026, 0, 1)) {
    this.#now = startMs;
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = { at: this.#elapsed + delayMs, run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** How many timers wait. */
  get waiting(): number {
    return this.#timers.size;
  }

  advance(ms: number): void {
    const end = this.#elapsed + ms;
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#move(next.at - this.#elapsed);
      next.run();
    }
    this.#move(end - this.#elapsed);
  }

  /** Somebody sets the wall clock by so much: no time passes, and no timer fires. */
  jump(ms: number): void {
    this.#now += ms;
  }

  #move(ms: number): void {
    this.#elapsed += ms;
    this.#now += ms;
  }
}
