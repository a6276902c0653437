import { expect, test } from 'vitest';
import { insertElement, insertImport, insertProperty, insertSpread } from './insert-into.ts';

test('adds a property after the last one of its kind, in the object that has most of them', () => {
  const text = "const a = { 'x.one': 1 };\nconst b = { 'x.one': 1, 'x.two': { n: [] }, other: 3 };\n";
  expect(insertProperty(text, /^x\./u, "'x.three': 4")).toBe(
    "const a = { 'x.one': 1 };\nconst b = { 'x.one': 1, 'x.two': { n: [] },\n'x.three': 4, other: 3 };\n",
  );
});

test('adds an element, a spread and an import', () => {
  expect(insertElement('const a = [xOne, xTwo] as const;', /^x[A-Z]/u, 'xThree')).toBe(
    'const a = [xOne, xTwo,\nxThree] as const;',
  );
  expect(insertSpread('const a = { ...oneOperations };', /Operations$/u, '...twoOperations')).toBe(
    'const a = { ...oneOperations,\n...twoOperations };',
  );
  expect(insertImport("import a from 'a';\nuse(a);\n", "import b from 'b';")).toBe(
    "import a from 'a';\nimport b from 'b';\nuse(a);\n",
  );
});

test('finds no place in a file without one of the kind', () => {
  expect(insertProperty('const a = { one: 1 };', /^x\./u, 'x')).toBeUndefined();
  expect(insertElement('const a = [1];', /^x/u, 'x')).toBeUndefined();
  expect(insertSpread('const a = {};', /x/u, 'x')).toBeUndefined();
});
