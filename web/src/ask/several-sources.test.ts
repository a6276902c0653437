import { expect, test } from 'vitest';
import { severalOf, toggleSource } from './several-sources.ts';

test.each([
  ['', undefined],
  ['aws-prod', undefined],
  ['aws-prod,', undefined],
  ['a,b,a', ['a', 'b']],
  ['all', 'all'],
])('%j asks %j', (source, wanted) => {
  expect(severalOf(source)).toEqual(wanted);
});

test('a source is added at the end, and taken away wherever it is', () => {
  expect(toggleSource('a,b', 'c')).toBe('a,b,c');
  expect(toggleSource('a,b,c', 'a')).toBe('b,c');
  expect(toggleSource('a', 'a')).toBe('');
});
