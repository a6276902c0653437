import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { omitsEmpty } from '../connector/omits-empty.ts';
import { matchAnswer } from './parse-answer.ts';
import { explainUnread, receivedIn, rowsOf, sliceRows, type UnreadRow, withoutInvalid } from './rows.ts';

const Part = z.object({ size: z.number() });
const Row = z.object({ id: z.string(), note: z.string().optional(), parts: rowsOf(Part).optional() });
const Shape = z.object({ total: z.int().optional(), rows: rowsOf(Row) });

function read<S extends z.ZodType>(schema: S, value: unknown): { data: z.infer<S>; unread: UnreadRow[] } {
  const unread: UnreadRow[] = [];
  return { data: matchAnswer(schema, value, (rows) => void unread.push(...rows)), unread };
}

const a = { id: 'a' };
const c = { id: 'c' };

describe('a row that cannot be read', () => {
  test.each([
    ['a value of another type', { id: 404 }, 'id'],
    ['a missing value', { note: 'x' }, 'id'],
    ['a value inside', { id: 'b', parts: 'many' }, 'parts'],
    ['another thing than a row', 'b', ''],
    ['nothing', null, ''],
  ])('is left out and named, and keeps the others: %s', (_what, row, field) => {
    const { data, unread } = read(Shape, { rows: [a, row, c] });
    expect(data.rows).toEqual([a, c]);
    expect(unread).toEqual([{ list: 'rows', at: 1, field }]);
    expect(receivedIn(data.rows)).toBe(3);
  });

  test('inside a row costs that one alone', () => {
    const rows = [{ id: 'a', parts: [{ size: 1 }, { size: 'x' }] }, { id: 7 }, c];
    const { data, unread } = read(Shape, { rows });
    expect(data.rows).toEqual([{ id: 'a', parts: [{ size: 1 }] }, c]);
    expect(unread).toEqual([
      { list: 'rows.0.parts', at: 1, field: 'size' },
      { list: 'rows', at: 1, field: 'id' },
    ]);
  });

  test('is found behind a union and in an answer that omits empty lists', () => {
    const either = z.union([z.object({ message: z.string() }), Shape]);
    expect(read(either, { rows: [a, { id: 1 }] }).data).toEqual({ rows: [a] });
    expect(read(omitsEmpty(Shape, ['rows']), { rows: [a, { id: 1 }] }).data).toEqual({ rows: [a] });
  });

  test('leaves the places of the others as they were', () => {
    const { rows } = read(Shape, { rows: [{ id: 1 }, a, { id: 2 }, c] }).data;
    expect([sliceRows(rows, 0, 2), sliceRows(rows, 2, 4), sliceRows(rows, 1, 3)]).toEqual([[a], [c], [a]]);
  });

  test('is a changed answer when there is no other, or nobody notes it', () => {
    const changed = expect.objectContaining({ kind: 'upstream_changed', data: { path: '$.rows.0.id' } }) as Error;
    expect(() => read(Shape, { rows: [{ id: 1 }, { id: 2 }] })).toThrow(changed);
    expect(() => matchAnswer(Shape, { rows: [{ id: 1 }, c] })).toThrow(changed);
  });

  test('does not excuse what frames the rows', () => {
    expect(() => read(Shape, { total: 'x', rows: [a, { id: 1 }] })).toThrow(
      expect.objectContaining({ kind: 'upstream_changed', data: { path: '$.total' } }) as Error,
    );
  });
});

test('null is what another vendor leaves out, wherever it may be left out', () => {
  const value = { total: null, rows: [{ id: 'a', note: null, parts: null }, c] };
  expect(read(Shape, value)).toEqual({ data: { rows: [a, c] }, unread: [] });
  expect(matchAnswer(Shape, value)).toEqual({ rows: [a, c] });
  expect(() => matchAnswer(Shape, { rows: null })).toThrow(/upstream_changed/u);
});

test('what no catalog allows is left out of its list, and of no other', () => {
  const Result = z.strictObject({ columns: z.array(z.string()), rows: z.array(z.strictObject({ n: z.int() })) });
  const cut = (value: object) => withoutInvalid(value, Result.safeParse(value).error?.issues ?? []);
  expect(cut({ columns: ['n'], rows: [{ n: 1 }, { n: 0.5 }, { n: 2, more: 1 }, { n: 3 }] })).toEqual({
    value: { columns: ['n'], rows: [{ n: 1 }, { n: 3 }] },
    unread: [
      { list: 'rows', at: 1, field: 'n' },
      { list: 'rows', at: 2, field: '' },
    ],
  });
  expect(cut({ columns: [7], rows: [] })).toBeUndefined();
  expect(cut({ columns: ['n'], rows: [{ n: 0.5 }] })).toBeUndefined();
  expect(cut({ columns: 'n', rows: [] })).toBeUndefined();
});

test.each([
  [[{ list: 'rows', at: 0, field: 'id' }], '1 row could not be read and is left out: row 1 of rows (id).'],
  [[{ list: '', at: 2, field: '' }], '1 row could not be read and is left out: row 3 of the list.'],
  [
    [0, 1, 2, 3, 4].map((at) => ({ list: 'rows', at, field: 'id' })),
    '5 rows could not be read and are left out: row 1 of rows (id), row 2 of rows (id), row 3 of rows (id) and 2 more.',
  ],
])('%j is explained', (unread, words) => {
  expect(explainUnread(unread)).toBe(words);
});
