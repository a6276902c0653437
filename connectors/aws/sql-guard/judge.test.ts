import { describe, expect, test } from 'vitest';
import { accepted, refused } from './corpus/corpus.ts';
import { judgeSql } from './judge.ts';
import { forgetPredictions } from './parse.ts';
import { refusalRules } from './rules.ts';
import { faultOf } from './verdict.ts';

describe('the corpus', () => {
  test('holds at least a hundred statements of each verdict, none of them twice', () => {
    expect(accepted.length).toBeGreaterThanOrEqual(100);
    expect(refused.length).toBeGreaterThanOrEqual(100);
    const texts = [...accepted, ...refused].map(({ dialect, sql }) => `${dialect}: ${sql}`);
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });

  test('has a statement for every rule that a text alone can break', () => {
    const broken = new Set(refused.map(({ rule }) => rule));
    // Two readings that disagree are not known; effort is measured by the worker.
    const unbroken = Object.keys(refusalRules).filter((rule) => !broken.has(rule as never));
    expect(unbroken).toEqual(['sql_readings_differ', 'sql_too_complex']);
  });

  test.each(accepted)('$dialect: a read is let through: $title', ({ dialect, sql }) => {
    expect(judgeSql(dialect, sql)).toEqual({ accepted: true });
  });

  test.each(refused)('$dialect: $rule: $title', ({ dialect, sql, rule }) => {
    expect(judgeSql(dialect, sql)).toMatchObject({ accepted: false, rule });
  });
});

describe('DDL and DML', () => {
  const statements = refused.filter(({ rule }) => rule === 'sql_statement_kind' || rule === 'sql_keyword');

  test('are refused before anything is asked of the vendor [C-AWS-14]', () => {
    expect(statements.length).toBeGreaterThan(50);
    expect(statements.filter(({ dialect, sql }) => judgeSql(dialect, sql).accepted)).toEqual([]);
  });

  test.each(['insert', 'Update', 'DELETE', 'drop', 'UnLoad'])(
    '%s is found in any case and behind any comment',
    (word) => {
      expect(judgeSql('athena', `/* a read */ -- SELECT 1\n${word} t`)).toMatchObject({ accepted: false });
      expect(judgeSql('athena', `SELECT 1 FROM t /**/ ${word} /**/ u`)).toMatchObject({ rule: 'sql_keyword' });
    },
  );
});

describe('a refusal', () => {
  test.each([
    ['SELECT a\nFROM t\nWHERE drop = 1', 3, 7, 'drop'],
    ["SELECT '日本', evil(a) FROM t", 1, 14, 'evil'],
    ["SELECT '👩', a\r\n , b c d FROM t", 2, 8, 'd'],
    ['SELECT a FROM "lambda:f".b.c', 1, 15, '"lambda:f"'],
    ["SELECT a FROM t WHERE b = 'x' 'y'", 1, 31, ''],
    ['SELECT a FROM', 1, 14, ''],
  ])('of %j says where', (sql, line, column, word) => {
    expect(judgeSql('athena', sql)).toMatchObject({ accepted: false, line, column, word });
  });

  test('repeats nothing of a text, a number or a comment, and no more than a word of the rest', () => {
    const secret = 'hunter2hunter2';
    for (const { dialect, sql } of refused) {
      const hidden = sql.replaceAll(/'[^']*'/gu, `'${secret}'`);
      const verdict = judgeSql(dialect, `/* ${secret} */ ${hidden}`);
      expect(JSON.stringify(verdict)).not.toContain(secret);
    }
    const long = judgeSql('athena', `SELECT ${'x'.repeat(500)}(1)`);
    expect(JSON.stringify(long).length).toBeLessThan(150);
  });

  test('is a fault for the one who asked, with its rule and a sentence that says what to write', () => {
    for (const { dialect, sql, rule } of refused) {
      const verdict = judgeSql(dialect, sql);
      const fault = verdict.accepted ? undefined : faultOf(verdict).toWire();
      expect(fault).toMatchObject({ code: 'refused', data: { rule } });
      expect(fault?.remedy).toMatch(/^(?:Line \d+, column \d+(?: \(.+\))?: )?[A-Z].+\.$/u);
    }
  });

  test.each([
    ['SELECT "drop" FROM t', true],
    ['SELECT drop FROM t', false],
  ])('of a column called like an order is cured by quotation marks: %s', (sql, isAccepted) => {
    expect(judgeSql('athena', sql).accepted).toBe(isAccepted);
  });
});

describe('limits', () => {
  test.each([
    ['bytes', `SELECT '${'x'.repeat(20 * 1024 - 9)}'`, `SELECT '${'x'.repeat(20 * 1024 - 8)}'`],
    ['brackets', `SELECT ${'('.repeat(16)}1${')'.repeat(16)}`, `SELECT ${'('.repeat(17)}1${')'.repeat(17)}`],
    ['tokens', `SELECT 1${',1'.repeat(1249)}`, `SELECT 1${',1'.repeat(1250)}`],
  ])('the last statement within the limit of %s is let through, the next is not', (_what, within, beyond) => {
    expect(judgeSql('athena', within).accepted).toBe(true);
    expect(judgeSql('athena', beyond).accepted).toBe(false);
  });

  test.each([
    ['lambdas', `SELECT ${'a -> '.repeat(8)}1`, `SELECT ${'a -> '.repeat(9)}1`],
    [
      'types',
      `SELECT CAST(a AS ${'array<'.repeat(8)}int${'>'.repeat(8)})`,
      `SELECT CAST(a AS ${'array<'.repeat(9)}int${'>'.repeat(9)})`,
    ],
    ['signs', `SELECT ${'- '.repeat(16)}1`, `SELECT ${'- '.repeat(17)}1`],
  ])('%s go deeper without brackets and are counted too', (_what, within, beyond) => {
    expect(judgeSql('athena', within).accepted).toBe(true);
    expect(judgeSql('athena', beyond)).toMatchObject({ rule: 'sql_too_deep' });
  });
});

test('forgetting what was learned changes no verdict', () => {
  const before = accepted.map(({ dialect, sql }) => judgeSql(dialect, sql));
  forgetPredictions();
  expect(accepted.map(({ dialect, sql }) => judgeSql(dialect, sql))).toEqual(before);
});
