import { expect, test } from 'vitest';
import { portablePattern, portableSchema } from './portable-schema.ts';

test('spells control characters so that every language reads them', () => {
  const pattern = portablePattern(String.raw`^\P{Cc}{1,3}$`) ?? '';
  expect(pattern).toBe(String.raw`^[^\x00-\x1f\x7f-\x9f]{1,3}$`);
  // Without the flag `u`, as most readers have it.
  const read = new RegExp(pattern);
  expect(['aé', '', 'a\u0000', '\u0085', 'abcd'].map((text) => read.test(text))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test.each([String.raw`^\p{L}+$`, String.raw`^(?!\.)x$`, String.raw`(?<=a)b`, String.raw`^\u00e9$`])(
  'leaves out %s, which only ECMAScript reads',
  (pattern) => {
    expect(portablePattern(pattern)).toBeUndefined();
  },
);

test('keeps what other languages read', () => {
  const schema = {
    type: 'array',
    items: { type: 'string', pattern: String.raw`^(?:\w+|\d{2})$`, maxLength: 3 },
    maxItems: 2,
  };
  expect(portableSchema(schema)).toEqual(schema);
});

test('leaves out a pattern that its format says, and bounds of every integer', () => {
  expect(portableSchema({ type: 'string', format: 'date-time', pattern: '^x$' })).toEqual({
    type: 'string',
    format: 'date-time',
  });
  expect(portableSchema({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER })).toEqual({
    type: 'integer',
    minimum: 0,
  });
});
