import { randomInt } from 'node:crypto';

/** Chance as a port, so that back-off and jitter repeat exactly in tests. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
}

export const systemRandom: Random = { next: () => randomInt(2 ** 47) / 2 ** 47 };
