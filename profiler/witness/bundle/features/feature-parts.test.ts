import { expect, test } from 'vitest';
import { merge } from './feature-parts.ts';

test.each([
  ['keeps the place that both have', ['/a.c', 1], ['/a.c', 1], { file: '/a.c', line: 1 }],
  ['keeps the place that one of them has', undefined, ['/a.c', 1], { file: '/a.c', line: 1 }],
  ['has none where two files declare it', ['/a.c', 1], ['/b.c', 1], undefined],
  ['has none where two lines of a file do', ['/a.c', 1], ['/a.c', 2], undefined],
] as const)('a key of several functions %s', (_, a, b, expected) => {
  const feature = (place: readonly [string, number] | undefined) => ({
    key: 'init (app)',
    amount: 1,
    unit: 'events' as const,
    ...(place && { place: { file: place[0], line: place[1] } }),
  });
  expect(merge([feature(a), feature(b)])[0]?.place).toEqual(expected);
});
