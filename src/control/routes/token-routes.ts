/** Tokens of the organization: list, make, rotate, revoke. The value leaves once, in the answer that made it. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { TokenCreate, TokenCreated, TokenList, TokenRotate } from '../api/api.ts';
import type { Members } from '../people/members.ts';
import { personOf } from '../http/person-guard.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import { createToken, listTokens, revokeToken, rotateToken, type TokenDeps } from '../tokens/token-catalog.ts';

const Params = z.strictObject({ id: z.string().max(64) });

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
    method: 'POST',
    url: '/api/tokens/:id/rotate',
    config: {
      access: 'admin',
      summary:
        'Replace a token by a new value of the same kind, name and scopes. The former value works for the hours of the overlap.',
    },
    schema: { params: Params, body: TokenRotate, response: { 201: TokenCreated } },
    handler: async (request, reply) => {
      const { organization, person } = personOf(request);
      const { id } = request.params;
      const { overlap_hours: overlapHours } = request.body;
      const holder = { organization: organization.id, person: person.id, role: 'admin' } as const;
      const rotation = { organization: organization.id, id, by: person, overlapHours };
      const rotated = await rotateToken(deps, rotation, (work) => members.whileHolding(holder, work));
      if (rotated === undefined) throw noSuchToken();
      request.log.info({ person: person.id, token: id, replaced_by: rotated.token.id, overlapHours }, 'token rotated');
      return reply.code(201).send(rotated);
    },
  });

  typed.route({
    method: 'DELETE',
    url: '/api/tokens/:id',
    config: { access: 'admin', summary: 'Revoke a token. Enrolled instances stay.' },
    schema: { params: Params, response: { 204: z.undefined() } },
    handler: async (request, reply) => {
      const { organization, person } = personOf(request);
      if (!(await revokeToken(deps, organization.id, { id: request.params.id, by: person }))) {
        throw noSuchToken();
      }
      request.log.info({ person: person.id, token: request.params.id }, 'token revoked');
      return reply.code(204).send();
    },
  });
}

function noSuchToken(): ApiProblem {
  return new ApiProblem({ status: 404, code: 'not_found', message: 'This organization has no such token.' });
}
