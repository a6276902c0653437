/**
 * The vendor has two lists of metrics. The second version has pages and types and looks back 30 days at
 * most; the first looks back as far as one likes and tells every name at once, and nothing else.
 */
import type { DataOf } from '../../../../catalog/index.ts';
import type { ResolvedWindow } from '../../../../catalog/window.ts';
import type { DatadogOperations } from '../../datadog-operations.ts';
import { Fault } from '../../../../src/core/fault.ts';
import { type Datadog, openDatadog } from '../../client.ts';
import { type At, type Page, readList } from '../../paging.ts';
import { present, textOf } from '../../wording.ts';
import { MetricsAnswer, NamesAnswer } from '../schema.ts';

type Metric = DataOf<'metrics.list'>['metrics'][number];

const daySec = 86_400;
const longestLookbackSec = 30 * daySec;
/** Without a window: metrics that are sent once a day are there too. */
const usualLookbackSec = daySec;
/** A page of names is small; a prefix has to be looked for in all of them. */
const longestPage = 10_000;
/** Clocks differ and a call may wait for its turn: a window that ends about now ends now, and one of about 30 days has 30. */
const toleranceMs = 60_000;

export const listOperations = {
  'metrics.list': {
    guard({ match }) {
      if (match === undefined) return;
      throw new Fault(
        'invalid_arguments',
        { field: 'match' },
        'Leave it out: this source selects by tags, with tagFilter.',
      );
    },
    async run(args, context) {
      const { prefix, tagFilter, limit } = args;
      const datadog = openDatadog(context);
      const { nowMs } = context;
      const size = prefix === undefined ? limit : longestPage;
      const { rows, outcome } = await readList({
        operation: 'metrics.list',
        args,
        window: context.window,
        read: (at) => {
          const fromMs = at.window?.fromMs ?? nowMs - usualLookbackSec * 1000;
          const lookbackSec = Math.max(1, Math.ceil((nowMs - fromMs) / 1000));
          // A list that was begun in pages goes on in them, although now has moved on.
          const hasPages = at.mark !== undefined || lookbackSec <= longestLookbackSec + toleranceMs / 1000;
          if (!hasPages) return readNames(datadog, { fromMs, tagFilter });
          return readMetrics(datadog, { lookbackSec: Math.min(lookbackSec, longestLookbackSec), tagFilter, size }, at);
        },
        keep: ({ name }) => prefix === undefined || name.startsWith(prefix),
        empty: `The read was allowed, and no metric ${prefix === undefined && tagFilter === undefined ? 'was sent since then' : 'that was sent since then matches'}.`,
      });
      const isPast = context.window !== undefined && endsBeforeNow(context.window, nowMs);
      if (!isPast) return { data: { metrics: [...rows] }, ...outcome };
      const until =
        'Datadog lists metrics from a start time on, without an end time: some may have been sent only after the window.';
      const because = outcome.because === undefined ? until : `${outcome.because} ${until}`;
      return { data: { metrics: [...rows] }, ...outcome, complete: false, because };
    },
  },
} satisfies DatadogOperations<'metrics.list'>;

/** Lists that look back from now cannot keep to such a window. */
export function endsBeforeNow({ toMs }: ResolvedWindow, nowMs: number): boolean {
  return toMs < nowMs - toleranceMs;
}

interface Since {
  readonly lookbackSec: number;
  readonly tagFilter: string | undefined;
  readonly size: number;
}

async function readMetrics(datadog: Datadog, { lookbackSec, tagFilter, size }: Since, at: At): Promise<Page<Metric>> {
  const { data, meta } = await datadog.get(MetricsAnswer, '/api/v2/metrics', {
    'window[seconds]': String(lookbackSec),
    'filter[tags]': tagFilter,
    'page[size]': String(size),
    'page[cursor]': at.mark,
  });
  const rows = (data ?? []).map(({ id, attributes }) => ({
    name: id,
    ...present({ type: textOf(attributes?.metric_type), labels: attributes?.tags ?? undefined }),
  }));
  return { rows, next: textOf(meta?.pagination?.next_cursor) };
}

/** One page holds them all, sorted, so that a place in it stays the same. */
async function readNames(
  datadog: Datadog,
  { fromMs, tagFilter }: { readonly fromMs: number; readonly tagFilter: string | undefined },
): Promise<Page<Metric>> {
  const { metrics } = await datadog.get(NamesAnswer, '/api/v1/metrics', {
    from: String(Math.floor(fromMs / 1000)),
    tag_filter: tagFilter,
  });
  return { rows: (metrics ?? []).toSorted().map((name) => ({ name })), next: undefined };
}
