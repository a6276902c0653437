/** What one connector may do to its system: so many calls at a time, so many operations in any minute. */
import type { Clock } from '../../core/clock.ts';
import { Fault } from '../../core/fault.ts';

export interface CallLimitSettings {
  readonly concurrentCalls: number;
  readonly operationsPerMinute: number;
}

/** Lets so many calls through at a time. */
export interface CallPermits {
  /** Runs when a place is free, first come first served. */
  withPermit<T>(run: () => Promise<T>): Promise<T>;
}

const minuteMs = 60_000;

export class CallLimits implements CallPermits {
  readonly #settings: CallLimitSettings;
  readonly #clock: Clock;
  readonly #waiting: (() => void)[] = [];
  #inFlight = 0;
  #started: number[] = [];

  constructor(settings: CallLimitSettings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
  }

  /** Counts one operation. @throws Fault `rate_limited` with the time until the next one is let through. */
  admitOperation(): void {
    const now = this.#clock.monotonic();
    const recent = this.#started.filter((at) => at > now - minuteMs);
    const oldest = recent[0];
    if (oldest !== undefined && recent.length >= this.#settings.operationsPerMinute) {
      throw new Fault(
        'rate_limited',
        { retryAfterSec: Math.max(1, Math.ceil((oldest + minuteMs - now) / 1000)) },
        'This is a limit of the Agent: wait, or raise RUNNER_CONNECTOR_OPERATIONS_PER_MINUTE.',
      );
    }
    this.#started = [...recent, now];
  }

  async withPermit<T>(run: () => Promise<T>): Promise<T> {
    if (this.#inFlight >= this.#settings.concurrentCalls) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#inFlight += 1;
    try {
      return await run();
    } finally {
      // The place passes to the next in line without becoming free in between.
      const next = this.#waiting.shift();
      if (next === undefined) this.#inFlight -= 1;
      else next();
    }
  }
}
