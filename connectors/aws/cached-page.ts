/**
 * Pages of ours from pages of the vendor's: smaller than its smallest, or with only some of its entries
 * where it cannot filter. The place in between is the vendor's token and how much of its page was read.
 */
import { Fault } from '../../src/core/fault.ts';
import type { Page } from './paging.ts';

export interface CachedPage<Item> {
  /** Most entries to keep. */
  readonly limit: number;
  /** Entries of one page of the vendor's. The same for every page of a list, or places in it would be lost. */
  readonly size: number;
  /** Pages of the vendor's to read for one page of ours. */
  readonly pages?: number;
  readonly keep?: (item: Item) => boolean;
  readonly read: (token: string | undefined, size: number) => Promise<Page<Item>>;
}

interface Place {
  readonly token: string | undefined;
  /** Entries of that page that were read before. */
  readonly skip: number;
}

/** @throws whatever `read` throws. */
export async function readKept<Item>(after: string | undefined, page: CachedPage<Item>): Promise<Page<Item>> {
  const { limit, size, pages = 1, keep = () => true, read } = page;
  const kept: Item[] = [];
  let { token, skip } = parsePlace(after);
  for (let count = 1; ; count += 1) {
    const { items, next } = await read(token, size);
    for (const [at, item] of items.entries()) {
      if (at < skip || !keep(item)) continue;
      if (kept.length === limit) return { items: kept, next: renderPlace({ token, skip: at }) };
      kept.push(item);
    }
    if (next === undefined || next === '') return { items: kept };
    [token, skip] = [next, 0];
    if (kept.length === limit || count === pages) return { items: kept, next: renderPlace({ token, skip }) };
  }
}

/** For calls that answer with everything at once. Sorted by identifier, so that a page begins where the one before ended whatever came or went. */
export async function readWhole<Item>(
  after: string | undefined,
  limit: number,
  read: () => Promise<readonly Item[]>,
  idOf: (item: Item) => string,
): Promise<Page<Item>> {
  const entries = (await read()).map((item) => ({ id: idOf(item), item }));
  const left = entries.filter(({ id }) => after === undefined || id > after).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const page = left.slice(0, limit);
  return { items: page.map(({ item }) => item), next: left.length > limit ? page.at(-1)?.id : undefined };
}

function renderPlace({ token, skip }: Place): string {
  return `${skip}:${token ?? ''}`;
}

function parsePlace(after: string | undefined): Place {
  if (after === undefined) return { token: undefined, skip: 0 };
  const [, skip, token = ''] = /^(\d{1,6}):(.*)$/su.exec(after) ?? [];
  if (skip === undefined) {
    throw new Fault('invalid_arguments', { field: 'cursor' }, 'Omit the cursor to start the list again.');
  }
  return { token: token === '' ? undefined : token, skip: Number(skip) };
}
