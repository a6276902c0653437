/**
 * Knows whether the peer is there: something must come within 45 s, and a ping every 20 s makes a
 * healthy peer answer. Either end decides alone, so a half-open connection ends at both.
 */
import type { Clock } from '../../core/clock.ts';
import { limits } from './limits.ts';

export class Liveness {
  readonly #clock: Clock;
  readonly #ping: () => void;
  readonly #onDead: () => void;
  #lastHeard: number;
  #stopPing: () => void = () => undefined;
  #stopCheck: () => void = () => undefined;

  constructor(clock: Clock, on: { ping: () => void; dead: () => void }) {
    this.#clock = clock;
    this.#ping = on.ping;
    this.#onDead = on.dead;
    this.#lastHeard = clock.monotonic();
    this.#schedulePing();
    this.#scheduleCheck();
  }

  heard(): void {
    this.#lastHeard = this.#clock.monotonic();
  }

  stop(): void {
    this.#stopPing();
    this.#stopCheck();
  }

  #schedulePing(): void {
    this.#stopPing = this.#clock.after(limits.pingEveryMs, () => {
      this.#schedulePing();
      this.#ping();
    });
  }

  #scheduleCheck(): void {
    const leftMs = this.#lastHeard + limits.deadAfterMs - this.#clock.monotonic();
    this.#stopCheck = this.#clock.after(Math.max(leftMs, 1), () => {
      if (this.#clock.monotonic() - this.#lastHeard >= limits.deadAfterMs) this.#onDead();
      else this.#scheduleCheck();
    });
  }
}
