import type { DataOf } from '../../../catalog/index.ts';
import type { DatadogOperations } from '../datadog-operations.ts';
import { openDatadog } from '../client.ts';
import type { logs } from './manifest.ts';
import { readList } from '../paging.ts';
import { present, tagsOf, textOf, timeOf } from '../wording.ts';
import { answerFigures, bodyOfAggregation, figuresOfBucket, guardFigures } from '../events/aggregate.ts';
import { flatten } from '../events/flatten.ts';
import { BucketsAnswer } from '../events/schema.ts';
import { type LogEvent, LogsAnswer } from './schema.ts';
import { bodyOf, nextOf, notesOf } from '../events/search.ts';

type Line = DataOf<'logs.search'>['lines'][number];

/** docs.datadoghq.com/logs/guide/logs-rbac: neither is an error, both answer 200 with less. */
export const unseenLogs =
  'Restriction queries of a role, and a missing logs_read_index_data, hide lines without an error.';

export const logsOperations = {
  'logs.search': {
    async run(args, context) {
      const { query, order, limit } = args;
      const datadog = openDatadog(context);
      const { rows, outcome } = await readList({
        operation: 'logs.search',
        args,
        window: context.window,
        read: async (at) => {
          const { text, indexes } = query;
          const body = bodyOf({ text, indexes, order, limit }, at);
          const { data, links, meta } = await datadog.search(LogsAnswer, '/api/v2/logs/events/search', body);
          return { rows: data ?? [], next: nextOf(meta, links), notes: notesOf(meta) };
        },
        empty: `The read was allowed, and no line that can be seen matches in this window. ${unseenLogs}`,
      });
      return { data: { lines: rows.map(tellLine) }, ...outcome };
    },
  },

  'logs.aggregate': {
    guard: guardFigures,
    async run({ query, stepSec, limit }, context) {
      const body = bodyOfAggregation({ ...query, stepSec }, context.window);
      const { data, meta } = await openDatadog(context).search(BucketsAnswer, '/api/v2/logs/analytics/aggregate', body);
      return answerFigures(
        { query, limit, unseen: unseenLogs },
        { buckets: data.buckets ?? [], meta, pathOf: figuresOfBucket },
      );
    },
  },
} satisfies DatadogOperations<keyof typeof logs.operations>;

function tellLine({ id, attributes: line }: LogEvent): Line {
  const attributes = flatten(line.attributes);
  return {
    time: timeOf(line.timestamp) ?? line.timestamp,
    message: line.message ?? '',
    labels: tagsOf(line.tags),
    ...present({
      id: textOf(id),
      severity: textOf(line.status),
      source: textOf(line.service),
      host: textOf(line.host),
      traceId: wordIn(attributes, 'dd.trace_id', 'trace_id'),
      spanId: wordIn(attributes, 'dd.span_id', 'span_id'),
      attributes: Object.keys(attributes).length === 0 ? undefined : attributes,
    }),
  };
}

/** Libraries write the id below `dd`; the vendor's remapping writes it at the top. */
function wordIn(attributes: Readonly<Record<string, unknown>>, ...paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const value = attributes[path];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return undefined;
}
