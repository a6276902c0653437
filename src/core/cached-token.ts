/** A token with a short life: obtained once for everybody who needs it at the same time, and used until shortly before it ends. */
import type { Clock } from './clock.ts';
import { Fault } from './fault.ts';
import type { Secret } from './secret.ts';

export interface ObtainedToken {
  readonly token: Secret;
  readonly goodForSec: number;
}

interface Held<Token> {
  readonly obtained: Token;
  readonly goodUntilMs: number;
}

/** Ended this share of its life before its end, so that no call outlives it. */
const margin = 0.1;

export class CachedToken<Token extends ObtainedToken = ObtainedToken> {
  readonly #clock: Clock;
  #held: Promise<Held<Token>> | undefined;
  #last: Token | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * @throws what obtaining throws, a fault to everybody who waited for it; the next read obtains a new token. If the
   * one who obtained it left, the others obtain one.
   */
  async read(obtain: () => Promise<Token>): Promise<Token> {
    for (let held = this.#held; held !== undefined; held = this.#held) {
      const known = await held.catch(ifNotFault);
      if (known !== undefined && known.goodUntilMs > this.#clock.monotonic()) return known.obtained;
      // Somebody else may have begun another one meanwhile.
      if (this.#held === held) this.#held = undefined;
    }
    const begun = obtain().then((obtained) => {
      this.#last = obtained;
      return { obtained, goodUntilMs: this.#clock.monotonic() + obtained.goodForSec * 1000 * (1 - margin) };
    });
    this.#held = begun;
    try {
      return (await begun).obtained;
    } catch (error) {
      if (this.#held === begun) this.#held = undefined;
      throw error;
    }
  }

  /** After a refusal. True when there was one to forget, so that another may do better. */
  forget(): boolean {
    const hadOne = this.#held !== undefined;
    this.#held = undefined;
    this.#last = undefined;
    return hadOne;
  }

  /** The same for this one alone: a caller that is refused with it after another has renewed it uses the new one. */
  forgetOnly(refused: Token): void {
    if (this.#last === refused) this.forget();
  }
}

function ifNotFault(error: unknown): undefined {
  if (error instanceof Fault) throw error;
}
