/** Statements near the limits, made rather than written: they are where time is lost first. */
import type { BadStatement, GoodStatement } from './statement.ts';

const times = (count: number, part: (index: number) => string, between = ''): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(between);

const good: Readonly<Record<string, string>> = {
  'a long list of numbers': `SELECT * FROM t WHERE a IN (${times(1240, String, ',')})`,
  'a long list of texts': `SELECT * FROM t WHERE a IN (${times(1240, (n) => `'x${n}'`, ',')})`,
  'many conditions': `SELECT * FROM t WHERE ${times(620, (n) => `a${n} = ${n}`, ' AND ')}`,
  'many alternatives in brackets': `SELECT * FROM t WHERE ${times(230, (n) => `(a = ${n} AND b > ${n})`, ' OR ')}`,
  'many columns': `SELECT ${times(620, (n) => `a${n} AS b${n}`, ', ')} FROM t`,
  'many calls': `SELECT ${times(180, (n) => `lower(trim(coalesce(a${n}, b)))`, ', ')} FROM t`,
  'many cases': `SELECT CASE ${times(350, (n) => `WHEN a = ${n} THEN b `)}END FROM t`,
  'many windows': `SELECT ${times(140, () => 'sum(a) OVER (PARTITION BY b ORDER BY c ROWS 1 PRECEDING)', ', ')} FROM t`,
  'many joins': `SELECT * FROM t ${times(240, (n) => `JOIN u${n} ON t.a = u${n}.b`, ' ')}`,
  'many named queries': `WITH ${times(240, (n) => `q${n} AS (SELECT a FROM t)`, ', ')} SELECT * FROM q1`,
  'many unions': times(610, () => 'SELECT 1', ' UNION ALL '),
  'many rows': `VALUES ${times(410, (n) => `(${n}, 'x')`, ', ')}`,
  'brackets as deep as may be': `SELECT ${times(80, () => `${'('.repeat(14)}a${')'.repeat(14)}`, '+')}`,
  'calls as deep as may be': `SELECT ${times(23, () => `${'if(a, b, '.repeat(14)}1${')'.repeat(14)}`, ', ')}`,
  'queries as deep as may be': `SELECT * FROM ${'(SELECT a, b FROM '.repeat(16)}t${')'.repeat(16)}`,
  'scalar queries in one another': `SELECT ${'a, ((SELECT coalesce((a + b) * c, CASE WHEN d > (e + 1) THEN f END), '.repeat(3)}1${'))'.repeat(3)}`,
  'a comment as long as may be': `SELECT 1 /* ${'DROP '.repeat(4000)} */`,
  'a text as long as may be': `SELECT '${"it''s ".repeat(3400)}'`,
};

const lateMistake = (sql: string): string => `${sql} WHERE WHERE`;

export const acceptedLarge: readonly GoodStatement[] = Object.entries(good).map(([title, sql]) => ({
  title,
  dialect: 'athena',
  sql,
}));

export const refusedLarge: readonly BadStatement[] = [
  ...acceptedLarge
    .filter(({ title }) => title.startsWith('many '))
    .map(({ title, dialect, sql }) => ({
      title: `${title}, and a mistake at the end`,
      dialect,
      sql: lateMistake(sql),
      rule: 'sql_syntax' as const,
    })),
  {
    title: 'an unknown function behind many columns',
    dialect: 'athena',
    sql: `SELECT ${times(600, (n) => `a${n} AS b${n}`, ', ')}, evil(1) FROM t`,
    rule: 'sql_function',
  },
];
