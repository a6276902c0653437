import { expect, test } from 'vitest';
import { accepted, refused } from './corpus/corpus.ts';
import { measureGuard } from './measure.ts';

test('times every statement of the corpus in every round', async () => {
  const { statements, rounds, firstMs } = await measureGuard({ rounds: 2, warmUps: 0 });
  expect(statements).toBe(accepted.length + refused.length);
  expect(rounds).toHaveLength(2);
  expect(firstMs).toBeGreaterThan(0);
  for (const { medianMs, slowestMs } of rounds) {
    expect(medianMs).toBeGreaterThan(0);
    expect(slowestMs).toBeGreaterThanOrEqual(medianMs);
  }
});
