/** From Loki's streams to lines in the order that was asked for. */
import type { DataOf } from '../../../catalog/index.ts';
import { timeOfNanos } from '../times.ts';
import type { Stream } from './schema.ts';

export interface Line {
  readonly nanos: bigint;
  readonly labels: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * Streams merged by time. Lines of one nanosecond have an order of our own, by labels and text, because
 * Loki promises none and a page may have to go on within them.
 */
export function linesOf(streams: readonly Stream[], order: 'newest_first' | 'oldest_first'): Line[] {
  const sign = order === 'oldest_first' ? 1 : -1;
  const keyed = streams.flatMap(({ stream: labels, values }) => {
    const key = JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => compare(a, b)));
    return values.map(([nanos, text]) => ({ key, line: { nanos: BigInt(nanos), labels, text } }));
  });
  return keyed
    .toSorted(
      (a, b) =>
        sign * compare(a.line.nanos, b.line.nanos) || compare(a.key, b.key) || compare(a.line.text, b.line.text),
    )
    .map(({ line }) => line);
}

function compare<T extends bigint | string>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Labels by the names that OpenTelemetry and Loki's own collectors give them. */
export function tellLine({ nanos, labels, text }: Line): DataOf<'logs.search'>['lines'][number] {
  const first = (...names: readonly string[]): string | undefined =>
    names.map((name) => labels[name]).find((value) => value !== undefined && value !== '');
  const severity = first('detected_level', 'level', 'severity_text');
  const source = first('service_name', 'app', 'job', 'container');
  const host = first('host', 'hostname', 'host_name', 'node_name');
  const traceId = first('trace_id', 'traceID', 'traceId');
  const spanId = first('span_id', 'spanID', 'spanId');
  return {
    time: timeOfNanos(nanos),
    message: text,
    ...(severity !== undefined && { severity }),
    ...(source !== undefined && { source }),
    ...(host !== undefined && { host }),
    ...(traceId !== undefined && { traceId }),
    ...(spanId !== undefined && { spanId }),
    labels: { ...labels },
  };
}
