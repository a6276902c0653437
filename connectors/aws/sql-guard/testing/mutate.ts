/** Ways in which a statement goes wrong, or is made to: each takes a statement and gives another. */
import fc from 'fast-check';

const orders = [
  'DROP TABLE t',
  'DELETE FROM t',
  "INSERT INTO t VALUES ('x')",
  'UPDATE t SET a = 1',
  'MERGE INTO t USING u ON a = b',
  'CREATE TABLE x AS',
  'TRUNCATE TABLE t',
  'GRANT SELECT ON t TO u',
  "UNLOAD (SELECT 1) TO 's3://b'",
  'EXPLAIN ANALYZE',
  'CALL p()',
  'EXECUTE p',
  'PREPARE p FROM',
  'MSCK REPAIR TABLE t',
  'INTO t',
  'FOR UPDATE',
  "USING EXTERNAL FUNCTION f(x int) RETURNS int LAMBDA 'f'",
  "TABLE(system.query(query => 'x'))",
  'WITH RECURSIVE',
] as const;

const snippets = [
  ...orders,
  ';',
  '; SELECT 1',
  '; DROP TABLE t',
  '--',
  '-- x\n',
  '/*',
  '*/',
  '/* x */',
  '/*! x */',
  '/* /* */',
  "'",
  "''",
  "'x'",
  '"',
  '""',
  '"drop"',
  '`',
  '\\',
  "\\'",
  "U&'\\0041'",
  "X'41'",
  '(',
  ')',
  '()',
  '[',
  ']',
  ',',
  '.',
  '?',
  '$1',
  ':',
  '=>',
  '->',
  '||',
  '*',
  '-',
  'NOT',
  'SELECT',
  'SELECT 1',
  '(SELECT 1)',
  'UNION ALL',
  'UNION SELECT 1',
  'FROM t',
  'FROM "lambda:f".a.b',
  'FROM system.runtime.queries',
  'JOIN "lambda:f".a.b ON true',
  'JOIN u ON true',
  'CROSS JOIN UNNEST(a) AS x (b)',
  'evil(1)',
  '"evil"(1)',
  'a.b.evil(1)',
  'current_user',
  'CASE',
  'END',
  'AS',
  'WITH x AS (SELECT 1)',
  'x -> x',
  '1',
  '0x1F',
  '\u0000',
  '\r',
  '\u2028',
  '\u202e',
  '\u200b',
  '\u00a0',
  '\ufeff',
  '\u037e',
  '\uff07',
  '\u0130',
  '\u017f',
  '\u212a',
  '\ud800',
  '3b0c6f1e-9d42-4c57-8a10-5f2e7d9c4b6a',
] as const;

type Mutation = (sql: string) => string;

/** Where words meet: most random places fall inside one, which is the least interesting place. */
function seams(sql: string): readonly number[] {
  return [0, ...Array.from(sql.matchAll(/\b|(?=\W)/gu), ({ index }) => index), sql.length];
}

const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const snippet = fc.constantFrom(...snippets);

function seamAt(sql: string, share: number): number {
  const places = seams(sql);
  return places[Math.floor(share * places.length)] ?? 0;
}

function between(sql: string, one: number, other: number): readonly [number, number] {
  const a = seamAt(sql, one);
  const b = seamAt(sql, other);
  return a < b ? [a, b] : [b, a];
}

const insertAtSeam = fc.tuple(part, snippet, fc.constantFrom('', ' ', '\n')).map(
  ([at, text, blank]): Mutation =>
    (sql) =>
      `${sql.slice(0, seamAt(sql, at))}${blank}${text}${blank}${sql.slice(seamAt(sql, at))}`,
);

const insertAnywhere = fc.tuple(part, snippet).map(
  ([at, text]): Mutation =>
    (sql) =>
      sql.slice(0, Math.floor(at * sql.length)) + text + sql.slice(Math.floor(at * sql.length)),
);

const append = snippet.map(
  (text): Mutation =>
    (sql) =>
      `${sql} ${text}`,
);
const prepend = snippet.map(
  (text): Mutation =>
    (sql) =>
      `${text} ${sql}`,
);
const truncate = part.map(
  (at): Mutation =>
    (sql) =>
      sql.slice(0, seamAt(sql, at)),
);
const behead = part.map(
  (at): Mutation =>
    (sql) =>
      sql.slice(seamAt(sql, at)),
);

const cut = fc.tuple(part, part).map(([one, other]): Mutation => (sql) => {
  const [from, to] = between(sql, one, other);
  return sql.slice(0, from) + sql.slice(to);
});

const repeat = fc.tuple(part, part).map(([one, other]): Mutation => (sql) => {
  const [from, to] = between(sql, one, other);
  return sql.slice(0, to) + sql.slice(from);
});

const replace = fc.tuple(part, part, snippet).map(([one, width, text]): Mutation => (sql) => {
  const [from, to] = between(sql, one, Math.min(one + width / 20, 0.999));
  return sql.slice(0, from) + text + sql.slice(to);
});

const changeCase = part.map((at): Mutation => (sql) => {
  const from = seamAt(sql, at);
  return (
    sql.slice(0, from) +
    sql
      .slice(from)
      .replaceAll(/[a-z]/giu, (one, index: number) => (index % 2 === 0 ? one.toUpperCase() : one.toLowerCase()))
  );
});

const nest = fc
  .constantFrom(
    (sql: string) => `SELECT * FROM (${sql}) AS q`,
    (sql: string) => `WITH q AS (${sql}) SELECT * FROM q`,
    (sql: string) => `SELECT * FROM t WHERE EXISTS (${sql})`,
    (sql: string) => `${sql} UNION ALL ${sql}`,
    (sql: string) => `SELECT (${sql})`,
  )
  .map((around): Mutation => around);

const mutation = fc.oneof(
  { arbitrary: insertAtSeam, weight: 5 },
  insertAnywhere,
  append,
  prepend,
  truncate,
  behead,
  cut,
  repeat,
  replace,
  changeCase,
  nest,
);

/** `sql` after one to three accidents. */
export function mutantsOf(sql: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(sql, fc.array(mutation, { minLength: 1, maxLength: 3 })).map(([text, mutations]) => {
    let mutant = text;
    for (const mutate of mutations) mutant = mutate(mutant);
    return mutant;
  });
}
