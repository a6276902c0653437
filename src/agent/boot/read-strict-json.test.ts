import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { readStrictJson } from './read-strict-json.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'farol-strict-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

function complaintsAbout(content: string): readonly string[] {
  const file = path.join(folder, 'file.json');
  writeFileSync(file, content);
  return readStrictJson(file, z.unknown()).complaints;
}

const only = 'only the last would count';

test.each([
  ['{"a":1,"b":{"a":2},"c":[{"a":1},{"a":1}]}', []],
  ['{"a":1,"a":2}', [`has the key a twice; ${only}`]],
  ['{"a":{"b":[0,{"c":1,"c":2}]}}', [`has the key a.b[1].c twice; ${only}`]],
  ['[{},{"x":1},[{"y":1,"y":1}]]', [`has the key [2][0].y twice; ${only}`]],
  ['{"a":"{\\"a\\":1,\\"a\\":2}","b":"\\\\"}', []],
  ['{"a\\u0062":1,"ab":2}', [`has the key ab twice; ${only}`]],
  ['{"x":{"__proto__":1}}', ['has the unknown key x.__proto__']],
])('%s', (content, complaints) => {
  expect(complaintsAbout(content)).toEqual(complaints);
});

test('complains of no JSON value that a program has written', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(complaintsAbout(JSON.stringify(value, undefined, 1)).filter((one) => one.includes('twice'))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('finds a key wherever it is repeated', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), fc.string(), (before, between, key) => {
      const name = JSON.stringify(key);
      const text = `{"first":${JSON.stringify(before)},"in":{${name}:${JSON.stringify(between)},${name}:1}}`;
      expect(complaintsAbout(text).some((one) => one.includes(' twice; '))).toBe(true);
    }),
    { numRuns: 300 },
  );
});
