import { describe, expect, test } from 'vitest';
import type { Page } from './paging.ts';
import { readKept, readWhole } from './cached-page.ts';

/** A vendor with these entries, whose token is the place it goes on at. */
function vendorOf(entries: readonly string[]) {
  const asked: (string | undefined)[] = [];
  const read = (token: string | undefined, size: number): Promise<Page<string>> => {
    asked.push(token);
    const from = Number(token ?? 0);
    const hasMore = from + size < entries.length;
    return Promise.resolve({
      items: entries.slice(from, from + size),
      next: hasMore ? String(from + size) : undefined,
    });
  };
  return { asked, read };
}

type Reader = (after: string | undefined) => Promise<Page<string>>;

async function walk(read: Reader): Promise<(readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  let after: string | undefined;
  do {
    const page = await read(after);
    pages.push(page.items);
    after = page.next;
  } while (after !== undefined && pages.length < 50);
  return pages;
}

const letters = 'a b c d e f g h i j k l m'.split(' ');

describe('pages of ours from pages of the vendor', () => {
  test.each([1, 2, 3, 4, 5, 7, 13, 20])('%i at a time: each entry once, in order, no page too long', async (limit) => {
    const { read } = vendorOf(letters);
    const pages = await walk((after) => readKept(after, { limit, size: Math.max(5, limit), read }));
    expect(pages.flat()).toEqual(letters);
    expect(Math.max(...pages.map((page) => page.length))).toBe(Math.min(limit, letters.length));
  });

  test.each([1, 2, 3, 10])('%i at a time of those selected, over as many pages as are allowed', async (limit) => {
    const { read } = vendorOf(letters);
    const keep = (letter: string): boolean => 'aeim'.includes(letter);
    const pages = await walk((after) => readKept(after, { limit, size: 3, pages: 2, keep, read }));
    expect(pages.flat()).toEqual(['a', 'e', 'i', 'm']);
  });

  test('reads no more than it may, and says where to go on', async () => {
    const { asked, read } = vendorOf(letters);
    const page = await readKept(undefined, { limit: 5, size: 3, pages: 2, keep: () => false, read });
    expect(page).toEqual({ items: [], next: '0:6' });
    expect(asked).toEqual([undefined, '3']);
  });

  test('a place that no page has is refused', async () => {
    const { read } = vendorOf(letters);
    await expect(readKept('elsewhere', { limit: 1, size: 5, read })).rejects.toMatchObject({
      kind: 'invalid_arguments',
      data: { field: 'cursor' },
    });
  });

  test('a token with a colon in it comes back whole', async () => {
    const tokens: (string | undefined)[] = [];
    const read = (token: string | undefined): Promise<Page<string>> => {
      tokens.push(token);
      return Promise.resolve(token === undefined ? { items: ['a'], next: 'x:1\n:y' } : { items: ['b'] });
    };
    const pages = await walk((after) => readKept(after, { limit: 1, size: 5, read }));
    expect(pages).toEqual([['a'], ['b']]);
    expect(tokens).toEqual([undefined, 'x:1\n:y']);
  });
});

describe('pages of what the vendor answers at once', () => {
  const read = (entries: readonly string[], limit: number) => (after: string | undefined) =>
    readWhole(
      after,
      limit,
      () => Promise.resolve(entries),
      (entry) => entry,
    );

  test.each([1, 2, 5, 13, 20])('%i at a time: each entry once, sorted', async (limit) => {
    const pages = await walk(read(letters.toReversed(), limit));
    expect(pages.flat()).toEqual(letters);
    expect(Math.max(...pages.map((page) => page.length))).toBe(Math.min(limit, letters.length));
  });

  test('what went away meanwhile skips nothing', async () => {
    const first = await read(letters, 3)(undefined);
    const second = await read(letters.slice(2), 3)(first.next);
    expect([...first.items, ...second.items]).toEqual(letters.slice(0, 6));
  });
});
