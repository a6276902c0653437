import { expect, test } from 'vitest';
import { findDifferences, namePlaces } from './source-differences.ts';

const counts = { at: '', allowed: 0, denied: 0, unknown: 0, excess: 0 };
const sources = ['a', 'b', 'b'].map((source, at) => ({ ...counts, source, instance: `agent-${at}` }));

test('what every source has in one state is no difference, and what is lacking comes first', () => {
  const grants = [
    { grant: 'same', allowed: [0, 1, 2], denied: [], unknown: [] },
    { grant: 'lacking everywhere', allowed: [], denied: [0, 1, 2], unknown: [] },
    { grant: 'open', allowed: [0, 1], denied: [], unknown: [2] },
    { grant: 'lacking', allowed: [0, 1], denied: [2], unknown: [] },
    { grant: 'not reported by one', allowed: [0, 1], denied: [], unknown: [] },
  ];
  const differing = findDifferences({ sources, grants }).map(({ grant }) => grant);
  expect(differing).toEqual(['lacking', 'open', 'not reported by one']);
});

test('a source is named with its Agent where two have one of this name', () => {
  expect(namePlaces({ sources }, [0, 2])).toEqual({ names: ['a', 'b (agent-2)'], further: 0 });
  const many = Array.from({ length: 30 }, (_, at) => ({ ...counts, source: `s${at}`, instance: 'x' }));
  expect(namePlaces({ sources: many }, [...many.keys()])).toMatchObject({ further: 22 });
});
