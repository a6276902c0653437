/** Tempo's HTTP interface as its documentation has it: https://grafana.com/docs/tempo/latest/api_docs/ */
import { z } from 'zod';
import { answerJson, type DescribedRoute } from '../../../test/contract/described-upstream.ts';

const Seconds = z.string().regex(/^\d{9,10}$/u);
/** Of one search, as Tempo is set up by default. */
const mostSec = 168 * 3600;
const Long = z.string().regex(/^\d+$/u);
const KeyValue = z.strictObject({ key: z.string(), value: z.looseObject({}) });

const FoundSpan = z.strictObject({
  spanID: z.string().regex(/^[0-9a-f]{16}$/u),
  name: z.string().optional(),
  startTimeUnixNano: Long,
  durationNanos: Long,
  attributes: z.array(KeyValue).optional(),
});
const SearchAnswer = z.strictObject({
  traces: z.array(
    z.strictObject({
      traceID: z.string().regex(/^[0-9a-f]{1,32}$/u),
      rootServiceName: z.string().optional(),
      rootTraceName: z.string().optional(),
      startTimeUnixNano: Long,
      durationMs: z.int().optional(),
      spanSets: z.array(z.strictObject({ spans: z.array(FoundSpan), matched: z.int() })).optional(),
    }),
  ),
  metrics: z.looseObject({}),
});

const Span = z.strictObject({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.string().regex(/^SPAN_KIND_/u),
  startTimeUnixNano: Long,
  endTimeUnixNano: Long,
  attributes: z.array(KeyValue).optional(),
  events: z
    .array(z.strictObject({ timeUnixNano: Long, name: z.string(), attributes: z.array(KeyValue).optional() }))
    .optional(),
  links: z.array(z.strictObject({ traceId: z.string(), spanId: z.string() })).optional(),
  status: z.strictObject({ code: z.string().optional(), message: z.string().optional() }).optional(),
});
const ResourceSpans = z.strictObject({
  resource: z.strictObject({ attributes: z.array(KeyValue) }),
  scopeSpans: z.array(z.strictObject({ scope: z.looseObject({}), spans: z.array(Span) })),
});
const Window = z.strictObject({ start: Seconds.optional(), end: Seconds.optional() });

/** The two versions write ids in different ways: hexadecimal in the second, base64 in the first. */
export const ids = { ofSecond: '0af7651916cd43dd8448eb211c80319c', ofFirst: 'b9c7c989f97918e1a6b0c7d3c5f2a1e0' };

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });

export function resourceSpansOf(write: (hex: string) => string) {
  const traceId = write(ids.ofSecond);
  return [
    {
      resource: { attributes: [text('service.name', 'checkout'), text('host.name', 'node-1')] },
      scopeSpans: [
        {
          scope: { name: 'http' },
          spans: [
            {
              traceId,
              spanId: write('b7ad6b7169203331'),
              name: 'POST /orders',
              kind: 'SPAN_KIND_SERVER',
              startTimeUnixNano: '1790000000000000001',
              endTimeUnixNano: '1790000000500000001',
              attributes: [
                text('http.route', '/orders'),
                { key: 'http.response.status_code', value: { intValue: '500' } },
                {
                  key: 'http.request.header.authorization',
                  value: { arrayValue: { values: [{ stringValue: 'Bearer captured' }] } },
                },
                { key: 'retried', value: { boolValue: true } },
                { key: 'hosts', value: { arrayValue: { values: [{ stringValue: 'a' }, { stringValue: 'b' }] } } },
              ],
              events: [
                {
                  timeUnixNano: '1790000000100000000',
                  name: 'exception',
                  attributes: [text('exception.type', 'Timeout')],
                },
              ],
              status: { code: 'STATUS_CODE_ERROR', message: 'payment refused' },
            },
            {
              traceId,
              spanId: write('00f067aa0ba902b7'),
              parentSpanId: write('b7ad6b7169203331'),
              name: 'SELECT orders',
              kind: 'SPAN_KIND_CLIENT',
              startTimeUnixNano: '1790000000200000000',
              endTimeUnixNano: '1790000000300000000',
              links: [{ traceId: write(ids.ofFirst), spanId: write('b7ad6b7169203331') }],
            },
          ],
        },
      ],
    },
  ];
}

const toBase64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

export const traceRoutes: readonly DescribedRoute[] = [
  {
    call: 'GET /api/search',
    query: z
      .strictObject({
        q: z.string().regex(/\{/u),
        start: Seconds,
        end: Seconds,
        limit: z.string().regex(/^\d+$/u),
        spss: z.string().regex(/^\d+$/u),
      })
      .refine(({ start, end }) => Number(end) - Number(start) <= mostSec, 'range exceeds 168h0m0s'),
    answers: SearchAnswer,
    reply: ({ query }) =>
      answerJson({
        traces: query.get('q')?.includes('nobody')
          ? []
          : [
              {
                traceID: 'af7651916cd43dd8448eb211c80319c',
                rootServiceName: 'checkout',
                rootTraceName: 'POST /orders',
                startTimeUnixNano: '1790000000000000001',
                durationMs: 500,
                spanSets: [
                  {
                    spans: [
                      {
                        spanID: 'b7ad6b7169203331',
                        startTimeUnixNano: '1790000000000000001',
                        durationNanos: '500000000',
                        attributes: [text('service.name', 'checkout'), text('status', 'error')],
                      },
                    ],
                    matched: 4,
                  },
                ],
              },
            ],
        metrics: { inspectedBytes: '63', totalBlocks: 1, completedJobs: 1, totalJobs: 1 },
      }),
  },
  {
    call: 'GET /api/v2/traces/{traceID}',
    query: Window,
    answers: z.strictObject({
      trace: z.strictObject({ resourceSpans: z.array(ResourceSpans).optional() }),
      metrics: z.looseObject({}),
      status: z.string().optional(),
      message: z.string().optional(),
    }),
    reply: ({ parts }) =>
      parts['traceID'] === ids.ofSecond
        ? answerJson({ trace: { resourceSpans: resourceSpansOf((hex) => hex) }, metrics: {} })
        : { status: 404, body: '404 page not found', headers: { 'content-type': 'text/plain' } },
  },
  {
    call: 'GET /api/traces/{traceID}',
    query: Window,
    answers: z.strictObject({ batches: z.array(ResourceSpans) }),
    reply: ({ parts }) =>
      parts['traceID'] === ids.ofFirst
        ? answerJson({ batches: resourceSpansOf(toBase64) })
        : { status: 404, body: 'trace not found', headers: { 'content-type': 'text/plain' } },
  },
];
