import type { DataOf } from '../../../../catalog/index.ts';
import type { DatadogOperations } from '../../datadog-operations.ts';
import { openDatadog } from '../../client.ts';
import { endsBeforeNow } from './list.ts';
import { TagsAnswer } from '../schema.ts';

type Tag = DataOf<'metrics.listTags'>['tags'][number];

/** The vendor looks back four hours at least. */
const shortestLookbackSec = 14_400;
/** Pairs of key and value read for one answer. */
const mostPairs = 50_000;

export const tagsOperations = {
  'metrics.listTags': {
    async run({ metric, limit }, { window, ...context }) {
      const lookbackSec =
        window === undefined
          ? shortestLookbackSec
          : Math.max(shortestLookbackSec, Math.ceil((context.clock.now() - window.fromMs) / 1000));
      const path = `/api/v2/metrics/${encodeURIComponent(metric)}/all-tags`;
      const { data } = await openDatadog(context).get(TagsAnswer, path, {
        'window[seconds]': String(lookbackSec),
        'page[limit]': String(mostPairs),
      });
      const { tags, ingested_tags: unkept } = data?.attributes ?? {};
      const all = [...gather(tags ?? [], true, limit), ...gather(unkept ?? [], false, limit)];
      const isCut = (tags ?? []).length + (unkept ?? []).length >= mostPairs;
      const isPast = window !== undefined && endsBeforeNow(window, context.clock.now());
      const since = `${Math.round(lookbackSec / 3600)} hours`;
      const notes = [
        ...(isCut ? [`The metric has more than ${mostPairs} pairs of tag and value; the rest is not returned.`] : []),
        ...(all.length === 0
          ? [`The read was allowed: the metric was sent without tags, or not at all, in the last ${since}.`]
          : []),
        ...(isPast
          ? [
              'Datadog lists tags from a start time on, without an end time: some may have been sent only after the window.',
            ]
          : []),
      ];
      return {
        data: { tags: all },
        complete: !isCut && !isPast,
        ...(notes.length > 0 && { because: notes.join(' ') }),
        truncated: isCut || all.some(({ hasMore }) => hasMore),
      };
    },
  },
} satisfies DatadogOperations<'metrics.listTags'>;

function gather(pairs: readonly string[], isQueryable: boolean, limit: number): Tag[] {
  const values = new Map<string, Set<string>>();
  for (const pair of pairs) {
    const at = pair.indexOf(':');
    const key = at === -1 ? pair : pair.slice(0, at);
    const known = values.get(key) ?? new Set<string>();
    values.set(key, at === -1 ? known : known.add(pair.slice(at + 1)));
  }
  return [...values]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, all]) => ({
      key,
      values: [...all].toSorted().slice(0, limit),
      isQueryable,
      hasMore: all.size > limit,
    }));
}
