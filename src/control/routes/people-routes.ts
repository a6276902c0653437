/** Who belongs to the organization, and how others come in. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type TokenView, People, PersonAccess, PersonRemoval } from '../api/api.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import { hasRole, mayActOn, type Ranked } from '../api/authority.ts';
import { linkRoutes } from './link-routes.ts';
import type { Links } from '../people/links.ts';
import type { Member, Members } from '../people/members.ts';
import { personOf } from '../http/person-guard.ts';
import type { Passkeys } from '../people/passkeys/passkeys.ts';
import type { Readmissions } from '../people/sso/readmissions.ts';
import { sessionListRoutes } from './session-list-routes.ts';
import type { Sessions, SignedIn } from '../people/sessions.ts';

export interface PeopleRouteDeps {
  readonly links: Links;
  readonly members: Members;
  readonly readmissions: Readmissions;
  readonly sessions: Sessions;
  readonly passkeys: Passkeys;
  /** Tokens of the organization that this person made and that still work. */
  readonly listTokensOf: (organization: string, person: string) => Promise<TokenView[]>;
  readonly publicOrigin: () => string;
  /** Called when sessions end, so that their open streams end with them. */
  readonly onEnded: (sessions: readonly string[]) => void;
}

const PersonParams = z.strictObject({ person: z.string().max(64) });

export function peopleRoutes(app: FastifyInstance, deps: PeopleRouteDeps): void {
  const { links, members, readmissions, sessions, passkeys, listTokensOf, onEnded } = deps;
  const typed = app.withTypeProvider<ZodTypeProvider>();

  /** The person of the address, on whom the asker may act. */
  const findPerson = async ({ organization, person: asker }: SignedIn, id: string): Promise<Member> => {
    const person = await members.find(organization.id, id);
    if (person === undefined) throw noSuchPerson();
    requireAbove(asker, person);
    return person;
  };

  typed.route({
    method: 'GET',
    url: '/api/people',
    config: { access: 'member', summary: 'People, open invitations and open sign-in links of the organization.' },
    schema: { response: { 200: People } },
    handler: async (request) => {
      const { organization, person } = personOf(request);
      const removed = hasRole(person.role, 'admin') ? await readmissions.list(organization.id) : [];
      return {
        people: await members.list(organization.id),
        ...(await links.listOpen(organization.id)),
        ...(removed.length > 0 && { removed }),
      };
    },
  });

  linkRoutes(app, deps, findPerson);
  sessionListRoutes(app, { sessions, onEnded: (session) => onEnded([session]), findPerson });

  typed.route({
    method: 'GET',
    url: '/api/people/:person/access',
    config: {
      access: 'admin',
      summary: 'Sessions, passkeys, links and tokens of a person that still give access and that removal withdraws.',
    },
    schema: { params: PersonParams, response: { 200: PersonAccess } },
    handler: async (request) => {
      const asker = personOf(request);
      const { id } = await findPerson(asker, request.params.person);
      const organization = asker.organization.id;
      return {
        ...(await links.listOpen(organization, id)),
        sessions: await sessions.list(id, asker.session),
        passkeys: (await passkeys.list(id, undefined)).map(({ name }) => name),
        tokens: await listTokensOf(organization, id),
        invited: await members.listInvitedBy(organization, id),
      };
    },
  });

  typed.route({
    method: 'DELETE',
    url: '/api/people/:person',
    config: {
      access: 'admin',
      summary: 'Remove a person: their sessions, passkeys, open links and tokens end at once.',
    },
    schema: { params: PersonParams, querystring: PersonRemoval, response: { 204: z.undefined() } },
    handler: async (request, reply) => {
      const asker = personOf(request);
      const person = await findPerson(asker, request.params.person);
      const keepsTokens = request.query.tokens === 'keep';
      onEnded(await members.remove(asker.organization.id, person.id, { keepsTokens, by: asker.person }));
      request.log.info({ person: asker.person.id, removed: person.id, tokens: request.query.tokens }, 'person removed');
      return reply.code(204).send();
    },
  });

  typed.route({
    method: 'POST',
    url: '/api/people/:person/readmission',
    config: {
      access: 'admin',
      summary: 'Let a removed person sign in by the identity provider again, as a new person.',
    },
    schema: { params: PersonParams, response: { 204: z.undefined() } },
    handler: async (request, reply) => {
      const { organization: here, person: asker } = personOf(request);
      const organization = here.id;
      const removed = await readmissions.find(organization, request.params.person);
      if (removed === undefined) throw nobodyToReadmit();
      requireAbove(asker, removed);
      await members.whileHolding({ organization, person: asker.id, role: 'admin' }, (transaction) =>
        readmissions.readmit(transaction, { organization, removed, by: asker }),
      );
      request.log.info({ person: asker.id, readmitted: removed.id }, 'person readmitted');
      return reply.code(204).send();
    },
  });
}

function requireAbove(asker: Ranked, person: Ranked): void {
  if (mayActOn(asker, person)) return;
  throw new ApiProblem({
    status: 403,
    code: 'role_required',
    message: 'Only an owner may do this to an owner or an admin.',
  });
}

function nobodyToReadmit(): ApiProblem {
  return new ApiProblem({
    status: 404,
    code: 'not_found',
    message:
      'No such person of the identity provider was removed from this organization. Everybody else comes in by an invitation.',
  });
}

function noSuchPerson(): ApiProblem {
  return new ApiProblem({ status: 404, code: 'not_found', message: 'This organization has no such person.' });
}
