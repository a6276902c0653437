/** A token that opens the store: obtained once for everybody who needs it at the same time, and used until shortly before it ends. */
import type { Clock } from '../../core/clock.ts';
import type { Secret } from '../../core/secret.ts';

export interface ObtainedToken {
  readonly token: Secret;
  readonly goodForSec: number;
}

interface Held extends ObtainedToken {
  readonly goodUntilMs: number;
}

/** Ended this share of its life before its end, so that no call outlives it. */
const margin = 0.1;

export class CachedToken {
  readonly #clock: Clock;
  readonly #obtain: () => Promise<ObtainedToken>;
  #held: Promise<Held> | undefined;

  constructor(clock: Clock, obtain: () => Promise<ObtainedToken>) {
    this.#clock = clock;
    this.#obtain = obtain;
  }

  /** @throws what obtaining throws; the next read obtains a new token. */
  async read(): Promise<Secret> {
    for (let held = this.#held; held !== undefined; held = this.#held) {
      const known = await held.catch(() => undefined);
      if (known !== undefined && known.goodUntilMs > this.#clock.monotonic()) return known.token;
      // Somebody else may have begun another one meanwhile.
      if (this.#held === held) this.#held = undefined;
    }
    const begun = this.#obtain().then((got) => ({
      ...got,
      goodUntilMs: this.#clock.monotonic() + got.goodForSec * 1000 * (1 - margin),
    }));
    this.#held = begun;
    try {
      return (await begun).token;
    } catch (error) {
      if (this.#held === begun) this.#held = undefined;
      throw error;
    }
  }

  /** After a refusal. True when there was one to forget, so that another may do better. */
  forget(): boolean {
    const hadOne = this.#held !== undefined;
    this.#held = undefined;
    return hadOne;
  }
}
