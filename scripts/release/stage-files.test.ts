import { expect, test } from 'vitest';
import { isOfNoUse } from './stage-files.ts';

test.each([
  'test/parse.js',
  'docs',
  'index.d.ts',
  'README.md',
  'node_modules/fast-uri/test',
  'node_modules/fast-uri/test/parse.test.js',
  'node_modules/@scope/one/node_modules/two/benchmark/run.js',
])('a package goes without %s', (name) => {
  expect(isOfNoUse(name)).toBe(true);
});

test.each([
  '',
  'index.js',
  'lib/test/needed.js',
  'LICENSE.md',
  'node_modules',
  'node_modules/fast-uri',
  'node_modules/fast-uri/index.js',
  'node_modules/@scope',
  'node_modules/test',
  'node_modules/test/index.js',
])('and keeps "%s"', (name) => {
  expect(isOfNoUse(name)).toBe(false);
});
