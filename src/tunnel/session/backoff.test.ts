import { expect, test } from 'vitest';
import { SeededRandom } from '../../../test/simulation/tunnel/seeded-random.ts';
import { backoffMs } from './backoff.ts';

test('waits are spread over the whole interval, which grows to five seconds', () => {
  const random = new SeededRandom(1);
  const waits = (attempt: number) => Array.from({ length: 2_000 }, () => backoffMs(attempt, random));
  for (const [attempt, bound] of [
    [1, 500],
    [2, 1_000],
    [3, 2_000],
    [4, 4_000],
    [5, 5_000],
    [1_000, 5_000],
  ] as const) {
    const drawn = waits(attempt);
    expect(Math.max(...drawn)).toBeLessThanOrEqual(bound);
    // Full jitter: each tenth of the interval gets about a tenth of the instances.
    const tenths = Array.from(
      { length: 10 },
      (_, at) => drawn.filter((ms) => Math.min(Math.floor((ms / bound) * 10), 9) === at).length,
    );
    expect(Math.min(...tenths)).toBeGreaterThan(140);
    expect(Math.max(...tenths)).toBeLessThan(260);
  }
});
