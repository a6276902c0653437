/**
 * Loki's HTTP interface as its documentation has it: https://grafana.com/docs/loki/latest/reference/loki-http-api/
 * A start is included and an end is not; there is no cursor; lines come grouped by stream, in the direction asked for.
 */
import { z } from 'zod';
import { answerJson, type DescribedCall, type DescribedRoute } from '../../../test/contract/described-upstream.ts';
import type { Reply } from '../../../test/contract/fake-upstream.ts';

export interface StoredLine {
  /** Nanoseconds since the epoch. */
  readonly nanos: bigint;
  readonly stream: Readonly<Record<string, string>>;
  readonly text: string;
}

const Nanos = z.string().regex(/^\d{16,19}$/u);
const Span = { start: Nanos, end: Nanos };
/** Of one answer, as Loki is set up by default. */
const mostEntries = 5000;

const Labels = z.record(z.string().regex(/^[a-zA-Z_]\w*$/u), z.string());
const Sample = z.tuple([z.number(), z.string()]);
const Stats = z.looseObject({ summary: z.looseObject({}) });
const success = <S extends z.ZodType>(data: S) => z.strictObject({ status: z.literal('success'), data });
const Streams = z.strictObject({
  resultType: z.literal('streams'),
  result: z.array(z.strictObject({ stream: Labels, values: z.array(z.tuple([Nanos, z.string()])) })),
  stats: Stats,
});
const Matrix = z.strictObject({
  resultType: z.literal('matrix'),
  result: z.array(z.strictObject({ metric: Labels, values: z.array(Sample) })),
  stats: Stats,
});
const Vector = z.strictObject({
  resultType: z.literal('vector'),
  result: z.array(z.strictObject({ metric: Labels, value: Sample })),
  stats: Stats,
});

const OfLines = z.strictObject({
  query: z.string().regex(/^\{/u),
  ...Span,
  limit: z.string().regex(/^\d{1,4}$/u),
  direction: z.enum(['forward', 'backward']),
});
const OfFigures = z.strictObject({ query: z.string().regex(/\(/u), ...Span, step: z.string().regex(/^\d+$/u) });

const answered = (data: object): Reply => answerJson({ status: 'success', data: { ...data, stats: { summary: {} } } });

/** What lies between the two ends, in order, at most as much as is asked for. */
function findLines(all: readonly StoredLine[], { query }: DescribedCall): StoredLine[] {
  const [start, end] = [BigInt(query.get('start') ?? 0), BigInt(query.get('end') ?? 0)];
  const sign = query.get('direction') === 'forward' ? 1 : -1;
  return all
    .filter(({ nanos }) => start <= nanos && nanos < end)
    .toSorted((a, b) => sign * Number(a.nanos - b.nanos))
    .slice(0, Number(query.get('limit')));
}

function streamsOf(lines: readonly StoredLine[]) {
  const grouped = Map.groupBy(lines, ({ stream }) => JSON.stringify(stream));
  return [...grouped.values()].map((of) => ({
    stream: of[0]?.stream ?? {},
    values: of.map(({ nanos, text }) => [String(nanos), text]),
  }));
}

export interface StoredLogs {
  readonly lines: (query: string) => readonly StoredLine[];
  /** Bytes behind a selector, by the index. */
  readonly bytes: (selector: string) => number;
}

export function logRoutes({ lines, bytes }: StoredLogs): readonly DescribedRoute[] {
  return [
    {
      call: 'GET /loki/api/v1/query_range',
      query: z.union([OfLines, OfFigures]),
      answers: success(z.union([Streams, Matrix])),
      reply: (call) => {
        const query = call.query.get('query') ?? '';
        if (Number(call.query.get('limit')) > mostEntries) {
          return { status: 400, body: 'max entries limit per query exceeded, limit > max_entries_limit_per_query' };
        }
        if (query.startsWith('{')) {
          return answered({ resultType: 'streams', result: streamsOf(findLines(lines(query), call)) });
        }
        const at = Number(call.query.get('start')) / 1e9;
        const isNothing = lines(query).length === 0;
        return answered({
          resultType: 'matrix',
          result: isNothing ? [] : [{ metric: { level: 'error' }, values: [[at, '7']] }],
        });
      },
    },
    {
      call: 'GET /loki/api/v1/query',
      query: z.strictObject({ query: z.string().regex(/\(/u), time: Nanos }),
      answers: success(Vector),
      reply: ({ query }) =>
        answered({
          resultType: 'vector',
          result:
            lines(query.get('query') ?? '').length === 0
              ? []
              : [{ metric: { level: 'error' }, value: [Number(query.get('time')) / 1e9, '42'] }],
        }),
    },
    {
      call: 'GET /loki/api/v1/index/stats',
      query: z.strictObject({ query: z.string().regex(/^\{[^}]*\}$/u), ...Span }),
      answers: z.strictObject({ streams: z.int(), chunks: z.int(), entries: z.int(), bytes: z.int() }),
      reply: ({ query }) => answerJson({ streams: 1, chunks: 2, entries: 3, bytes: bytes(query.get('query') ?? '') }),
    },
    {
      call: 'GET /loki/api/v1/labels',
      query: z.strictObject({ start: Nanos.optional(), end: Nanos.optional() }),
      answers: success(z.array(z.string())),
      reply: () => answerJson({ status: 'success', data: ['service_name', 'namespace'] }),
    },
    {
      call: 'GET /loki/api/v1/label/{name}/values',
      query: z.strictObject({ start: Nanos.optional(), end: Nanos.optional() }),
      answers: success(z.array(z.string())),
      reply: ({ parts }) =>
        answerJson({ status: 'success', data: parts['name'] === 'service_name' ? ['checkout', 'cart'] : ['shop'] }),
    },
  ];
}
