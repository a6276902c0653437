/** The read calls of Tempo. Times are whole seconds there. */
import type { ResolvedWindow } from '../../../catalog/window.ts';
import { operations } from '../declarations.ts';
import type { GrafanaContext } from '../client.ts';
import { openBackend, placeOf } from '../open-backend.ts';
import { attempt } from '../completeness.ts';
import { type ResourceSpans, SearchAnswer, Trace, TraceAnswer } from './schema.ts';
import type { z } from 'zod';

/** Spans of one trace that a search tells at most. */
export const spansPerTrace = 20;

export interface TraceRead {
  readonly resources: readonly ResourceSpans[];
  /** What the answer does not hold, in sentences. */
  readonly missing: readonly string[];
}

export interface TracesClient {
  /** The setting to look at where nothing at all is found. */
  readonly place: string;
  search(text: string, window: ResolvedWindow, limit: number): Promise<z.infer<typeof SearchAnswer>>;
  /** No resources when the trace is not there. */
  read(traceId: string, window: ResolvedWindow | undefined): Promise<TraceRead>;
}

export function openTraces(context: GrafanaContext): TracesClient {
  const { get } = openBackend(context, 'traces');
  return {
    place: placeOf(context, 'traces'),
    search: (text, window, limit) =>
      get(SearchAnswer, '/api/search', {
        q: text,
        ...fieldsOf(window),
        limit: String(limit),
        spss: String(spansPerTrace),
      }),
    async read(traceId, window) {
      const query = window === undefined ? {} : fieldsOf(window);
      const current = await attempt(() => get(TraceAnswer, `/api/v2/traces/${traceId}`, query));
      if ('answer' in current) {
        const { trace, status, message } = current.answer;
        return { resources: resourcesOf(trace ?? {}), missing: partial(status, message) };
      }
      // A Tempo before 2.7 has only the first version of this path, and answers 404 to the second.
      if (current.fault.kind !== 'wrong_endpoint' && current.fault.kind !== 'not_found_or_hidden') throw current.fault;
      return { resources: resourcesOf(await get(Trace, `/api/traces/${traceId}`, query)), missing: [] };
    },
  };
}

function resourcesOf({ resourceSpans, batches }: z.infer<typeof Trace>): readonly ResourceSpans[] {
  return resourceSpans ?? batches ?? [];
}

function partial(status: string | number | undefined, message = ''): string[] {
  if (status !== 'PARTIAL' && status !== 1) return [];
  return [`The trace is larger than Tempo returns, so spans are missing. ${message.slice(0, 200)}`.trim()];
}

/**
 * Widened to whole seconds, so that nothing at the edges is lost. The widest window stays as it is, less than a
 * second later: Tempo refuses more than 168 hours (its `max_duration` when it is not set up otherwise).
 */
function fieldsOf({ fromMs, toMs }: ResolvedWindow): { start: string; end: string } {
  const end = Math.ceil(toMs / 1000);
  const start = Math.max(Math.floor(fromMs / 1000), end - operations['traces.search'].windowSec);
  return { start: String(start), end: String(end) };
}
