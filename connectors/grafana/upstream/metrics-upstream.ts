/** The Prometheus HTTP interface, version 1: https://prometheus.io/docs/prometheus/latest/querying/api/ */
import { z } from 'zod';
import { answerJson, type DescribedRoute } from '../../../test/contract/described-upstream.ts';
import type { Reply } from '../../../test/contract/fake-upstream.ts';

const Seconds = z.string().regex(/^\d+(?:\.\d+)?$/u);
const Selectors = z.union([z.string().min(1), z.array(z.string().min(1))]);
const Selection = { start: Seconds.optional(), end: Seconds.optional() };
const Labels = z.record(z.string().regex(/^[a-zA-Z_]\w*$/u), z.string());
const Sample = z.tuple([z.number(), z.string()]);

const success = <S extends z.ZodType>(data: S) =>
  z.strictObject({
    status: z.literal('success'),
    data,
    warnings: z.array(z.string()).optional(),
    infos: z.array(z.string()).optional(),
  });
const Vector = z.strictObject({
  resultType: z.literal('vector'),
  result: z.array(z.strictObject({ metric: Labels, value: Sample })),
});
const Matrix = z.strictObject({
  resultType: z.literal('matrix'),
  result: z.array(z.strictObject({ metric: Labels, values: z.array(Sample) })),
});
const Range = z
  .strictObject({ query: z.string().min(1), start: Seconds, end: Seconds, step: z.string().regex(/^\d+(?:\.\d+)?$/u) })
  .refine(({ start, end, step }) => Number(start) <= Number(end) && Number(step) > 0, 'runs backwards or stands still');

export const answerSuccess = (data: unknown): Reply => answerJson({ status: 'success', data });
const labels = { __name__: 'up', job: 'api' };

/** The series behind the operations that write their query themselves, by what their query holds. */
const known: readonly (readonly [RegExp, Record<string, string>, string])[] = [
  [/request_failed_total/u, { client: 'web', server: 'checkout' }, '3'],
  [/request_total/u, { client: 'web', server: 'checkout', connection_type: '' }, '120.5'],
  [/faro/u, { __name__: 'faro_web_vitals_lcp', app_name: 'shop' }, '2.5'],
  [/probe_success/u, { probe: 'Frankfurt', instance: 'https://shop.example', config_version: '1' }, '1'],
  [/probe_all_duration/u, { probe: 'Frankfurt', instance: 'https://shop.example', config_version: '1' }, '0.25'],
];

function seriesOf(query: string): { metric: Record<string, string>; value: string }[] {
  if (query.includes('nothing') || query.includes('"nobody"')) return [];
  const found = known.find(([pattern]) => pattern.test(query));
  return [found === undefined ? { metric: labels, value: '1' } : { metric: found[1], value: found[2] }];
}

export const metricRoutes: readonly DescribedRoute[] = [
  {
    call: 'GET /api/v1/query',
    query: z.strictObject({ query: z.string().min(1) }),
    answers: success(Vector),
    reply: ({ query }) => {
      const result =
        query.get('query') === 'nothing' ? [] : [{ metric: labels, value: [0, String(Date.now() / 1000)] }];
      return answerSuccess({ resultType: 'vector', result });
    },
  },
  {
    call: 'POST /api/v1/query',
    form: z.strictObject({ query: z.string().min(1), time: Seconds }),
    answers: success(Vector),
    reply: ({ form }) => {
      const at = Number(form.get('time'));
      const result = seriesOf(form.get('query') ?? '').map(({ metric, value }) => ({ metric, value: [at, value] }));
      return answerSuccess({ resultType: 'vector', result });
    },
  },
  {
    call: 'POST /api/v1/query_range',
    form: Range,
    answers: success(Matrix),
    reply: ({ form }) => {
      const at = Number(form.get('start'));
      const result = seriesOf(form.get('query') ?? '').map(({ metric, value }) => ({ metric, values: [[at, value]] }));
      return answerSuccess({ resultType: 'matrix', result });
    },
  },
  {
    call: 'GET /api/v1/labels',
    query: z.strictObject({ ...Selection, 'match[]': Selectors.optional() }),
    answers: success(z.array(z.string())),
    reply: () => answerSuccess(Object.keys(labels)),
  },
  {
    call: 'GET /api/v1/label/{name}/values',
    query: z.strictObject({ ...Selection, 'match[]': Selectors.optional() }),
    answers: success(z.array(z.string())),
    reply: ({ query }) => answerSuccess(query.getAll('match[]').includes('nothing') ? [] : ['up']),
  },
  {
    call: 'GET /api/v1/metadata',
    query: z.strictObject({ limit_per_metric: z.literal('1') }),
    answers: success(
      z.record(z.string(), z.array(z.strictObject({ type: z.string(), help: z.string(), unit: z.string() }))),
    ),
    reply: () => answerSuccess({ up: [{ type: 'gauge', help: 'Whether the target answers.', unit: '' }] }),
  },
  {
    call: 'GET /api/v1/series',
    query: z.strictObject({ ...Selection, 'match[]': Selectors }),
    answers: success(z.array(Labels)),
    reply: () => answerSuccess([labels]),
  },
];
