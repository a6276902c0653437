import { expect, test } from 'vitest';
import { takeTurns } from './bench.ts';

test('every other round runs the other way round', async () => {
  const seen: string[] = [];
  const turns = ['a', 'b', 'c'].map((name) => () => Promise.resolve(seen.push(name)));
  await takeTurns(3, turns, (round) => seen.push(round));
  expect(seen.join(' ')).toBe('round 1 of 3 a b c round 2 of 3 c b a round 3 of 3 a b c');
});
