import { expect, test } from 'vitest';
import { dayMs, wordTimeLeft } from './time-left.ts';

test.each([
  [90 * dayMs + 5, '90 days'],
  [2 * dayMs - 1, '1 day'],
  [dayMs, '1 day'],
  [dayMs - 1, '24 hours'],
  [90 * 60_000, '2 hours'],
  [3_600_000, '1 hour'],
  [60_000, 'less than an hour'],
  [-5, 'less than an hour'],
])('%i ms are left in words', (ms, words) => {
  expect(wordTimeLeft(ms)).toBe(words);
});
