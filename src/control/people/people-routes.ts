/** Who belongs to the organization, and how others come in. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { TokenView } from '../api.ts';
import { People, PersonAccess, PersonRemoval } from '../api.ts';
import { ApiProblem } from '../http/api-problem.ts';
import { mayActOn, type Ranked } from './authority.ts';
import { linkRoutes } from './link-routes.ts';
import type { Links } from './links.ts';
import type { Member, Members } from './members.ts';
import { personOf } from './person-guard.ts';
import type { Passkeys } from './passkeys/passkeys.ts';
import { sessionListRoutes } from './session-list-routes.ts';
import type { Sessions, SignedIn } from './sessions.ts';

export interface PeopleRouteDeps {
  readonly links: Links;
  readonly members: Members;
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
  const { links, members, sessions, passkeys, listTokensOf, onEnded } = deps;
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
      const { organization } = personOf(request);
      return { people: await members.list(organization.id), ...(await links.listOpen(organization.id)) };
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
}

function requireAbove(asker: Ranked, person: Ranked): void {
  if (mayActOn(asker, person)) return;
  throw new ApiProblem({
    status: 403,
    code: 'role_required',
    message: 'Only an owner may do this to an owner or an admin.',
  });
}

function noSuchPerson(): ApiProblem {
  return new ApiProblem({ status: 404, code: 'not_found', message: 'This organization has no such person.' });
}
