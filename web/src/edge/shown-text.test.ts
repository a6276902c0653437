import { expect, test } from 'vitest';
import { hasHidden } from '../../../src/core/text/hidden-characters.ts';
import { activeNames, hiddenNames, honestNames } from '../../../test/hostile-names.ts';
import { readJson } from './call-api.ts';

const read = (value: unknown): Promise<unknown> => readJson(new Response(JSON.stringify(value)));

test('an answer shows each character that nobody would see, in values and keys', async () => {
  // JSON has control characters and lone surrogates escaped; a browser shows neither as something else.
  const raw = hiddenNames.filter((name) => !/[\p{Cc}\p{Cs}]/u.test(name));
  for (const name of raw) {
    const [[key, value]] = Object.entries((await read({ [name]: name })) as object) as [[string, string]];
    expect([hasHidden(key), hasHidden(value), value.startsWith('pay\\u{')]).toEqual([false, false, true]);
  }
});

test('an answer keeps everything else as it was sent', async () => {
  const value = { names: [...honestNames, ...activeNames], text: 'a\n\tb "c" \\ d', count: 1.5, none: null };
  expect(await read(value)).toEqual(value);
});
