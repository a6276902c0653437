import { expect, test } from 'vitest';
import { makeFlame } from '../../dev-server/make-flame.ts';
import { type FrameColumn, sortFrames } from './sort-frames.ts';

const { frames } = makeFlame(
  [
    ['main>b@z', 10, 12],
    ['main>a@y', 30, 5],
    ['main>c@x', 1, 20],
  ],
  { before: { version: '1', captures: 1 } },
);

test.each<[FrameColumn | 'served', boolean, string]>([
  ['served', false, 'a c b main'],
  ['function', false, 'a b c main'],
  ['function', true, 'main c b a'],
  ['module', false, 'main c a b'],
  ['selfBefore', true, 'a b c main'],
  ['selfAfter', true, 'c b a main'],
  ['totalAfter', true, 'main c b a'],
  ['totalBefore', false, 'c b a main'],
  ['change', true, 'a c main b'],
])('by %s, descending: %s, the order is %s', (column, descending, expected) => {
  const sorted = sortFrames(frames, { column, descending });
  expect(sorted.map(({ key }) => key.split(' ')[0]).join(' ')).toBe(expected);
});
