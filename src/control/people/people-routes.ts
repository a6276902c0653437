/** Who belongs to the organization, and how others come in. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Role } from '../api.ts';
import { InvitationCreate, InvitationCreated, People, SignInLink } from '../api.ts';
import { hasRole } from '../http/access.ts';
import { ApiProblem } from '../problem.ts';
import { type Links, renderLink } from './links.ts';
import type { Members } from './members.ts';
import { personOf, requireRole } from './person-guard.ts';

export interface PeopleRouteDeps {
  readonly links: Links;
  readonly members: Members;
  readonly publicOrigin: () => string;
  /** Told when a person is removed, so that open streams end. */
  readonly onRemoved: (sessions: readonly string[]) => void;
}

const PersonParams = z.strictObject({ person: z.string().max(64) });

export function peopleRoutes(app: FastifyInstance, { links, members, publicOrigin, onRemoved }: PeopleRouteDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.route({
    method: 'GET',
    url: '/api/people',
    config: { access: 'member', summary: 'People and open invitations of the organization.' },
    schema: { response: { 200: People } },
    handler: async (request) => {
      const { organization } = personOf(request);
      return { people: await members.list(organization.id), invitations: await links.listOpen(organization.id) };
    },
  });

  typed.route({
    method: 'POST',
    url: '/api/people/invitations',
    config: { access: 'admin', summary: 'Invite a person by a link that works once.' },
    schema: { body: InvitationCreate, response: { 201: InvitationCreated } },
    handler: async (request, reply) => {
      const asker = personOf(request);
      const { name, role } = request.body;
      // Nobody hands out more than they hold.
      requireRole(asker, role);
      const { id, token } = await links.mint({
        organization: asker.organization.id,
        name,
        role,
        createdBy: asker.person.name,
      });
      const invitation = (await links.listOpen(asker.organization.id)).find((one) => one.id === id);
      if (invitation === undefined) throw new Error('the invitation was not stored');
      request.log.info({ person: asker.person.id, invitation: id, role }, 'person invited');
      return reply.code(201).send({ invitation, link: renderLink(publicOrigin(), token) });
    },
  });

  typed.route({
    method: 'POST',
    url: '/api/people/:person/links',
    config: { access: 'admin', summary: 'Make a link that signs in a person who has no session left.' },
    schema: { params: PersonParams, response: { 201: SignInLink } },
    handler: async (request, reply) => {
      const asker = personOf(request);
      const person = await members.find(asker.organization.id, request.params.person);
      if (person === undefined) throw noSuchPerson();
      requireAbove(asker.person, person);
      const { token, expiresAt } = await links.mint({
        organization: asker.organization.id,
        person: person.id,
        name: person.name,
        role: person.role,
        createdBy: asker.person.name,
      });
      request.log.info({ person: asker.person.id, for: person.id }, 'sign-in link made');
      return reply
        .code(201)
        .send({ link: renderLink(publicOrigin(), token), expires_at: new Date(expiresAt).toISOString() });
    },
  });

  typed.route({
    method: 'DELETE',
    url: '/api/people/:person',
    config: { access: 'admin', summary: 'Remove a person: sessions and open links end at once.' },
    schema: { params: PersonParams, response: { 204: z.undefined() } },
    handler: async (request, reply) => {
      const asker = personOf(request);
      const person = await members.find(asker.organization.id, request.params.person);
      if (person === undefined) throw noSuchPerson();
      requireAbove(asker.person, person);
      onRemoved(await members.remove(asker.organization.id, person.id));
      request.log.info({ person: asker.person.id, removed: person.id }, 'person removed');
      return reply.code(204).send();
    },
  });
}

interface Ranked {
  readonly id: string;
  readonly role: Role;
}

/** An owner acts on anybody; an admin on members, or a sign-in link for an equal would be a way to act as that person. */
function requireAbove(asker: Ranked, person: Ranked): void {
  if (asker.role === 'owner' || asker.id === person.id || !hasRole(person.role, asker.role)) return;
  throw new ApiProblem({
    status: 403,
    code: 'role_required',
    message: 'Only an owner may do this to an owner or an admin.',
  });
}

function noSuchPerson(): ApiProblem {
  return new ApiProblem({ status: 404, code: 'not_found', message: 'This organization has no such person.' });
}
