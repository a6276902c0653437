import { expect, test } from 'vitest';
import { requireFewPoints } from './window.ts';

const day = { fromMs: 0, toMs: 86_400_000 };

test('as many points as a series may have are let through, and one more proposes a step', () => {
  expect(() => {
    requireFewPoints({ fromMs: 0, toMs: 10_999_000 }, 1);
    requireFewPoints(undefined, 1);
    requireFewPoints(day, undefined);
  }).not.toThrow();
  expect(() => requireFewPoints({ fromMs: 0, toMs: 11_000_000 }, 1)).toThrow(
    expect.objectContaining({
      kind: 'cap_exceeded',
      data: { limit: '11000 points per series', estimate: '11001 points per series' },
      remedy: 'Set stepSec to 2 or more, or narrow the window.',
    }),
  );
});

test('the step that is proposed is a whole number of grains', () => {
  expect(() => requireFewPoints(day, 1, 60)).toThrow(
    expect.objectContaining({ remedy: 'Set stepSec to 60 or more, or narrow the window.' }),
  );
});
