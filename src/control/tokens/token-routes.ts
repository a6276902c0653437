/** Tokens of the organization: list, make, revoke. The value leaves once, in the answer that made it. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { TokenCreate, TokenCreated, TokenList } from '../api.ts';
import type { Members } from '../people/members.ts';
import { personOf } from '../people/person-guard.ts';
import { ApiProblem } from '../http/api-problem.ts';
import { createToken, listTokens, revokeToken, type TokenDeps } from './token-catalog.ts';

export function tokenRoutes(app: FastifyInstance, { members, ...deps }: TokenDeps & { members: Members }): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.route({
    method: 'GET',
    url: '/api/tokens',
    config: { access: 'admin', summary: 'Tokens of the organization, without their values.' },
    schema: { response: { 200: TokenList } },
    handler: async (request) => ({ tokens: await listTokens(deps, personOf(request).organization.id) }),
  });

  typed.route({
    method: 'POST',
    url: '/api/tokens',
    config: { access: 'admin', summary: 'Create a token. Its value is only in this response.' },
    schema: { body: TokenCreate, response: { 201: TokenCreated } },
    handler: async (request, reply) => {
      const { organization, person } = personOf(request);
      const asked = { ...request.body, organization, createdBy: person.name, createdById: person.id };
      const created = await members.whileHolding(
        { organization: organization.id, person: person.id, role: 'admin' },
        (transaction) => createToken(deps, asked, transaction),
      );
      request.log.info({ person: person.id, token: created.token.id, kind: created.token.kind }, 'token created');
      return reply.code(201).send(created);
    },
  });

  typed.route({
    method: 'DELETE',
    url: '/api/tokens/:id',
    config: { access: 'admin', summary: 'Revoke a token. Enrolled instances stay.' },
    schema: { params: z.strictObject({ id: z.string().max(64) }), response: { 204: z.undefined() } },
    handler: async (request, reply) => {
      const { organization, person } = personOf(request);
      if (!(await revokeToken(deps, organization.id, { id: request.params.id, by: person }))) {
        throw new ApiProblem({ status: 404, code: 'not_found', message: 'This organization has no such token.' });
      }
      request.log.info({ person: person.id, token: request.params.id }, 'token revoked');
      return reply.code(204).send();
    },
  });
}
