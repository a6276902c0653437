/**
 * Counts failures by address and says when one has had too many: after `max` inside the window, until
 * the oldest leaves it. Several people share an address and anybody can fill its count, so it may word
 * the refusal of a wrong secret and never refuses a right one. In memory and bounded.
 */
import type { Clock } from '../../core/clock.ts';

const maxAddresses = 10_000;

export class AttemptLimit {
  readonly #clock: Clock;
  readonly #max: number;
  readonly #windowMs: number;
  readonly #failures = new Map<string, number[]>();

  constructor(clock: Clock, { max, windowSec }: { max: number; windowSec: number }) {
    this.#clock = clock;
    this.#max = max;
    this.#windowMs = windowSec * 1000;
  }

  /** Seconds until the address may try again; undefined when it may now. */
  waitSec(address: string): number | undefined {
    const failures = this.#recent(address);
    const [oldest] = failures;
    if (oldest === undefined || failures.length < this.#max) return undefined;
    return Math.max(1, Math.ceil((oldest + this.#windowMs - this.#clock.monotonic()) / 1000));
  }

  recordFailure(address: string): void {
    const failures = [...this.#recent(address), this.#clock.monotonic()].slice(-this.#max);
    // Put last again: the map's first entry is the one untouched for longest.
    this.#failures.delete(address);
    this.#failures.set(address, failures);
    const [first] = this.#failures.keys();
    if (this.#failures.size > maxAddresses && first !== undefined) this.#failures.delete(first);
  }

  #recent(address: string): number[] {
    const since = this.#clock.monotonic() - this.#windowMs;
    return (this.#failures.get(address) ?? []).filter((at) => at > since);
  }
}
