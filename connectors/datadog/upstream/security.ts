import { z } from 'zod';
import { answerJson, type DescribedRoute } from '../../../test/contract/described-upstream.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';
import { bothKeys, time, User, users, whole } from './shared.ts';

const keys = ['1a2b', '3c4d', '5e6f'].map((last4, at) => ({
  id: `key-${at}`,
  type: 'api_keys',
  attributes: {
    name: `Agent ${at}`,
    last4,
    category: '',
    created_at: '2026-01-23T10:00:00.000Z',
    modified_at: '2026-01-23T10:00:00.000Z',
    date_last_used: at === 0 ? '2026-11-20T10:00:00.000Z' : null,
    remote_config_read_enabled: false,
  },
  relationships: { created_by: { data: { id: 'a1', type: 'users' } } },
}));

export const securityRoutes: readonly DescribedRoute[] = [
  {
    call: 'GET /api/v2/api_keys',
    headers: bothKeys,
    query: z.strictObject({
      'page[size]': whole(1, 100),
      'page[number]': whole(0).optional(),
      sort: z.literal('created_at').optional(),
      include: z.literal('created_by').optional(),
    }),
    answers: z.strictObject({
      data: z.array(
        z.strictObject({
          id: z.string(),
          type: z.literal('api_keys'),
          attributes: z.strictObject({
            name: z.string(),
            last4: z.string().length(4),
            category: z.string(),
            created_at: time,
            modified_at: time,
            date_last_used: time.nullable(),
            remote_config_read_enabled: z.boolean(),
          }),
          relationships: z.strictObject({
            created_by: z.strictObject({ data: z.strictObject({ id: z.string(), type: z.literal('users') }) }),
          }),
        }),
      ),
      included: z.array(User),
      meta: z.strictObject({ max_allowed: z.int(), page: z.strictObject({ total_filtered_count: z.int() }) }),
    }),
    reply({ query }) {
      const [page, size] = [Number(query.get('page[number]') ?? 0), Number(query.get('page[size]'))];
      return answerJson({
        data: keys.slice(page * size, (page + 1) * size),
        included: users,
        meta: { max_allowed: 50, page: { total_filtered_count: keys.length } },
      });
    },
  },
];

export const securityQuestions = { 'security.listApiKeys': [{ limit: 1 }] } satisfies Exemplar['questions'];
