/** `GET /api/openapi.json`: the interface as it is, for people and code generators. */
import type { FastifyInstance } from 'fastify';
import { type DescribedRoute, renderOpenApi } from '../http/openapi.ts';

/** `routes` may still grow after this call; the description is rendered at the first request. */
export function descriptionRoute(
  app: FastifyInstance,
  routes: readonly DescribedRoute[],
  publicOrigin: () => string,
): void {
  let rendered: string | undefined;
  app.get(
    '/api/openapi.json',
    { config: { access: 'public', summary: 'This description.', compress: true } },
    (_request, reply) => {
      rendered ??= JSON.stringify(renderOpenApi(routes, publicOrigin()));
      return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(rendered);
    },
  );
}
