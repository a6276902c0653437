/** Sessions as their owner sees them, and as an admin sees those of others: which there are, and ending one. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { SessionList } from '../api/api.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import type { Member } from '../people/members.ts';
import { personOf } from '../http/person-guard.ts';
import type { Sessions, SignedIn } from '../people/sessions.ts';

export interface SessionListDeps {
  readonly sessions: Sessions;
  /** Called when a session ends, so that its streams end with it. */
  readonly onEnded: (session: string) => void;
  /** The person of the address, on whom the asker may act. */
  readonly findPerson: (asker: SignedIn, id: string) => Promise<Member>;
}

const Id = z.string().max(64);

export function sessionListRoutes(app: FastifyInstance, { sessions, onEnded, findPerson }: SessionListDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  const end = async (asker: SignedIn, person: Pick<Member, 'id' | 'name'>, session: string): Promise<void> => {
    const organization = asker.organization.id;
    if (!(await sessions.endOf({ organization, person, session, by: asker.person }))) throw noSuchSession();
    onEnded(session);
  };

  typed.route({
    method: 'GET',
    url: '/api/sessions',
    config: { access: 'member', summary: 'Sessions of the signed-in person, the last used first.' },
    schema: { response: { 200: SessionList } },
    handler: async (request) => {
      const { person, session } = personOf(request);
      return { sessions: await sessions.list(person.id, session) };
    },
  });

  typed.route({
    method: 'DELETE',
    url: '/api/sessions/:session',
    config: { access: 'member', summary: 'End an own session on another device.' },
    schema: { params: z.strictObject({ session: Id }), response: { 204: z.undefined() } },
    handler: async (request, reply) => {
      const asker = personOf(request);
      await end(asker, asker.person, request.params.session);
      return reply.code(204).send();
    },
  });

  typed.route({
    method: 'DELETE',
    url: '/api/people/:person/sessions/:session',
    config: { access: 'admin', summary: 'End a session of another person.' },
    schema: { params: z.strictObject({ person: Id, session: Id }), response: { 204: z.undefined() } },
    handler: async (request, reply) => {
      const asker = personOf(request);
      await end(asker, await findPerson(asker, request.params.person), request.params.session);
      return reply.code(204).send();
    },
  });
}

function noSuchSession(): ApiProblem {
  return new ApiProblem({ status: 404, code: 'not_found', message: 'There is no such session. It may have ended.' });
}
