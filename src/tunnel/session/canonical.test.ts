import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalBytes } from './canonical.ts';

const text = (context: string, fields: readonly string[]) =>
  Buffer.from(canonicalBytes(context, fields)).toString('hex');

test('two different lists of fields never give the same bytes', () => {
  // Few letters, among them those of the encoding itself, so that collisions would be found.
  const field = fc.string({ unit: fc.constantFrom('a', ':', ',', '1', '2', 'ß') });
  fc.assert(
    fc.property(fc.array(field), fc.array(field), (one, other) => {
      expect(text('c', one) === text('c', other)).toBe(JSON.stringify(one) === JSON.stringify(other));
    }),
    { numRuns: 5_000 },
  );
});

test('the context is part of what is signed', () => {
  expect(text('farol.a', ['x'])).not.toBe(text('farol.b', ['x']));
});
