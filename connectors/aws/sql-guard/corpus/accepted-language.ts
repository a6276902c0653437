/** Each part of the query language once, in Athena: what a refusal of an honest question would first be noticed by. */
import type { GoodStatement } from './statement.ts';

const sql: Readonly<Record<string, string>> = {
  'one number': 'SELECT 1',
  'a semicolon at the end': 'SELECT 1;',
  'blank lines after the semicolon': 'SELECT 1 ;\r\n\t\n',
  'lines that end in CR LF': "SELECT a, -- first\r\n b /* second */\r\nFROM t\r\nWHERE c = 'x'\r\n",
  'lower case': "select distinct a from t where b is not null and c is distinct from 'x'",
  'inline values': "VALUES (1, 'one'), (2, 'two')",
  'values as a table': "SELECT * FROM (VALUES (1, 'one'), (2, 'two')) AS v (id, name)",
  'brackets around everything': '((SELECT a FROM t) UNION ALL (SELECT b FROM u)) ORDER BY 1 LIMIT 3',
  'set operations': 'SELECT a FROM t UNION SELECT a FROM u INTERSECT SELECT a FROM v EXCEPT SELECT a FROM w',
  'named queries with columns': 'WITH a (x, y) AS (SELECT 1, 2), b AS (SELECT x + y AS z FROM a) SELECT z FROM b',
  'named queries inside a named query': 'WITH a AS (WITH b AS (SELECT 1 AS x) SELECT x FROM b) SELECT * FROM a',
  'quoted names that look like orders': `
    SELECT "drop", "delete" AS "insert", "table"."update", "create table x" FROM "grant" AS "table" WHERE "set" = 1`,
  'a doubled quotation mark in a name': 'SELECT "he said ""DROP""" FROM "quoted table"',
  'columns called like keywords':
    'SELECT comment, start, role, type, data, path, date, key, value, level, version FROM t',
  'names in another script': `SELECT "größe", "日付", "naïve" FROM "données" WHERE "größe" > 3`,
  'text in another script': `SELECT 'café 日本語 👩\u200d💻' AS greeting, 'می\u200cخواهم' -- résumé of it, … “quoted”`,
  'comments that speak of orders': `
    -- DROP TABLE users; it's only a comment
    SELECT /* DELETE FROM x; INSERT */ a /**/ FROM t -- ; TRUNCATE`,
  'texts that speak of orders': `SELECT * FROM t WHERE a = 'DROP TABLE x; --' AND b <> '/*' AND c <> '*/' AND d = ''`,
  'backslashes of a regular expression': `SELECT regexp_replace(a, '\\s+\\d{2}\\.', ' ') FROM t WHERE b LIKE '%\\\\%'`,
  bytes: "SELECT to_hex(X'CAFE00'), x'' = from_hex('00'), sha256(to_utf8(a)) FROM t",
  'numbers of every form': 'SELECT 1, 1.5, .5, 2., 1e3, 1.5E-3, -7, +7, 1 - -1, 10 % 3, 2 * 3 / 4',
  comparisons: 'SELECT * FROM t WHERE a = 1 AND b <> 2 AND c != 3 AND d < 4 AND e <= 5 AND f > 6 AND g >= 7',
  'negations and brackets': 'SELECT * FROM t WHERE NOT (a = 1 OR (b = 2 AND NOT c)) AND (NOT d OR e)',
  membership: "SELECT * FROM t WHERE a IN (1, 2, 3) AND b NOT IN ('x') AND (c, d) IN ((1, 2), (3, 4))",
  'membership in a query':
    'SELECT * FROM t WHERE a IN (SELECT a FROM u WHERE u.b = t.b) AND c NOT IN (SELECT c FROM v)',
  existence: 'SELECT * FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.id = t.id) AND NOT EXISTS (SELECT 1 FROM v)',
  'comparison with all of a query':
    'SELECT * FROM t WHERE a >= ALL (SELECT b FROM u) OR a = ANY (SELECT c FROM v) OR a < SOME (VALUES 1)',
  'a scalar query':
    'SELECT a, (SELECT max(b) FROM u WHERE u.id = t.id) AS highest FROM t WHERE c > (SELECT avg(c) FROM t)',
  'an aggregate of a scalar query': 'SELECT max((SELECT 1))',
  'ranges and patterns':
    "SELECT * FROM t WHERE a BETWEEN 1 AND 2 AND b NOT BETWEEN 'a' AND 'b' AND c LIKE 'x#_%' ESCAPE '#' AND d NOT LIKE '%y'",
  cases: "SELECT CASE a WHEN 1 THEN 'x' ELSE 'y' END, CASE WHEN b > 1 THEN CASE WHEN c THEN 1 ELSE 2 END END FROM t",
  casts:
    'SELECT CAST(a AS varchar(10)), TRY_CAST(b AS decimal(38, 2)), CAST(c AS timestamp(3) with time zone), CAST(d AS double precision) FROM t',
  'casts to nested types':
    'SELECT CAST(a AS row(x integer, y varchar)), CAST(b AS array(map(varchar, bigint))), CAST(c AS map(varchar, array(row(z double)))), CAST(d AS array<int>) FROM t',
  'typed literals':
    "SELECT DATE '2026-03-01', TIMESTAMP '2026-03-01 10:00:00 UTC', TIME '10:00', DECIMAL '1.50', JSON '{}', DOUBLE PRECISION '1.5', DATE'2026-03-01'",
  intervals: "SELECT now() - INTERVAL '1' DAY, current_date + INTERVAL -'2' MONTH, INTERVAL '3-4' YEAR TO MONTH",
  'times of now': 'SELECT current_date, current_time, current_timestamp(3), localtime, localtimestamp, now()',
  'time zones':
    "SELECT a AT TIME ZONE 'Europe/Lisbon', at_timezone(b, 'UTC'), with_timezone(c, 'America/Sao_Paulo') FROM t",
  'parts of a time':
    "SELECT extract(YEAR FROM a), year(a), month(a), day_of_week(a), extract(DOW FROM a), date_diff('hour', a, b) FROM t",
  'functions on text':
    "SELECT lower(trim(a)), replace(b, 'x', 'y'), substr(c, 1, 3), substring(d FROM 2 FOR 3), position('x' IN e), split_part(f, '/', 2), concat(g, h), i || '-' || j FROM t",
  'trimming of every form':
    "SELECT trim(a), trim(BOTH ' ' FROM b), trim(LEADING FROM c), trim(TRAILING 'x' FROM d), normalize(e, NFC) FROM t",
  'functions on numbers':
    'SELECT truncate(a), truncate(b, 2), round(c, 1), greatest(d, e), mod(f, 2), ceil(g), width_bucket(h, 0, 10, 5) FROM t',
  choices: "SELECT if(a > 1, 'x', 'y'), coalesce(b, c, 0), nullif(d, ''), try(e / f), typeof(g) FROM t",
  aggregates:
    'SELECT count(*), count(DISTINCT a), sum(b), avg(c), max_by(d, e), min_by(f, g, 3), bool_or(h), approx_distinct(i), stddev(j), checksum(k) FROM t',
  'aggregates with a filter and an order':
    "SELECT count(*) FILTER (WHERE a > 1), array_agg(b ORDER BY c DESC NULLS LAST), listagg(d, ', ') WITHIN GROUP (ORDER BY d), map_agg(e, f) FROM t",
  'a long list cut short':
    "SELECT listagg(a, ',' ON OVERFLOW TRUNCATE '...' WITH COUNT) WITHIN GROUP (ORDER BY a) FROM t",
  'a long list that fails': "SELECT listagg(a, ',' ON OVERFLOW ERROR) WITHIN GROUP (ORDER BY a) FROM t GROUP BY b",
  windows:
    'SELECT rank() OVER (PARTITION BY a ORDER BY b DESC), sum(c) OVER (ORDER BY d ROWS BETWEEN 6 PRECEDING AND CURRENT ROW), lag(e, 1, 0) OVER (ORDER BY f) FROM t',
  'named windows':
    'SELECT first_value(a) OVER w, last_value(b) IGNORE NULLS OVER (w ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) FROM t WINDOW w AS (PARTITION BY c ORDER BY d)',
  'frames by value and by group':
    "SELECT avg(a) OVER (ORDER BY b RANGE BETWEEN INTERVAL '1' HOUR PRECEDING AND INTERVAL '1' HOUR FOLLOWING), count(*) OVER (ORDER BY c GROUPS 2 PRECEDING) FROM t",
  'grouping in every form': 'SELECT a, b, c, grouping(a, b) FROM t GROUP BY GROUPING SETS ((a, b), (c), ())',
  'a cube': 'SELECT a, b, sum(c) FROM t GROUP BY CUBE (a, b)',
  'a rollup': 'SELECT a, b, sum(c) FROM t GROUP BY ROLLUP (a, b) HAVING sum(c) > 1',
  'grouping by an expression':
    "SELECT date_format(a, '%Y-%m'), count(*) FROM t GROUP BY date_format(a, '%Y-%m') ORDER BY 2 DESC",
  'joins of every form':
    'SELECT * FROM a JOIN b ON a.id = b.id LEFT JOIN c ON c.id = b.id AND c.kind = 1 RIGHT OUTER JOIN d USING (id) FULL JOIN e ON lower(e.x) = lower(d.x) CROSS JOIN f NATURAL JOIN g',
  'a join in brackets':
    'SELECT * FROM (a JOIN b ON a.id = b.id) JOIN (c LEFT JOIN d ON c.id = d.id) ON a.id = c.id OR (b.x > c.y AND d.z < 3)',
  'a join by comma': 'SELECT t.*, u.a FROM t, u AS u, (SELECT 1 AS b) w WHERE t.id = u.id',
  arrays:
    'SELECT ARRAY[1, 2, 3][1], a[1], cardinality(b), element_at(c, -1), contains(d, 5), slice(e, 1, 2), ARRAY[] FROM t',
  'maps and rows':
    "SELECT map(ARRAY['a'], ARRAY[1]), m['key'], map_keys(m), ROW(1, 'x'), (1, 2), r.x.y, CAST(ROW(1) AS row(n integer)).n FROM t",
  unnesting: 'SELECT t.id, e, k, v FROM t CROSS JOIN UNNEST(t.list) AS a (e) CROSS JOIN UNNEST(t.dict) AS b (k, v)',
  'unnesting with positions': 'SELECT x, n FROM t LEFT JOIN UNNEST(a, b) WITH ORDINALITY AS u (x, y, n) ON true',
  'unnesting a sequence':
    "SELECT d FROM UNNEST(sequence(DATE '2026-03-01', DATE '2026-03-31', INTERVAL '1' DAY)) AS s (d)",
  lambdas:
    "SELECT transform(a, x -> x + 1), filter(b, x -> x IS NOT NULL AND x > 3), reduce(c, 0, (s, x) -> s + x, s -> s), any_match(d, e -> e LIKE 'a%') FROM t",
  'a lambda of two and one within another':
    'SELECT zip_with(a, b, (x, y) -> (x, y)), map_filter(m, (k, v) -> v > 10), transform(c, x -> transform(x, y -> y * 2)) FROM t',
  lateral: 'SELECT * FROM t CROSS JOIN LATERAL (SELECT max(b) AS m FROM u WHERE u.id = t.id) AS l',
  'a sample': 'SELECT * FROM t TABLESAMPLE BERNOULLI (10) WHERE a = 1',
  'a sample of files': 'SELECT count(*) FROM t TABLESAMPLE SYSTEM (1.5)',
  'time travel by time':
    "SELECT * FROM lake.orders FOR TIMESTAMP AS OF TIMESTAMP '2026-03-01 00:00:00 UTC' WHERE id = 5",
  'time travel by an expression':
    "SELECT * FROM lake.orders FOR TIMESTAMP AS OF (current_timestamp - INTERVAL '1' DAY) AS o JOIN lake.items i ON i.order_id = o.id",
  'time travel by version': 'SELECT * FROM lake.orders FOR VERSION AS OF 949530903748831860',
  'what changed between two versions': `
    SELECT * FROM lake.orders FOR VERSION AS OF 2
    EXCEPT
    SELECT * FROM lake.orders FOR VERSION AS OF 1`,
  'snapshots of a table':
    'SELECT committed_at, snapshot_id, operation FROM "lake"."orders$snapshots" ORDER BY committed_at DESC',
  'files and history of a table':
    'SELECT f.file_path, h.made_current_at FROM "orders$files" f CROSS JOIN "orders$history" h',
  'a nested catalog': 'SELECT * FROM "s3tablescatalog/analytics".sales.orders LIMIT 5',
  'a registered source': 'SELECT * FROM "my-dynamo"."default"."customers" WHERE id = 7',
  'JSON built and read': `
    SELECT json_object('a' VALUE 1, KEY 'b' VALUE c ABSENT ON NULL), json_array(1, 2 NULL ON NULL),
           json_format(CAST(map(ARRAY['x'], ARRAY[1]) AS json)), json_parse('{"a":[1]}'), json_object('k' : 1)
    FROM t`,
  'JSON with every behaviour': `
    SELECT json_value(j, 'strict $.a' PASSING b AS "x" RETURNING varchar NULL ON EMPTY ERROR ON ERROR),
           json_query(j, 'lax $.c' WITHOUT ARRAY WRAPPER KEEP QUOTES EMPTY ARRAY ON EMPTY),
           json_exists(j, 'lax $.d' UNKNOWN ON ERROR)
    FROM t`,
  URLs: "SELECT url_extract_host(u), url_extract_parameter(u, 'id'), url_decode(url_extract_path(u)) FROM t",
  places:
    'SELECT great_circle_distance(lat, lon, 38.7, -9.1), st_contains(st_polygon(area), st_point(lon, lat)) FROM t',
  sketches:
    'SELECT cardinality(merge(sketch)), cardinality(approx_set(a)), value_at_quantile(tdigest_agg(b), 0.99) FROM t',
  'order by position and by expression':
    "SELECT a, b FROM t ORDER BY 1 DESC NULLS FIRST, lower(b) ASC, CASE WHEN a = 'x' THEN 0 ELSE 1 END OFFSET 10 LIMIT ALL",
  'a name for every column': 'SELECT t.a AS "First name", b second, (c).d AS third FROM s.t AS t (a, b, c)',
  'all columns of a row': 'SELECT (r).*, t.* FROM t',
  'queries within queries, five deep':
    'SELECT * FROM (SELECT * FROM (SELECT * FROM (SELECT * FROM (SELECT 1 AS a) q) r) s) t',
  'a quoted function': 'SELECT "count"(*), "date"(a) FROM t',
  'reversed order of words': 'SELECT a FROM t ORDER BY count(*) OVER () DESC FETCH FIRST ROW ONLY',
  'with ties': 'SELECT a FROM t ORDER BY a FETCH FIRST 3 ROWS WITH TIES',
  'a table without FROM words': 'SELECT true, false, NULL, NULL IS NULL, 1 IS NOT DISTINCT FROM NULL',
};

export const acceptedLanguage: readonly GoodStatement[] = Object.entries(sql).map(([title, text]) => ({
  title,
  dialect: 'athena',
  sql: text,
}));
