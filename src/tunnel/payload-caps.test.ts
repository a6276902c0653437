import { assert, constantFrom, json, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findExcess } from './payload-caps.ts';

const roomy = { bytes: 1 << 20, depth: 1000, values: 1_000_000 };

describe('a text', () => {
  test.each([
    ['[[[1]]]', { depth: 2 }, 'depth'],
    ['[[[1]]]', { depth: 3 }, undefined],
    ['{"a":{"b":[]}}', { depth: 2 }, 'depth'],
    ['[1,2,3]', { values: 3 }, undefined],
    ['[1,2,3,4]', { values: 3 }, 'values'],
    [String.raw`["a,b\",c,d\\",2]`, { values: 2 }, undefined],
    ['"[[[[[[,,,,,"', { depth: 1, values: 1 }, undefined],
    ['"[[[[', { depth: 1, values: 1 }, undefined],
    [']]]]', { depth: 1 }, undefined],
  ])('%s under %j: %s', (text, cap, excess) => {
    expect(findExcess(text, { ...roomy, ...cap })).toBe(excess);
  });
});

test('what is counted is what JSON.parse would make', () => {
  const measure = (value: unknown): { depth: number; values: number } => {
    if (typeof value !== 'object' || value === null) return { depth: 0, values: 0 };
    const inner = Object.values(value).map(measure);
    return {
      depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
      values: Math.max(1, inner.length) + inner.reduce((sum, one) => sum + one.values, 0),
    };
  };
  assert(
    property(
      json().filter((text) => /^[[{]/u.test(text)),
      (text) => {
        const { depth, values } = measure(JSON.parse(text));
        expect(findExcess(text, { ...roomy, depth, values })).toBeUndefined();
        const under = [
          findExcess(text, { ...roomy, depth: depth - 1 }),
          findExcess(text, { ...roomy, values: values - 1 }),
        ];
        expect(under).toEqual(['depth', 'values']);
      },
    ),
  );
});

test('no text makes it fail', () => {
  assert(
    property(string({ unit: constantFrom('"', '\\', '[', ']', '{', '}', ',', 'a') }), (text) => {
      expect(['depth', 'values', undefined]).toContain(findExcess(text, { bytes: 1, depth: 3, values: 5 }));
    }),
  );
});
