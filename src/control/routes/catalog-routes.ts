/** What may be asked: the whole catalog, searched, and one operation with its schemas. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { answeredBy } from '../../../catalog/answered-by.ts';
import { knownDigest } from '../../../catalog/known-digest.ts';
import { type CatalogEntry, CatalogList, CatalogOperation } from '../api/api.ts';
import { SourcePlan } from '../api/permissions.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import { isHeld } from '../http/compress-answers.ts';
import { askerOf } from '../http/person-guard.ts';
import { agentsOf, type AnsweringAgents, type ConfiguredSources } from '../catalog/answering-agents.ts';
import { describeOperation, findEntries } from '../catalog/catalog-entries.ts';

const Query = z.strictObject({
  q: z
    .string()
    .max(200)
    .optional()
    .describe('A question in your own words. The operations that answer it best come first.'),
  domain: z.string().min(1).max(64).optional(),
  access: z.enum(['read', 'write']).optional(),
  names: z.string().min(1).max(4000).optional().describe('Names, separated by commas.'),
});
const Params = z.strictObject({ name: z.string().min(1).max(200) });

const listedAgents = 100;
const listedSources = 200;

export function catalogRoutes(app: FastifyInstance, agents: Pick<AnsweringAgents, 'find' | 'plan'>): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.route({
    method: 'GET',
    url: '/api/catalog',
    config: {
      access: 'reader',
      compress: true,
      summary: 'Operations that may be asked, who can answer them and with which permissions.',
    },
    schema: { querystring: Query, response: { 200: CatalogList } },
    handler: async (request, reply) => {
      const asker = askerOf(request);
      const { names, ...query } = request.query;
      const asked = { ...query, ...(names !== undefined && { names: names.split(',') }) };
      const { entries: operations } = findEntries(asker, asked);
      const connectors = connectorsOf(operations, await agents.find(asker.organization));
      return answer({ digest: knownDigest, operations, connectors }, request, reply);
    },
  });

  typed.route({
    method: 'GET',
    url: '/api/catalog/:name',
    config: {
      access: 'reader',
      compress: true,
      summary: 'One operation with the JSON Schemas of its arguments and its result.',
    },
    schema: { params: Params, response: { 200: CatalogOperation } },
    handler: async (request, reply) => {
      const asker = askerOf(request);
      const operation = describeOperation(asker, request.params.name);
      if (operation === undefined) throw notInCatalog();
      const connectors = connectorsOf([operation], await agents.find(asker.organization));
      return answer({ digest: knownDigest, operation, connectors }, request, reply);
    },
  });

  typed.route({
    method: 'GET',
    url: '/api/catalog/:name/sources',
    config: {
      access: 'reader',
      compress: true,
      summary:
        'The sources that answer one operation, at each Agent that has them, and which of them can be asked now.',
    },
    schema: { params: Params, response: { 200: SourcePlan } },
    handler: async (request, reply) => {
      const asker = askerOf(request);
      if (describeOperation(asker, request.params.name) === undefined) throw notInCatalog();
      return answer(await agents.plan(asker.organization, request.params.name), request, reply);
    },
  });
}

/** Each once, however many operations it answers. */
function connectorsOf(operations: readonly CatalogEntry[], found: ConfiguredSources): CatalogList['connectors'] {
  const ids = new Set(operations.flatMap(({ answers }) => answers.map(({ connector }) => connector)));
  return [...ids].toSorted().map((connector) => {
    const sources = found.get(connector) ?? [];
    const agents = agentsOf(found, connector);
    return {
      connector,
      title: answeredBy.connectors[connector] ?? connector,
      sources: sources.slice(0, listedSources).map((one) => ({ ...one, agents: one.agents.slice(0, listedAgents) })),
      further_sources: Math.max(0, sources.length - listedSources),
      agents: agents.slice(0, listedAgents),
      further_agents: Math.max(0, agents.length - listedAgents),
    };
  });
}

/** What is answered differs by caller and fleet, so that the tag is that of the whole answer. */
function answer<T extends object>(body: T, request: FastifyRequest, reply: FastifyReply): T | FastifyReply {
  const etag = `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url')}"`;
  void reply.header('etag', etag).header('cache-control', 'private, no-cache');
  return isHeld(request.headers['if-none-match'], etag) ? reply.code(304).send() : body;
}

function notInCatalog(): ApiProblem {
  return new ApiProblem({
    status: 404,
    code: 'unknown_operation',
    field: 'name',
    message: 'The catalog of this control plane has no operation of this name. GET /api/catalog lists all of them.',
  });
}
