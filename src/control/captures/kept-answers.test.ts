import { expect, test } from 'vitest';
import { KeptAnswers } from './kept-answers.ts';

test('drops the answer that was used longest ago once there are too many', () => {
  const kept = new KeptAnswers<number>(2);
  kept.set('a', 1);
  kept.set('b', 2);
  expect(kept.get('a')).toBe(1);
  kept.set('c', 3);
  expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual([1, undefined, 3]);
});

test('a later answer replaces the first and takes no second place', () => {
  const kept = new KeptAnswers<number>(2);
  kept.set('a', 1);
  kept.set('b', 2);
  kept.set('a', 3);
  expect([kept.get('a'), kept.get('b')]).toEqual([3, 2]);
});
