import { expect, test } from 'vitest';
import { explainNoiseFloor } from './noise-floor.ts';

test.each([
  [1, 1, '1 replicate of v1 and 1 replicate of v2 missing; request them (kind replicate)'],
  [1, 3, 'no noise floor: 1 replicate of v1 missing'],
  [2, 1, 'no noise floor: 1 replicate of v2 missing'],
  [2, 2, 'shows rates before and after and does not judge them'],
])('%i and %i captures [P-SVC-6]', (a, b, words) => {
  expect(explainNoiseFloor({ version: 'v1', captures: a }, { version: 'v2', captures: b })).toContain(words);
});
