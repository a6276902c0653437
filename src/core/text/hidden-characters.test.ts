import { expect, test } from 'vitest';
import { activeNames, hiddenNames, honestNames } from '../../../test/hostile-names.ts';
import { hasHidden, jsonToShow, printable, printableJson, printableText, removeHidden } from './hidden-characters.ts';

test.each(hiddenNames.map((name) => [JSON.stringify(name), name] as const))(
  '%s has a hidden character',
  (_shown, name) => {
    expect(hasHidden(name)).toBe(true);
    expect(hasHidden(removeHidden(name))).toBe(false);
    expect(printable(name)).toMatch(/^pay\\u\{[0-9a-f]{4,5}\}(?:\[2J|31m)?roll$/u);
    expect(JSON.parse(printableJson(JSON.stringify(name)))).toBe(name);
    expect(hasHidden(printableJson(JSON.stringify(name)))).toBe(false);
  },
);

test.each([...honestNames, ...activeNames])('%s stays as it is', (name) => {
  expect(hasHidden(name)).toBe(false);
  expect([printable(name), printableText(name), removeHidden(name)]).toEqual([name, name, name]);
});

test('text keeps its lines, and JSON its meaning and its keys', () => {
  expect(printableText('a\tb\r\nc\u001b[1m\u202e')).toBe('a\tb\r\nc\\u{001b}[1m\\u{202e}');
  const value = { 'a\u202eb': ['c\u200bd', 'e\n"\\', 1], plain: { deep: '\u2066' } };
  expect(JSON.parse(printableJson(JSON.stringify(value, undefined, 2)))).toEqual(value);
  expect(JSON.parse(jsonToShow(JSON.stringify(value)))).toEqual({
    'a\\u{202e}b': ['c\\u{200b}d', 'e\n"\\', 1],
    plain: { deep: '\\u{2066}' },
  });
});
