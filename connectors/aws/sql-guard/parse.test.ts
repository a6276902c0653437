import { describe, expect, test } from 'vitest';
import { refused } from './corpus/corpus.ts';
import { readTokens, type Token } from './lexer.ts';
import { parse } from './parse.ts';
import { Refused } from './verdict.ts';
import { walk } from './walk.ts';

const tokensOf = (sql: string): readonly Token[] => readTokens('athena', sql);
const ruleOf = (run: () => void): string | undefined => {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error.rule;
    throw error;
  }
};

describe('two readings that disagree are refused', () => {
  const sql = "SELECT a, 'x' FROM t";
  const tokens = tokensOf(sql);
  const changed = (index: number, change: Partial<Token>): readonly Token[] =>
    tokens.map((token, at) => (at === index ? { ...token, ...change } : token));

  test('on nothing, they agree', () => {
    expect(ruleOf(() => parse(tokens, sql))).toBeUndefined();
  });

  test.each([
    ['a token less', tokens.slice(0, -1)],
    ['a token more', [...tokens, { kind: 'word', text: 'x', at: 20 } as const]],
    ['another text', changed(1, { text: 'b' })],
    ['a name that was a text', changed(3, { kind: 'quoted' })],
    ['a word that was a sign', changed(2, { kind: 'word' })],
    ['a sign that was a word', changed(0, { kind: 'sign' })],
  ])('on %s', (_what, ours) => {
    expect(ruleOf(() => parse(ours, sql))).toBe('sql_readings_differ');
  });

  test('on a character that the grammar does not know', () => {
    expect(ruleOf(() => parse([{ kind: 'word', text: 'SELECT', at: 0 }], 'SELECT ~'))).toBe('sql_readings_differ');
  });
});

describe('the grammar and the walk alone, without our own reading of the words', () => {
  const statements = refused.filter(({ rule, sql }) => rule === 'sql_statement_kind' && sql.length > 0);

  test.each(statements)('refuse $sql', ({ dialect, sql }) => {
    const tokens = readTokens(dialect, sql);
    expect(['sql_syntax', 'sql_construct', 'sql_function']).toContain(ruleOf(() => walk(dialect, parse(tokens, sql))));
  });

  test.each([
    'SELECT 1; SELECT 2',
    'WITH a AS (DELETE FROM t) SELECT * FROM a',
    'SELECT * FROM TABLE(f(1))',
    'SELECT * FROM (TABLE t)',
    'WITH FUNCTION f(x int) RETURNS int RETURN x SELECT 1',
    'WITH RECURSIVE a (n) AS (SELECT 1) SELECT * FROM a',
    'SELECT * FROM t FOR UPDATE',
  ])('refuse %s', (sql) => {
    expect(ruleOf(() => walk('athena', parse(tokensOf(sql), sql)))).toMatch(/^sql_(?:syntax|construct)$/u);
  });
});

describe('a statement is followed by its end', () => {
  test.each(['SELECT max((SELECT 1))', 'SELECT * FROM LATERAL (SELECT 1)', 'SELECT lower((SELECT a FROM t))'])(
    'so the grammar does not look for a second one in %s',
    (sql) => {
      expect(ruleOf(() => parse(tokensOf(sql), sql))).toBeUndefined();
    },
  );
});
