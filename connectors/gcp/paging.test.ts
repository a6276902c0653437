import { expect, test } from 'vitest';
import { type ListRead, type Page, readList } from './paging.ts';

const empty = 'The read was allowed: acme has no rows.';

/** Two places of two pages each, three rows a page. */
const pages: Readonly<Record<string, Page<string>>> = {
  a: { rows: ['a1', 'a2', 'a3'], nextPageToken: 'more' },
  'a more': { rows: ['a4', 'a5', 'a6'] },
  b: { rows: ['b1', 'b2', 'b3'], nextPageToken: 'more', notes: ['b-west did not answer.'] },
  'b more': { rows: ['b4'], nextPageToken: '' },
};

function read(limit: number, cursor?: string, keep?: (row: string) => boolean): Promise<ListRead<string>> {
  return readList({
    operation: 'test.list',
    args: { limit, cursor },
    places: ['a', 'b'],
    read: ({ place, pageToken }) =>
      Promise.resolve(pages[pageToken === undefined ? place : `${place} ${pageToken}`] ?? { rows: [] }),
    ...(keep !== undefined && { keep }),
    empty,
  });
}

async function readAll(limit: number, keep?: (row: string) => boolean): Promise<string[]> {
  const rows: string[] = [];
  let cursor: string | undefined;
  for (let answers = 0; answers < 20; answers += 1) {
    const list = await read(limit, cursor, keep);
    rows.push(...list.rows);
    expect(list.truncated).toBe(list.nextCursor !== undefined);
    if (list.nextCursor === undefined) return rows;
    cursor = list.nextCursor;
  }
  throw new Error('the list has no end');
}

const everything = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'b2', 'b3', 'b4'];

test.each([1, 2, 3, 4, 5, 7, 10, 100])('%i at a time, every row comes once and in order', async (limit) => {
  expect(await readAll(limit)).toEqual(everything);
});

test('what does not match is left out, wherever a page ends', async () => {
  expect(await readAll(2, (row) => /[246]$/u.test(row))).toEqual(['a2', 'a4', 'a6', 'b2', 'b4']);
});

test('a place that did not answer makes the list incomplete, and is named once', async () => {
  expect(await read(100)).toMatchObject({ complete: false, because: 'b-west did not answer.', truncated: false });
});

test('an empty list says that it was allowed to see', async () => {
  const list = await readList({
    operation: 'test.list',
    args: { limit: 5 },
    read: () => Promise.resolve({ rows: [] }),
    empty,
  });
  expect(list).toEqual({ rows: [], complete: true, because: empty, truncated: false });
});

test('a part without a match is no empty list', async () => {
  const list = await readList({
    operation: 'test.list',
    args: { limit: 5 },
    read: () => Promise.resolve({ rows: ['x'], nextPageToken: 'more' }),
    keep: () => false,
    maxPages: 2,
    empty,
  });
  expect(list).toMatchObject({
    rows: [],
    truncated: true,
    because: expect.stringContaining('the cursor reads on') as string,
  });
});

test('a cursor goes on with the window of its first answer', async () => {
  const seen: unknown[] = [];
  const ask = (window: { fromMs: number; toMs: number }, cursor?: string): Promise<ListRead<string>> =>
    readList({
      operation: 'test.list',
      args: { limit: 1, cursor },
      window,
      read: (at) => {
        seen.push(at.window);
        return Promise.resolve({ rows: ['x'], nextPageToken: 'more' });
      },
      empty,
    });
  const { nextCursor } = await ask({ fromMs: 1, toMs: 2 });
  await ask({ fromMs: 11, toMs: 12 }, nextCursor);
  expect(seen).toEqual([
    { fromMs: 1, toMs: 2 },
    { fromMs: 1, toMs: 2 },
  ]);
});

test('a cursor of another list is refused', async () => {
  const { nextCursor } = await read(1);
  await expect(
    readList({
      operation: 'other.list',
      args: { limit: 1, cursor: nextCursor },
      read: () => Promise.resolve({ rows: [] }),
      empty,
    }),
  ).rejects.toMatchObject({ kind: 'invalid_arguments', data: { field: 'cursor' } });
});

test('a place that is too long for a cursor is told instead of cut', async () => {
  const list = await readList({
    operation: 'test.list',
    args: { limit: 1 },
    read: () => Promise.resolve({ rows: ['x'], nextPageToken: 'y'.repeat(4000) }),
    empty,
  });
  expect(list).toMatchObject({
    complete: false,
    truncated: true,
    because: expect.stringContaining('too long') as string,
  });
  expect(list.nextCursor).toBeUndefined();
});
