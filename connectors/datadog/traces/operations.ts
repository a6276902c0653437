import type { DataOf } from '../../../catalog/index.ts';
import type { DatadogOperations } from '../datadog-operations.ts';
import { mayHoldCredential } from '../../../src/connector/sensitive-attributes.ts';
import { Fault } from '../../../src/core/fault.ts';
import { openDatadog } from '../client.ts';
import type { traces } from './manifest.ts';
import { readList } from '../paging.ts';
import { present, tagsOf, textOf, timeOf } from '../wording.ts';
import { answerFigures, bodyOfAggregation, guardFigures } from '../events/aggregate.ts';
import { flatten } from '../events/flatten.ts';
import { SpanBucketsAnswer, type SpanEvent, SpansAnswer } from './schema.ts';
import { bodyOf, nextOf, notesOf } from '../events/search.ts';

type Trace = DataOf<'traces.search'>['traces'][number];
type Span = Trace['spans'][number];

const unseen =
  'Only spans that a retention filter kept can be searched, and restriction queries of a role hide spans without an error.';

export const tracesOperations = {
  'traces.search': {
    async run(args, context) {
      const { query, limit } = args;
      const datadog = openDatadog(context);
      const { rows, outcome } = await readList({
        operation: 'traces.search',
        args,
        window: context.window,
        read: async (at) => {
          const attributes = bodyOf({ text: query.text, order: 'newest_first', limit }, at);
          const body = { data: { type: 'search_request', attributes } };
          const { data, links, meta } = await datadog.search(SpansAnswer, '/api/v2/spans/events/search', body);
          return { rows: (data ?? []).map((span) => span.attributes), next: nextOf(meta, links), notes: notesOf(meta) };
        },
        empty: `The read was allowed, and no span that can be seen matches in this window. ${unseen}`,
      });
      return { data: { traces: gatherTraces(rows) }, ...outcome };
    },
  },

  'traces.aggregate': {
    guard(args, context) {
      guardFigures(args, context);
      const secret = args.query.groupBy.find(({ field }) => mayHoldCredential(field.replace(/^@/u, '')));
      if (secret === undefined) return;
      const remedy = `Group by something other than ${secret.field}: headers and credentials in spans are not returned.`;
      throw new Fault('refused', { rule: 'headers and credentials in spans' }, remedy);
    },
    async run({ query, stepSec, limit }, context) {
      const attributes = bodyOfAggregation({ ...query, stepSec }, context.window);
      const body = { data: { type: 'aggregate_request', attributes } };
      const { data, meta } = await openDatadog(context).search(
        SpanBucketsAnswer,
        '/api/v2/spans/analytics/aggregate',
        body,
      );
      const buckets = (data ?? []).map(({ attributes: bucket }) => bucket);
      const pathOf = (bucket: number) => `data.${bucket}.attributes.compute`;
      return answerFigures({ query, limit, unseen }, { buckets, meta, pathOf });
    },
  },
} satisfies DatadogOperations<keyof typeof traces.operations>;

/** In the order of the first span of each; how long a trace took and how many of its spans match is not told by a search. */
function gatherTraces(spans: readonly SpanEvent[]): Trace[] {
  return [...Map.groupBy(spans, (span) => span.trace_id)].map(([id, own]) => {
    const root = own.find(isRoot);
    return {
      id,
      ...present({ rootService: textOf(root?.service), rootName: textOf(root?.resource_name) }),
      spans: own.map(tellSpan),
    };
  });
}

/** A span without a parent has the parent 0. */
function isRoot({ parent_id: parent }: SpanEvent): boolean {
  return parent == null || /^0*$/u.test(parent);
}

function tellSpan(span: SpanEvent): Span {
  const attributes = flatten({ ...span.custom, ...span.attributes }, (path) => !mayHoldCredential(path));
  const tags = Object.entries(tagsOf(span.tags)).filter(([name]) => !mayHoldCredential(name));
  return {
    id: span.span_id,
    startedAt: timeOf(span.start_timestamp) ?? span.start_timestamp,
    attributes: {
      ...Object.fromEntries(tags),
      ...present({ env: textOf(span.env), host: textOf(span.host) }),
      ...attributes,
    },
    ...present({
      parentId: isRoot(span) ? undefined : (span.parent_id ?? undefined),
      service: textOf(span.service),
      name: textOf(span.resource_name),
      kind: textOf(textIn(attributes, 'span.kind')) ?? textOf(span.type),
      durationSec: durationOf(span, attributes),
      ...statusOf(attributes),
    }),
  };
}

/** In nanoseconds where the tracer says it; else from two times that the vendor rounds to milliseconds. */
function durationOf(span: SpanEvent, attributes: Span['attributes']): number | undefined {
  const { duration } = attributes;
  if (typeof duration === 'number' && duration >= 0) return duration / 1e9;
  const ms = Date.parse(span.end_timestamp ?? '') - Date.parse(span.start_timestamp);
  return Number.isFinite(ms) && ms >= 0 ? ms / 1000 : undefined;
}

function statusOf(attributes: Span['attributes']): { status: Span['status']; statusMessage: string | undefined } {
  const told = textIn(attributes, 'status');
  const statusMessage = textOf(textIn(attributes, 'error.message'));
  const failed = told === 'error' || attributes['error'] === 1 || attributes['error.type'] !== undefined;
  if (failed || statusMessage !== undefined) return { status: 'error', statusMessage };
  return { status: told === 'ok' ? 'ok' : undefined, statusMessage };
}

function textIn(attributes: Span['attributes'], path: string): string | undefined {
  const value = attributes[path];
  return typeof value === 'string' ? value : undefined;
}
