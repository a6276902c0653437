/** Search for traces, and one trace whole. */
import type { DataOf } from '../../../catalog/index.ts';
import { Fault } from '../../../src/core/fault.ts';
import type { GrafanaHandlers } from '../client.ts';
import { completeness, explainEmpty } from '../completeness.ts';
import { guardLength } from '../query-bounds.ts';
import { timeOfNanos } from '../times.ts';
import { openTraces } from './client.ts';
import type { FoundTrace } from './schema.ts';
import { secondsBetween, spansOf, tellFound } from './spans.ts';
import { requireWindow } from '../../../src/connector/window.ts';

export const traceOperations: GrafanaHandlers<'traces.search' | 'traces.get'> = {
  'traces.search': {
    guard({ query }) {
      guardLength(query.text);
      if (/\|\s*(?:rate|\w+_over_time|compare|topk|bottomk)\s*\(/u.test(query.text)) {
        const remedy = 'Search for spans, such as { status = error }; this operation returns traces, not figures.';
        throw new Fault('invalid_arguments', { field: 'query.text' }, remedy);
      }
    },
    async run({ query, limit }, { window, ...context }) {
      const client = openTraces(context);
      const asked = requireWindow(window);
      const { traces, metrics } = await client.search(query.text, asked, limit);
      const found = traces ?? [];
      const isFull = found.length >= limit;
      const { completedJobs, totalJobs } = metrics ?? {};
      const isCutShort = !isFull && completedJobs !== undefined && totalJobs !== undefined && completedJobs < totalJobs;
      const missing = isCutShort ? [`Tempo searched ${completedJobs} of ${totalJobs} parts of the window.`] : [];
      return {
        data: { traces: found.slice(0, limit).map(tellTrace) },
        ...(found.length > 0 || isCutShort
          ? completeness(missing)
          : await explainEmpty(async () => ((await client.search('{}', asked, 1)).traces ?? []).length, {
              others: 'nothing matches; other traces exist in this window.',
              none: `no trace at all exists in this window: nothing is sent here, or ${client.place}.`,
            })),
        truncated: isFull,
        ...(isFull && {
          because:
            'Tempo ends a search at the limit with the traces it found first, which may not be the newest, and offers no further page: narrow the window or the query to find the others.',
        }),
      };
    },
  },

  'traces.get': {
    async run({ traceId, limit }, { window, ...context }) {
      const { resources, missing } = await openTraces(context).read(traceId, window);
      const all = spansOf(resources);
      const first = all[0];
      if (first === undefined) throw notThere(window !== undefined);
      let lastNanos = first.endNanos;
      for (const { endNanos } of all) if (endNanos > lastNanos) lastNanos = endNanos;
      const isCut = all.length > limit;
      return {
        data: {
          id: traceId.toLowerCase().padStart(32, '0'),
          startedAt: timeOfNanos(first.startNanos),
          durationSec: secondsBetween(first.startNanos, lastNanos),
          services: [...new Set(all.flatMap(({ span }) => span.service ?? []))].toSorted(),
          spanCount: all.length,
          spans: all.slice(0, limit).map(({ span }) => span),
        },
        ...completeness(missing),
        truncated: isCut,
      };
    },
  },
};

/** What Tempo writes in place of a root that has not arrived. */
const rootMissing = '<root span not yet received>';

function tellTrace(trace: FoundTrace): DataOf<'traces.search'>['traces'][number] {
  const sets = trace.spanSets ?? (trace.spanSet === null || trace.spanSet === undefined ? [] : [trace.spanSet]);
  const matched = sets.flatMap((set) => set.matched ?? []);
  const root = (text: string | undefined): string | undefined =>
    text === undefined || text === '' || text === rootMissing ? undefined : text;
  const rootService = root(trace.rootServiceName);
  const rootName = root(trace.rootTraceName);
  let matchedSpans = 0;
  for (const count of matched) matchedSpans += count;
  return {
    id: trace.traceID,
    ...(rootService !== undefined && { rootService }),
    ...(rootName !== undefined && { rootName }),
    ...(trace.startTimeUnixNano !== undefined && { startedAt: timeOfNanos(trace.startTimeUnixNano) }),
    ...(trace.durationMs !== undefined && { durationSec: trace.durationMs / 1000 }),
    ...(matched.length > 0 && { matchedSpans }),
    spans: sets.flatMap(({ spans }) => (spans ?? []).map(tellFound)),
  };
}

function notThere(hadWindow: boolean): Fault {
  const remedy = hadWindow
    ? 'Ask again without a window, which searches everywhere; or compare the trace id.'
    : 'Compare the trace id. A trace is stored only for its retention time, and not at all if it was not sampled.';
  return new Fault('not_found_or_hidden', { what: 'trace' }, remedy);
}
