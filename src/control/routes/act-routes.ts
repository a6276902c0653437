/** What gave or took access, for owners. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { RecordedActs } from '../api/api.ts';
import { personOf } from '../http/person-guard.ts';
import type { Db } from '../store/database.ts';
import { listActs } from '../acts/list-acts.ts';

const ActsQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(100),
  cursor: z.string().max(64).optional(),
});

export function actRoutes(app: FastifyInstance, db: Db): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'GET',
    url: '/api/acts',
    config: {
      access: 'owner',
      summary: 'Who created, used or withdrew tokens, links, people and instances, and when; newest first.',
    },
    schema: { querystring: ActsQuery, response: { 200: RecordedActs } },
    handler: (request) => listActs(db, personOf(request).organization.id, request.query),
  });
}
