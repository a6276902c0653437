import { z } from 'zod';
import { answerJson, type DescribedRoute } from '../../../test/contract/described-upstream.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';
import {
  Buckets,
  bucketsOf,
  done,
  eventQuestions,
  fields,
  figureQuestions,
  meta,
  pageOf,
  PlainAggregate,
  PlainSearch,
  questionOf,
  tags,
} from './events.ts';
import { bothKeys, id, time } from './shared.ts';

const rumEvents = [1, 2].map((second) => ({
  id: `AwAAAZ${second}`,
  type: 'rum',
  attributes: {
    timestamp: `2026-11-20T10:00:0${second}.000Z`,
    service: 'web-shop',
    tags: ['env:prod'],
    attributes: {
      type: 'view',
      application: { id, name: 'Shop' },
      view: { url: 'https://shop.example/pay?token=abc#step', url_path: '/pay', url_query: { token: 'abc' } },
    },
  },
}));

export const rumRoutes: readonly DescribedRoute[] = [
  {
    call: 'GET /api/v2/rum/applications',
    headers: bothKeys,
    answers: z.strictObject({
      data: z.array(
        z.strictObject({
          id: z.string(),
          type: z.literal('rum_application'),
          attributes: z.strictObject({
            application_id: z.string(),
            name: z.string(),
            type: z.string(),
            org_id: z.int(),
            is_active: z.boolean(),
            hash: z.string(),
            created_at: z.int(),
            created_by_handle: z.string(),
            updated_at: z.int(),
            updated_by_handle: z.string(),
          }),
        }),
      ),
    }),
    reply: () =>
      answerJson({
        data: [
          {
            id,
            type: 'rum_application',
            attributes: {
              application_id: id,
              name: 'Shop',
              type: 'browser',
              org_id: 999,
              is_active: true,
              hash: 'bm90IGEgc2VjcmV0',
              created_at: 1_659_479_836_169,
              created_by_handle: 'ana@example.com',
              updated_at: 1_659_479_836_169,
              updated_by_handle: 'ana@example.com',
            },
          },
        ],
      }),
  },
  {
    call: 'POST /api/v2/rum/events/search',
    headers: bothKeys,
    json: PlainSearch,
    answers: z.strictObject({
      data: z.array(
        z.strictObject({
          id: z.string(),
          type: z.literal('rum'),
          attributes: z.strictObject({ timestamp: time, service: z.string(), tags, attributes: fields }),
        }),
      ),
      meta,
    }),
    reply: ({ json }) => answerJson(pageOf(rumEvents, questionOf(PlainSearch.parse(json)))),
  },
  {
    call: 'POST /api/v2/rum/analytics/aggregate',
    headers: bothKeys,
    json: PlainAggregate,
    answers: Buckets,
    reply: ({ json }) => answerJson({ data: { buckets: bucketsOf(PlainAggregate.parse(json)) }, meta: done }),
  },
];

export const rumQuestions = {
  'rum.listApplications': [{}],
  'rum.search': eventQuestions,
  'rum.aggregate': figureQuestions,
} satisfies Exemplar['questions'];
