import type { Random } from '../../../src/tunnel/session/ports.ts';

/** One stream of chance for a whole simulated world: the seed decides everything that happens in it. */
export class SeededRandom implements Random {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  }

  /** Mulberry32: 32 bits of state are enough for a schedule of some thousand draws. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  bytes(length: number): Uint8Array {
    const made = new Uint8Array(length);
    for (let at = 0; at < length; at += 1) made[at] = this.fraction() * 256;
    return made;
  }

  /** Uniform whole number from `min` to `max`, both included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.fraction() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }
}
