import { z } from 'zod';
import { answerJson, type DescribedRoute } from '../../../test/contract/described-upstream.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';
import {
  Bucket,
  bucketsOf,
  done,
  fields,
  figureQuestions,
  meta,
  pageOf,
  PlainAggregate,
  PlainSearch,
  questionOf,
  tags,
} from './events.ts';
import { bothKeys, text, time, window } from './shared.ts';

const spans = [
  { span_id: '17', parent_id: '0', resource_name: 'POST /pay', trace_id: '4242' },
  { span_id: '18', parent_id: '17', resource_name: 'SELECT orders', trace_id: '4242' },
].map((span) => ({
  id: `AQAA${span.span_id}`,
  type: 'spans',
  attributes: {
    ...span,
    service: 'shop',
    env: 'prod',
    host: 'i-0123',
    type: 'web',
    start_timestamp: '2026-11-20T10:00:01.000Z',
    end_timestamp: '2026-11-20T10:00:01.250Z',
    ingestion_reason: 'rule',
    retained_by: 'retention_filter',
    single_span: false,
    resource_hash: 'a12345678b91c23d',
    tags: ['team:checkout'],
    attributes: {
      'span.kind': 'server',
      http: { method: 'POST', request: { headers: { authorization: 'Bearer x' } } },
    },
    custom: { duration: 250_400_000, error: { message: 'card declined', type: 'Declined' } },
  },
}));

/** The description of the vendor has `compute` and `computes`; the interface answers the first. */
const SpanBucket = Bucket.omit({ computes: true }).extend({ compute: Bucket.shape.computes });

const SpanSearch = z.strictObject({
  data: z.strictObject({ type: z.literal('search_request'), attributes: PlainSearch }),
});
const SpanAggregate = z.strictObject({
  data: z.strictObject({ type: z.literal('aggregate_request'), attributes: PlainAggregate }),
});

export const tracesRoutes: readonly DescribedRoute[] = [
  {
    call: 'POST /api/v2/spans/events/search',
    headers: bothKeys,
    json: SpanSearch,
    answers: z.strictObject({
      data: z.array(
        z.strictObject({
          id: z.string(),
          type: z.literal('spans'),
          attributes: z.strictObject({
            span_id: z.string(),
            parent_id: z.string(),
            trace_id: z.string(),
            resource_name: z.string(),
            resource_hash: z.string(),
            service: z.string(),
            env: z.string(),
            host: z.string(),
            type: z.string(),
            start_timestamp: time,
            end_timestamp: time,
            ingestion_reason: z.string(),
            retained_by: z.string(),
            single_span: z.boolean(),
            tags,
            attributes: fields,
            custom: fields,
          }),
        }),
      ),
      meta,
    }),
    reply: ({ json }) => answerJson(pageOf(spans, questionOf(SpanSearch.parse(json).data.attributes))),
  },
  {
    call: 'POST /api/v2/spans/analytics/aggregate',
    headers: bothKeys,
    json: SpanAggregate,
    answers: z.strictObject({
      data: z.array(z.strictObject({ id: z.string(), type: z.literal('bucket'), attributes: SpanBucket })),
      meta: meta.omit({ page: true }),
    }),
    reply({ json }) {
      const buckets = bucketsOf(SpanAggregate.parse(json).data.attributes);
      return answerJson({
        data: buckets.map(({ by, computes }, at) => ({
          id: `b${at}`,
          type: 'bucket',
          attributes: { by, compute: computes },
        })),
        meta: done,
      });
    },
  },
];

export const tracesQuestions = {
  'traces.search': [
    { query: text('service:shop'), window, limit: 1 },
    { query: text('nothing'), window },
  ],
  'traces.aggregate': figureQuestions,
} satisfies Exemplar['questions'];
