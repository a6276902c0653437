import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findRepeatedKeys } from './find-repeated-keys.ts';

test.each([
  ['{"a":1,"b":{"a":2}}', []],
  ['{"a":1,"a":2}', ['a']],
  ['{"a":1,"\\u0061":2}', ['a']],
  ['{"l":[{"k":1},{"k":1,"x":[],"k":[{"y":1,"y":2}]}]}', ['l[1].k', 'l[1].k[0].y']],
  ['{"a":"\\"b\\":1,{","b":"}"}', []],
  ['{"a":{},"a":{},"a":{}}', ['a', 'a']],
  ['[[{"a":1,"a":1}],"a"]', ['[0][0].a']],
  ['{"__proto__":1,"__proto__":2}', ['__proto__']],
  ['"a"', []],
])('%s', (json, paths) => {
  expect(findRepeatedKeys(json)).toEqual(paths);
});

test('what a serialiser wrote repeats no key, and one key more is found', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.string(), (value, key) => {
      const text = JSON.stringify(value);
      expect(findRepeatedKeys(text)).toEqual([]);
      const name = JSON.stringify(key);
      expect(findRepeatedKeys(`{${name}:${text},${name}:${text}}`)).toEqual([key]);
    }),
    { numRuns: 3000 },
  );
});
