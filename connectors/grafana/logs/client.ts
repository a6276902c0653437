/** The read calls of Loki. Times are nanoseconds; an end is excluded, as Loki has it. */
import type { ResolvedWindow } from '../../../catalog/window.ts';
import type { GrafanaContext } from '../client.ts';
import { openBackend, placeOf } from '../open-backend.ts';
import { nanosOf } from '../times.ts';
import { LogAnswer, NamesAnswer, StatsAnswer } from './schema.ts';

export interface NanoRange {
  readonly from: bigint;
  /** First nanosecond that is not read. */
  readonly before: bigint;
}

export interface LinesQuestion extends NanoRange {
  readonly text: string;
  readonly limit: number;
  readonly direction: 'forward' | 'backward';
}

export interface LogsClient {
  /** The setting to look at where nothing at all is found. */
  readonly place: string;
  readLines(question: LinesQuestion): Promise<LogAnswer>;
  /** Evaluated at the first instant, then every step up to and including the last. */
  countOver(text: string, window: ResolvedWindow, stepSec: number): Promise<LogAnswer>;
  countAt(text: string, atMs: number): Promise<LogAnswer>;
  /** Bytes behind one stream selector, by the index; what is not flushed yet is not in it. */
  estimateBytes(selector: string, range: NanoRange): Promise<number>;
  listLabelNames(window: ResolvedWindow | undefined): Promise<readonly string[]>;
  listLabelValues(label: string, window: ResolvedWindow | undefined): Promise<readonly string[]>;
}

export function openLogs(context: GrafanaContext): LogsClient {
  const { get } = openBackend(context, 'logs');
  const fieldsOf = (range: NanoRange) => ({ start: String(range.from), end: String(range.before) });
  const fieldsOfWindow = (window: ResolvedWindow | undefined) =>
    window === undefined ? {} : fieldsOf(rangeOf(window));
  return {
    place: placeOf(context, 'logs'),
    readLines: ({ text, limit, direction, ...range }) =>
      get(LogAnswer, '/loki/api/v1/query_range', { query: text, ...fieldsOf(range), limit: String(limit), direction }),
    countOver: (text, { fromMs, toMs }, stepSec) =>
      get(LogAnswer, '/loki/api/v1/query_range', {
        query: text,
        start: String(nanosOf(fromMs)),
        end: String(nanosOf(toMs)),
        step: String(stepSec),
      }),
    countAt: (text, atMs) => get(LogAnswer, '/loki/api/v1/query', { query: text, time: String(nanosOf(atMs)) }),
    estimateBytes: async (selector, range) =>
      (await get(StatsAnswer, '/loki/api/v1/index/stats', { query: selector, ...fieldsOf(range) })).bytes,
    listLabelNames: async (window) =>
      (await get(NamesAnswer, '/loki/api/v1/labels', fieldsOfWindow(window))).data ?? [],
    listLabelValues: async (label, window) =>
      (await get(NamesAnswer, `/loki/api/v1/label/${encodeURIComponent(label)}/values`, fieldsOfWindow(window))).data ??
      [],
  };
}

/** A window includes its end, which Loki excludes. */
export function rangeOf({ fromMs, toMs }: ResolvedWindow): NanoRange {
  return { from: nanosOf(fromMs), before: nanosOf(toMs) + 1n };
}
