import { expect, it } from 'vitest';
import { seededRandom } from './seeded-random.ts';

it('gives evenly spread numbers in [0, 1), the same for the same seed', () => {
  const tenths = Array<number>(10).fill(0);
  const random = seededRandom(5);
  const again = seededRandom(5);
  for (let draw = 0; draw < 20_000; draw++) {
    const number = random.next();
    expect(number).toBe(again.next());
    const tenth = Math.floor(number * 10);
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  expect(tenths).toHaveLength(10);
  expect(Math.min(...tenths)).toBeGreaterThan(1800);
  expect(Math.max(...tenths)).toBeLessThan(2200);
  expect(seededRandom(6).next()).not.toBe(seededRandom(5).next());
});
