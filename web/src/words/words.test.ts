import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Level } from '../../../profiler/witness/diff/summary.ts';
import { sentences } from '../../../profiler/host/capture/reasons.ts';
import { reasons } from '../../../src/control/captures/reasons.ts';
import { en } from './en.ts';
import { laterEn } from './later-en.ts';
import { laterPtBr } from './later-pt-br.ts';
import { ptBr } from './pt-br.ts';
import { servedPtBr } from './portuguese.ts';
import { paletteCatalogs } from '../palette/palette-words.ts';
import { passkeyCatalogs, ssoCatalogs } from './sign-in-failure-words.ts';
import { signInCatalogs } from './sign-in-words.ts';
import { chooseLocale } from './words.ts';

test.each([
  [undefined, 'pt-BR', 'pt-BR'],
  [undefined, 'pt-PT', 'pt-BR'],
  [undefined, 'de-DE', 'en'],
  ['en', 'pt-BR', 'en'],
  ['xx', 'pt-BR', 'pt-BR'],
] as const)('chosen %s in a browser of %s speaks %s', (chosen, browser, locale) => {
  expect(chooseLocale(chosen, browser)).toBe(locale);
});

function leaves(value: unknown, path: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, part]) => leaves(part, `${path}.${key}`));
}

describe('the two catalogs', () => {
  const english = new Map(
    leaves(
      {
        ...en,
        ...laterEn,
        signIn: signInCatalogs.en,
        passkey: passkeyCatalogs.en,
        palette: paletteCatalogs.en,
        sso: ssoCatalogs.en,
      },
      '',
    ),
  );
  const portuguese = new Map(
    leaves(
      {
        ...ptBr,
        ...laterPtBr,
        signIn: signInCatalogs['pt-BR'],
        passkey: passkeyCatalogs['pt-BR'],
        palette: paletteCatalogs['pt-BR'],
        sso: ssoCatalogs['pt-BR'],
      },
      '',
    ),
  );

  test('have the same words, none empty', () => {
    expect([...portuguese.keys()].toSorted()).toEqual([...english.keys()].toSorted());
    expect([...english, ...portuguese].filter(([, word]) => word === '')).toEqual([]);
  });

  test('take the same number of arguments', () => {
    const differing = [...english].filter(
      ([path, word]) =>
        typeof word === 'function' && word.length !== (portuguese.get(path) as { length: number }).length,
    );
    expect(differing.map(([path]) => path)).toEqual([]);
  });
});

test('every level of a finding has a name, and a sentence that says what it means', () => {
  for (const words of [
    { ...en, ...laterEn },
    { ...ptBr, ...laterPtBr },
  ]) {
    expect(Object.keys(words.verdict.levels)).toEqual(expect.arrayContaining([...Level.options]));
    expect(Object.keys(words.comparison.sure.means)).toEqual(expect.arrayContaining([...Level.options]));
  }
});

test('everything that the collector says it is doing has a Portuguese sentence', () => {
  const source = readFileSync('profiler/ptop/crates/ptop/src/capture/progress.rs', 'utf8');
  const said = [...source.matchAll(/Phase::\w+ => "([^"]+)"/gu)].map(([, sentence]) => sentence);
  expect([...ptBr.profiling.log.phases.keys()]).toEqual(said);
  expect(said.length).toBeGreaterThan(3);
});

test('every reason of a capture has a Portuguese sentence', () => {
  const codes = [...Object.keys(reasons), ...Object.keys(sentences), 'collector_oom'];
  expect([...servedPtBr.keys()].toSorted()).toEqual([...new Set(codes)].toSorted());
});
