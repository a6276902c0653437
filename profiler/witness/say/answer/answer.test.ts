import { expect, test } from 'vitest';
import { toComparison } from '../../../../test/corpus/read-pairs.ts';
import { readPair } from '../../../../test/corpus/stored-pair.ts';
import { headlineOf } from '../../../../src/control/api/headline.ts';
import type { Diff } from '../../diff/diff.ts';
import { compare } from '../compare.ts';

/** `captures` of each version. */
function compared(id: string, captures: number): Diff {
  const { before, after } = readPair(id).bundles;
  return compare(toComparison({ bundles: { before: before.slice(0, captures), after: after.slice(0, captures) } }));
}

test.each([
  ['c-prices', 3, 'confirmed'],
  ['c-prices', 2, 'provisional'],
  ['nginx-same', 3, undefined],
] as const)(
  '%s with %i captures of each version is as sure as the least sure thing that its lead says: %s',
  (id, captures, level) => {
    expect(compared(id, captures).summary.answer?.level).toBe(level);
  },
);

test('a row of a list says what the comparison says first, and the sentence where that is of an earlier version', () => {
  const diff = compared('c-prices', 3);
  const { answer, ...earlier } = diff.summary;
  expect(headlineOf(diff).lead).toEqual(answer?.lead);
  expect(headlineOf({ ...diff, summary: earlier })).toMatchObject({ sentences: earlier.sentences });
  expect(headlineOf({ ...diff, summary: earlier }).lead).toBeUndefined();
});
