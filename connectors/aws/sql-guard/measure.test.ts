import { expect, test } from 'vitest';
import { accepted, refused } from './corpus/corpus.ts';
import { measureGuard } from './measure.ts';

test('times every statement of the corpus, and names the one that took longest', async () => {
  const times = await measureGuard({ rounds: 1, warmUps: 1 });
  expect(times.accepted.statements).toBe(accepted.length);
  expect(times.refused.statements).toBe(refused.length);
  for (const { medianMs, worstMs, worst } of [times.accepted, times.refused]) {
    expect(worstMs).toBeGreaterThanOrEqual(medianMs);
    expect([...accepted, ...refused].map(({ title }) => title)).toContain(worst);
  }
});
