/** What single captures of the real services of the corpus say. */
import { expect, test } from 'vitest';
import { listVersions, measureVersions } from './measure-likely.ts';

test('between captures of one version hardly anything is called likely, and three times the CPU time is found', () => {
  const { comparisons, false: wrong, found } = measureVersions(listVersions(), [3]);
  expect(comparisons).toBeGreaterThan(200);
  expect(wrong / comparisons).toBeLessThanOrEqual(0.05);
  expect((found['×3'] ?? 0) / comparisons).toBeGreaterThan(0.9);
});
