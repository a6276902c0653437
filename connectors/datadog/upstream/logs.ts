import { z } from 'zod';
import { answerJson, type DescribedRoute } from '../../../test/contract/described-upstream.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';
import {
  Aggregate,
  Buckets,
  bucketsOf,
  done,
  eventQuestions,
  fields,
  figureQuestions,
  filter,
  meta,
  pageOf,
  PlainSearch,
  questionOf,
  tags,
} from './events.ts';
import { bothKeys, text, time, window } from './shared.ts';

const logs = [1, 2].map((second) => ({
  id: `AwAAAY${second}`,
  type: 'log',
  attributes: {
    timestamp: `2026-11-20T10:00:0${second}.000Z`,
    message: 'payment refused',
    status: 'error',
    service: 'shop',
    host: 'i-0123',
    tags: ['env:prod', 'team:checkout', 'team:web'],
    attributes: { dd: { trace_id: '4242', span_id: '17' }, http: { status_code: 502 }, retry: false, empty: null },
  },
}));

const Search = PlainSearch.extend({ filter });

export const logsRoutes: readonly DescribedRoute[] = [
  {
    call: 'POST /api/v2/logs/events/search',
    headers: bothKeys,
    json: Search.partial({ sort: true }),
    answers: z.strictObject({
      data: z.array(
        z.strictObject({
          id: z.string(),
          type: z.literal('log'),
          attributes: z.strictObject({
            timestamp: time,
            message: z.string(),
            status: z.string(),
            service: z.string(),
            host: z.string(),
            tags,
            attributes: fields,
          }),
        }),
      ),
      meta,
    }),
    reply: ({ json }) => answerJson(pageOf(logs, questionOf(Search.parse(json)))),
  },
  {
    call: 'POST /api/v2/logs/analytics/aggregate',
    headers: bothKeys,
    json: Aggregate,
    answers: Buckets,
    reply: ({ json }) => answerJson({ data: { buckets: bucketsOf(Aggregate.parse(json)) }, meta: done }),
  },
];

export const logsQuestions = {
  'logs.search': [...eventQuestions, { query: { ...text('*'), indexes: ['main'] }, window }],
  'logs.aggregate': figureQuestions,
} satisfies Exemplar['questions'];
