import { expect, test } from 'vitest';
import { explainNoiseFloor } from './withheld-verdicts.ts';

const side = (version: string, captures: number, occasions = captures) => ({ version, captures, occasions });

test.each([
  [1, 1, 'no noise floor: 1 replicate of v1 and 1 replicate of v2 missing; request them (kind replicate)'],
  [1, 3, 'no noise floor: 1 replicate of v1 missing'],
  [2, 1, 'no noise floor: 1 replicate of v2 missing'],
])('%i and %i captures [P-SVC-6]', (a, b, words) => {
  expect(explainNoiseFloor([side('v1', a), side('v2', b)])).toContain(words);
});

test('says when captures were too close to each other to count as more than one', () => {
  expect(explainNoiseFloor([side('v1', 3), side('v2', 3, 1)])).toContain(
    '1 replicate of v2 missing (v2 has 3 captures, 1 occasion: captures too close to each other count as one)',
  );
});
