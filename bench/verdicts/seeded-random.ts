import type { Random } from '../../src/core/random.ts';

/** The same numbers for the same seed, on every machine. For load, not for secrets. */
export function seededRandom(seed: number): Random {
  let state = (Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995) >>> 0;
  return {
    next() {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      // The low bits of such a sequence repeat soon: the high ones are mixed into them.
      const mixed = Math.imul(state ^ (state >>> 15), 0x85ebca6b) >>> 0;
      return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
    },
  };
}
