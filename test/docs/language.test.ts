/** Words that people read: phrases that need a translation fail. So do comments and titles of tests; a few connectors have some left. */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { describe, expect, test } from 'vitest';
import { exceptions, mostLeft, phrases, places, sourceFolders } from './language.ts';

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

/** This check quotes the phrases; sentences of the catalog are part of its digest, so only its comments are read. */
function sourceOf(file: string): string {
  if (file.startsWith('test/docs/')) return '';
  const text = readFileSync(file, 'utf8');
  if (!quotesCatalog(file) || file.endsWith('.test.ts')) return text;
  const blank = text.replaceAll(/[^\n]/gu, ' ');
  return parseSync(file, text).comments.reduce(
    (masked, { start, end }) => masked.slice(0, start) + text.slice(start, end) + masked.slice(end),
    blank,
  );
}

/** The translations have the sentences of the catalog as their keys. */
function quotesCatalog(file: string): boolean {
  return file.startsWith('catalog/') || /^web\/src\/words\/catalog-(?:hints|summaries)-pt-br\.ts$/u.test(file);
}

/** Comments of Rust and C, at their lines. */
function nativeComments(file: string): string {
  return readFileSync(file, 'utf8')
    .split(/(\/\/.*|\/\*[\s\S]*?\*\/)/u)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[^\n]/gu, ' ')))
    .join('');
}

const inWords = (file: string, text: string): string[] =>
  found(file, text).map(({ at, words, better }) => `${at} ${words} (better: ${better})`);

const phrasesIn = (folder: string): string[] =>
  globSync(`${folder}/**/*.{ts,tsx}`, { exclude: (name) => name === 'node_modules' }).flatMap((file) =>
    inWords(file, sourceOf(file)),
  );

describe('comments and titles of tests use the terms of the field', () => {
  const connectors = readdirSync('connectors');
  const clean = connectors.filter((id) => !Object.hasOwn(mostLeft, id));

  test.each([...sourceFolders, ...clean.map((id) => `connectors/${id}`)])('in %s', (folder) => {
    expect(phrasesIn(folder)).toEqual([]);
  });

  test('in the collector', () => {
    const files = globSync('profiler/ptop/{crates,engine,fuzz,probes}/**/*.{rs,c,h}');
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap((file) => inWords(file, nativeComments(file)))).toEqual([]);
  });

  test.each(Object.entries(mostLeft))('of connectors/%s have at most %i phrases left', (id, most) => {
    expect(connectors).toContain(id);
    const left = phrasesIn(`connectors/${id}`);
    expect(left.length).toBeLessThanOrEqual(most);
  });
});
