/** Words that people read: phrases that need a translation fail. In comments and titles of tests they are counted. */
import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { describe, expect, test } from 'vitest';
import { countedPlaces, exceptions, phrases, places } from './language.ts';

const filesIn = (place: string): string[] =>
  globSync(place).filter((file) => !/\.test\.ts$|\/(?:upstream|corpus|simulation)\//u.test(file));

/** `README.md:3 is told`. */
function found(file: string, text: string): { readonly words: string; readonly at: string; readonly better: string }[] {
  return phrases.flatMap(({ pattern, better }) =>
    [...text.matchAll(pattern)].map(({ 0: words, index }) => ({
      words,
      better,
      at: `${file}:${text.slice(0, index).split('\n').length}`,
    })),
  );
}

/** Code of fences and quotes is somebody else's words. */
function proseOf(text: string): string {
  return text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/gu, (code) => code.replaceAll(/[^\n]/gu, ' '));
}

/** Texts of string literals and templates, a line each. */
function stringsOf(file: string): string {
  const texts: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('type' in value && value.type === 'Literal' && 'value' in value && typeof value.value === 'string') {
      texts.push(value.value);
    }
    if ('type' in value && value.type === 'TemplateElement' && 'value' in value) {
      texts.push(JSON.stringify(value.value));
    }
    for (const one of Object.values(value)) walk(one);
  };
  walk(parseSync(file, readFileSync(file, 'utf8')).program);
  return texts.join('\n');
}

const textOf = (file: string): string => (file.endsWith('.md') ? proseOf(readFileSync(file, 'utf8')) : stringsOf(file));

describe.each(places)('%s', (place) => {
  test('uses the terms of the field', () => {
    const files = filesIn(place);
    expect(files.length).toBeGreaterThan(0);
    const wrong = files.flatMap((file) =>
      found(file, textOf(file))
        .filter(({ words }) => !Object.hasOwn(exceptions, `${file}: ${words}`))
        .map(({ at, words, better }) => `${at} ${words} (better: ${better})`),
    );
    expect(wrong).toEqual([]);
  });
});

test('every exception is needed', () => {
  const files = new Set(places.flatMap(filesIn));
  const used = [...files].flatMap((file) => found(file, textOf(file)).map(({ words }) => `${file}: ${words}`));
  expect(Object.keys(exceptions).filter((one) => !used.includes(one))).toEqual([]);
});

test('counts what is left in titles of tests and in comments', () => {
  const files = countedPlaces.flatMap((place) => globSync(place, { exclude: (name) => name === 'node_modules' }));
  expect(files.length).toBeGreaterThan(1000);
  const left = files.flatMap((file) => found(file, readFileSync(file, 'utf8')));
  process.stdout.write(`phrases left in comments and titles: ${left.length}\n`);
});
