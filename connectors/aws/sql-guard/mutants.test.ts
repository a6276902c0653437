import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowedFunctions } from './allowed-functions.ts';
import { accepted, refused } from './corpus/corpus.ts';
import { judgeSql } from './judge.ts';
import { readTokens } from './lexer.ts';
import { refusalRules } from './rules.ts';
import { amountOf } from '../../../test/layer.ts';
import { mutantsOf } from './testing/mutate.ts';
import { objectionsTo } from './testing/oracle.ts';
import type { Dialect } from './verdict.ts';

const mutants = amountOf(2000, 30_000);
const statements = [...accepted, ...refused].filter(({ sql }) => sql.length < 2000);

const mutant = fc.constantFrom<Dialect>('athena', 'cloudtrail-lake').chain((dialect) =>
  fc.record({
    dialect: fc.constant(dialect),
    sql: mutantsOf(fc.constantFrom(...statements.filter((one) => one.dialect === dialect).map(({ sql }) => sql))),
  }),
);

describe('mutants of the corpus', () => {
  test(
    'get a verdict, and what is let through has nothing that a second opinion objects to',
    { timeout: 600_000 },
    () => {
      const verdicts = { accepted: 0, refused: 0 };
      fc.assert(
        fc.property(mutant, ({ dialect, sql }) => {
          const verdict = judgeSql(dialect, sql);
          verdicts[verdict.accepted ? 'accepted' : 'refused'] += 1;
          const problems = verdict.accepted
            ? objectionsTo(sql, allowedFunctions)
            : [verdict.rule].filter((rule) => !(rule in refusalRules));
          expect(problems).toEqual([]);
        }),
        { numRuns: mutants },
      );
      // A generator that only makes nonsense, or only good statements, would prove nothing.
      expect(verdicts.accepted).toBeGreaterThan(mutants / 50);
      expect(verdicts.refused).toBeGreaterThan(mutants / 4);
    },
  );
});

describe('what the second opinion knows', () => {
  test('it has no objection to the accepted corpus', () => {
    expect(accepted.flatMap(({ sql }) => objectionsTo(sql, allowedFunctions))).toEqual([]);
  });

  test('it objects to every order and to every unknown function of the refused corpus', () => {
    const plain = refused.filter(({ rule }) => ['sql_statement_kind', 'sql_keyword', 'sql_function'].includes(rule));
    expect(plain.filter(({ sql }) => objectionsTo(sql, allowedFunctions).length === 0)).toEqual([]);
  });
});

/** Places for a query inside a query; each takes a good one. */
const places: Readonly<Record<string, (inner: string, outer: string) => string>> = {
  'a named query': (inner, outer) => `WITH evil AS (${inner}\n) SELECT * FROM (${outer}\n) AS q`,
  'a named query of a named query': (inner, outer) =>
    `WITH a AS (WITH evil AS (${inner}\n) SELECT * FROM evil) SELECT * FROM (${outer}\n) AS q`,
  'an existence': (inner, outer) => `SELECT * FROM (${outer}\n) AS q WHERE EXISTS (${inner}\n)`,
  'a lateral query': (inner, outer) => `SELECT * FROM (${outer}\n) AS q CROSS JOIN LATERAL (${inner}\n) AS e`,
  'the other half of a union': (inner, outer) => `SELECT * FROM (${outer}\n) AS q UNION ALL ${inner}`,
};

describe('a refused statement inside an accepted one', () => {
  const withoutEnd = ({ sql }: { sql: string }): string => sql.trim().replace(/;$/u, '');
  const good = accepted.filter(({ sql }) => sql.length < 1000);
  // What does not end by itself could be ended by what is put around it.
  const bad = refused.filter(({ rule, sql }) => !['sql_unclosed', 'sql_empty'].includes(rule) && sql.length < 2000);

  test.each(Object.entries(places))('stays refused as %s', (_name, put) => {
    const letThrough = bad.flatMap((one, index) => {
      const outer = good.filter(({ dialect }) => dialect === one.dialect);
      const sql = put(one.sql, withoutEnd(outer[index % outer.length] ?? one));
      return judgeSql(one.dialect, sql).accepted ? [sql] : [];
    });
    expect(letThrough).toEqual([]);
  });

  test('stays refused after a semicolon, and before one', () => {
    const letThrough = bad.flatMap((one, index) => {
      const outer = withoutEnd(good[index % good.length] ?? one);
      const both = [`${outer}\n;${one.sql}`, `${outer}\n;\n${one.sql}`, `${one.sql}\n; ${outer}`];
      return both.filter((sql) => judgeSql(one.dialect, sql).accepted);
    });
    expect(letThrough).toEqual([]);
  });

  test.each(Object.entries(places))('is what makes it refused: a good statement as %s is let through', (_name, put) => {
    const held = good.filter(({ dialect, sql }) => {
      const verdict = judgeSql(dialect, put('SELECT 1 AS a', withoutEnd({ sql })));
      return !verdict.accepted && verdict.rule !== 'sql_too_deep';
    });
    expect(held).toEqual([]);
  });
});

describe('what changes nothing in the meaning changes nothing in the verdict', () => {
  const respell = (spell: (text: string) => string) => (dialect: Dialect, sql: string) =>
    readTokens(dialect, sql)
      .map(({ kind, text }) => (kind === 'word' ? spell(text) : text))
      .join(' ');

  test.each([
    ['capitals', respell((text) => text.toUpperCase())],
    ['small letters', respell((text) => text.toLowerCase())],
    [
      'comments between words',
      (dialect: Dialect, sql: string) =>
        respell((text) => text)(dialect, sql).replaceAll(/^|(?<=\)) /gu, ' /* x; DROP */ -- y\n'),
    ],
    ['lines that end in CR LF', (_dialect: Dialect, sql: string) => sql.replaceAll(/\r?\n/gu, '\r\n')],
  ])('%s', (_name, change) => {
    const short = accepted.filter(({ sql }) => sql.length < 2000);
    const texts = short.map(({ dialect, sql }) => ({ dialect, sql: change(dialect, sql) }));
    expect(texts.filter(({ dialect, sql }) => !judgeSql(dialect, sql).accepted)).toEqual([]);
  });
});
