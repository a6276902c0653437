/**
 * What this Agent has spent of the limits that Amplitude sets a project, and how many of its calls are open.
 * Kept here because a query that Amplitude refuses is lost, and the limits are shared with everybody who uses the project.
 */
import type { Clock } from '../../src/core/clock.ts';
import { Fault } from '../../src/core/fault.ts';
import { mostInFiveMinutes } from './query-cost.ts';

/** Requests that Amplitude takes at a time, over all its interfaces. */
const mostAtATime = 5;

const overMs = 5 * 60_000;

interface Spent {
  readonly atMs: number;
  readonly cost: number;
}

export class Budget {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #waiting: (() => void)[] = [];
  #spent: readonly Spent[] = [];
  #open = 0;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Takes the cost off. @throws Fault `rate_limited` with the time until it can be spent. */
  charge(cost: number): void {
    const waitMs = this.#waitMs(cost);
    if (waitMs > 0) throw exhausted(cost, waitMs);
    this.#spent = [...this.#recent(), { atMs: this.#clock.monotonic(), cost }];
  }

  /** What can still be spent now. */
  get left(): number {
    return mostInFiveMinutes - total(this.#recent());
  }

  /** Runs when a place is free, first come first served. */
  async withPermit<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#open >= mostAtATime) await this.#place(signal);
    else this.#open += 1;
    try {
      return await run();
    } finally {
      // The place passes to the next in line without becoming free in between.
      const next = this.#waiting.shift();
      if (next === undefined) this.#open -= 1;
      else next();
    }
  }

  #recent(): readonly Spent[] {
    const since = this.#clock.monotonic() - overMs;
    return this.#spent.filter(({ atMs }) => atMs > since);
  }

  /** Until so much of what was spent is old enough that the cost fits. */
  #waitMs(cost: number): number {
    const recent = this.#recent();
    let excess = total(recent) + cost - mostInFiveMinutes;
    if (excess <= 0) return 0;
    for (const { atMs, cost: freed } of recent) {
      excess -= freed;
      if (excess <= 0) return atMs + overMs - this.#clock.monotonic();
    }
    return overMs;
  }

  #place(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const take = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1);
        reject(signal.reason as Error);
      };
      this.#waiting.push(take);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}

/** By source: the vendor counts for each organization. */
const budgets = new WeakMap<object, Budget>();

export function budgetOf({ source, clock }: { readonly source: object; readonly clock: Clock }): Budget {
  const known = budgets.get(source) ?? new Budget(clock);
  budgets.set(source, known);
  return known;
}

function total(spent: readonly Spent[]): number {
  let sum = 0;
  for (const { cost } of spent) sum += cost;
  return sum;
}

function exhausted(cost: number, waitMs: number): Fault {
  return new Fault(
    'rate_limited',
    { retryAfterSec: Math.ceil(waitMs / 1000) },
    `Wait as long as it says: Amplitude allows a cost of ${mostInFiveMinutes} in five minutes, this query costs ${cost}, and this Agent has already spent too much of that. Ask for fewer days or groups meanwhile.`,
  );
}
