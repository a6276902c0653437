/** What searches of logs, spans and front-end events have in common. */
import type { ResolvedWindow } from '../../../catalog/window.ts';
import type { Clock } from '../../../src/core/clock.ts';
import type { At } from '../paging.ts';
import type { Links, Meta } from './schema.ts';

export interface EventSearch {
  readonly text: string;
  readonly order: 'newest_first' | 'oldest_first';
  readonly limit: number;
  readonly indexes?: readonly string[] | undefined;
}

/** The body of a search; spans have it inside an envelope. */
export function bodyOf({ text, order, limit, indexes }: EventSearch, { mark, window }: At): Record<string, unknown> {
  return {
    filter: { ...rangeOf(window), query: text, ...(indexes !== undefined && { indexes }) },
    sort: order === 'newest_first' ? '-timestamp' : 'timestamp',
    page: { limit, ...(mark !== undefined && { cursor: mark }) },
  };
}

/** Times as text in UTC, so that no setting of the organization can move them. */
export function rangeOf(window: ResolvedWindow | undefined): { from?: string; to?: string } {
  if (window === undefined) return {};
  return { from: new Date(window.fromMs).toISOString(), to: new Date(window.toMs).toISOString() };
}

const hourMs = 3_600_000;

/** The body of a search for any one event of the last hours. */
export function bodyOfOne(hours: number, clock: Clock): Record<string, unknown> {
  const toMs = clock.now();
  return { filter: { ...rangeOf({ fromMs: toMs - hours * hourMs, toMs }), query: '*' }, page: { limit: 1 } };
}

/** The mark of the next page, which the vendor writes beside the answer or into its link to that page. */
export function nextOf(meta: Meta, links: Links): string | undefined {
  const link = links?.next == null ? undefined : URL.parse(links.next);
  return meta?.page?.after ?? link?.searchParams.get('page[cursor]') ?? undefined;
}

/** What the vendor says of its own answer: it may give what it found until it stopped. */
export function notesOf(meta: Meta): string[] {
  const notes = (meta?.warnings ?? []).flatMap(({ title, detail }) => {
    const said = [title, detail].filter((one) => one != null && one !== '').join(': ');
    return said === '' ? [] : [`Datadog warns: ${said.replaceAll(/\p{C}+/gu, ' ').slice(0, 300)}.`];
  });
  if (meta?.status !== 'timeout') return notes;
  return [...notes, 'Datadog stopped before the search was done; narrow the window or the query.'];
}
