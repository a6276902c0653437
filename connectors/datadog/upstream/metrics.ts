import { z } from 'zod';
import { answerJson, type DescribedRoute } from '../../../test/contract/described-upstream.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';
import { bothKeys, time, whole, window } from './shared.ts';

const TimeseriesQuestion = z.strictObject({
  data: z.strictObject({
    type: z.literal('timeseries_request'),
    attributes: z.strictObject({
      from: z.int().min(1_000_000_000_000),
      to: z.int().min(1_000_000_000_000),
      interval: z.int().min(1).optional(),
      queries: z
        .array(z.strictObject({ data_source: z.literal('metrics'), name: z.string(), query: z.string().min(1) }))
        .min(1),
      formulas: z.array(z.strictObject({ formula: z.string().min(1) })).optional(),
    }),
  }),
});

const Unit = z
  .strictObject({
    family: z.string(),
    name: z.string(),
    plural: z.string(),
    scale_factor: z.number(),
    short_name: z.string(),
  })
  .nullable();

const TimeseriesAnswer = z.strictObject({
  data: z.strictObject({
    type: z.literal('timeseries_response'),
    attributes: z.strictObject({
      series: z.array(
        z.strictObject({ group_tags: z.array(z.string()), query_index: z.int(), unit: z.array(Unit).nullable() }),
      ),
      times: z.array(z.int()),
      values: z.array(z.array(z.number().nullable())),
    }),
  }),
});

const byteUnit = { family: 'bytes', name: 'byte', plural: 'bytes', scale_factor: 1, short_name: 'B' };
const secondUnit = { family: 'time', name: 'second', plural: 'seconds', scale_factor: 1, short_name: 's' };

function timeseries(question: z.infer<typeof TimeseriesQuestion>): z.infer<typeof TimeseriesAnswer> {
  const { from, interval = 60_000, queries, formulas = [] } = question.data.attributes;
  const isEmpty = queries.every(({ query }) => query.includes('nothing'));
  const asked = isEmpty ? [] : formulas;
  return {
    data: {
      type: 'timeseries_response',
      attributes: {
        series: asked.map((_, at) => ({
          group_tags: ['host:a', 'env:prod'],
          query_index: at,
          unit: [byteUnit, secondUnit],
        })),
        times: isEmpty ? [] : [from, from + interval, from + 2 * interval],
        values: asked.map(() => [1, null, 3]),
      },
    },
  };
}

const Metric = z.union([
  z.strictObject({ id: z.string(), type: z.literal('metrics') }),
  z.strictObject({
    id: z.string(),
    type: z.literal('manage_tags'),
    attributes: z.strictObject({
      metric_type: z.enum(['gauge', 'count', 'rate', 'distribution']),
      tags: z.array(z.string()),
      created_at: time,
      modified_at: time,
    }),
  }),
]);

export const metrics: readonly z.infer<typeof Metric>[] = [
  { id: 'system.cpu.user', type: 'metrics' },
  {
    id: 'shop.orders',
    type: 'manage_tags',
    attributes: {
      metric_type: 'count',
      tags: ['env', 'country'],
      created_at: '2026-03-25T09:48:37.463835Z',
      modified_at: '2026-04-25T09:48:37.463835Z',
    },
  },
  { id: 'shop.latency', type: 'metrics' },
];

export const metricsRoutes: readonly DescribedRoute[] = [
  {
    call: 'POST /api/v2/query/timeseries',
    headers: bothKeys,
    json: TimeseriesQuestion,
    answers: TimeseriesAnswer,
    reply: ({ json }) => answerJson(timeseries(TimeseriesQuestion.parse(json))),
  },
  {
    call: 'GET /api/v1/metrics',
    headers: bothKeys,
    query: z.strictObject({ from: whole(1), tag_filter: z.string().optional() }),
    answers: z.strictObject({ from: z.string(), metrics: z.array(z.string()) }),
    reply: ({ query }) => answerJson({ from: query.get('from'), metrics: metrics.map((one) => one.id) }),
  },
  {
    call: 'GET /api/v2/metrics',
    headers: bothKeys,
    query: z.strictObject({
      'window[seconds]': whole(1, 2_592_000),
      'filter[tags]': z.string().optional(),
      'page[size]': whole(1, 10_000),
      'page[cursor]': z.string().optional(),
    }),
    answers: z.strictObject({
      data: z.array(Metric),
      meta: z.strictObject({
        pagination: z.strictObject({
          cursor: z.string().nullable(),
          limit: z.int(),
          next_cursor: z.string().nullable(),
          type: z.literal('cursor_limit'),
        }),
      }),
    }),
    reply({ query }) {
      const size = Number(query.get('page[size]'));
      const cursor = query.get('page[cursor]');
      const at = cursor === null ? 0 : Number(cursor.slice('after-'.length));
      const data = metrics.slice(at, at + size);
      const next = at + size < metrics.length ? `after-${at + size}` : null;
      return answerJson({
        data,
        meta: { pagination: { cursor, limit: data.length, next_cursor: next, type: 'cursor_limit' } },
      });
    },
  },
  {
    call: 'GET /api/v2/metrics/{metric_name}/all-tags',
    headers: bothKeys,
    query: z.strictObject({ 'window[seconds]': whole(14_400), 'page[limit]': whole(1, 1_000_000) }),
    answers: z.strictObject({
      data: z.strictObject({
        id: z.string(),
        type: z.literal('metrics'),
        attributes: z.strictObject({ tags: z.array(z.string()), ingested_tags: z.array(z.string()) }),
      }),
    }),
    reply: ({ parts }) =>
      answerJson({
        data: {
          id: parts['metric_name'],
          type: 'metrics',
          attributes: { tags: ['env:prod', 'env:staging', 'canary'], ingested_tags: ['pod:web-1'] },
        },
      }),
  },
];

export const metricsQuestions = {
  'metrics.query': [
    { query: { dialect: 'datadog', queries: ['avg:system.cpu.user{*} by {host}'] }, window },
    { query: { dialect: 'datadog', queries: ['sum:a{*}', 'sum:b{*}'], formulas: ['a / b', 'a'] }, window, stepSec: 60 },
    { query: { dialect: 'datadog', queries: ['avg:nothing{*}'] }, window },
  ],
  'metrics.list': [
    { limit: 1 },
    { prefix: 'shop.', tagFilter: 'env:prod', window },
    { window: { from: 'now-60d', to: 'now-40d' } },
    { prefix: 'nothing' },
  ],
  'metrics.listTags': [{ metric: 'shop.orders' }, { metric: 'shop.orders', window: { from: 'now-1d' } }],
} satisfies Exemplar['questions'];
