/** Who asked what: for everybody of the organization. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { QuestionList, QuestionVia } from '../api/api.ts';
import { personOf } from '../http/person-guard.ts';
import type { Db } from '../store/database.ts';
import { listQuestions } from '../questions/list-questions.ts';

const Time = z.iso.datetime({ offset: true, error: 'must be a time of RFC 3339, such as 2026-01-31T09:00:00Z' });
const QuestionsQuery = z.strictObject({
  operation: z.string().min(1).max(200).optional(),
  by: z.string().min(1).max(64).optional().describe('Id of a person or token.'),
  outcome: z.string().min(1).max(100).optional(),
  via: QuestionVia.optional(),
  from: Time.optional(),
  to: Time.optional().describe('Not included.'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(64).optional(),
});

export function questionRoutes(app: FastifyInstance, db: Db): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'GET',
    url: '/api/questions',
    config: {
      access: 'member',
      compress: true,
      summary:
        'Who asked which operation, when and with what outcome; newest first. A page that a filter left short has next_cursor while there is more to search.',
    },
    schema: { querystring: QuestionsQuery, response: { 200: QuestionList } },
    handler: (request) => {
      const { from, to, ...query } = request.query;
      return listQuestions(db, personOf(request).organization.id, {
        ...query,
        ...(from !== undefined && { from: Date.parse(from) }),
        ...(to !== undefined && { to: Date.parse(to) }),
      });
    },
  });
}
