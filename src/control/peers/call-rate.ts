/**
 * How many calls one token may make in a span, at this replica. An assistant that repeats itself delays nobody else,
 * and learns when to go on.
 */
import type { Clock } from '../../core/clock.ts';

export const callLimits = { calls: 120, withinSec: 60 } as const;
/** Messages of every sort, wrong ones included: lists, what begins a conversation, and calls. */
export const messageLimits = { calls: 600, withinSec: 60 } as const;

const maxTokens = 10_000;

export class CallRate {
  readonly #clock: Clock;
  readonly #limits: { readonly calls: number; readonly withinSec: number };
  /** When the calls of a token within the last span began, by its id; monotonic milliseconds, the oldest first. */
  readonly #calls = new Map<string, number[]>();

  constructor(clock: Clock, limits: { readonly calls: number; readonly withinSec: number } = callLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Undefined when it may, which counts; otherwise seconds until it may again. */
  take(token: string): number | undefined {
    const now = this.#clock.monotonic();
    const windowMs = this.#limits.withinSec * 1000;
    const calls = (this.#calls.get(token) ?? []).filter((at) => at > now - windowMs);
    const [oldest = now] = calls;
    const mayCall = calls.length < this.#limits.calls;
    // Put last again: the first of the map is the one that called least recently.
    this.#calls.delete(token);
    this.#calls.set(token, mayCall ? [...calls, now] : calls);
    const [first] = this.#calls.keys();
    if (this.#calls.size > maxTokens && first !== undefined) this.#calls.delete(first);
    return mayCall ? undefined : Math.max(1, Math.ceil((oldest + windowMs - now) / 1000));
  }
}
