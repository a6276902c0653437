/** Creating one-time links, and withdrawing unused ones. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { InvitationCreate, InvitationCreated, SignInLink } from '../api/api.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import { mayActOn } from '../api/authority.ts';
import { type Links, renderLink } from '../people/links.ts';
import type { Member, Members } from '../people/members.ts';
import { personOf, requireRole } from '../http/person-guard.ts';
import { isSuspended } from '../people/present.ts';
import type { SignedIn } from '../people/sessions.ts';

export interface LinkRouteDeps {
  readonly links: Links;
  readonly members: Members;
  readonly publicOrigin: () => string;
}

/** `findPerson` refuses a person on whom the asker may not act. */
export function linkRoutes(
  app: FastifyInstance,
  { links, members, publicOrigin }: LinkRouteDeps,
  findPerson: (asker: SignedIn, id: string) => Promise<Member>,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.route({
    method: 'POST',
    url: '/api/people/invitations',
    config: { access: 'admin', summary: 'Invite a person by a link that works once.' },
    schema: { body: InvitationCreate, response: { 201: InvitationCreated } },
    handler: async (request, reply) => {
      const asker = personOf(request);
      const { name, role } = request.body;
      // A person grants at most their own role.
      requireRole(asker, role);
      const link = { organization: asker.organization.id, name, role, ...maker(asker) };
      const needed = {
        organization: link.organization,
        person: asker.person.id,
        role: role === 'owner' ? role : 'admin',
      } as const;
      const { id, token } = await members.whileHolding(needed, (transaction) => links.mint(link, transaction));
      const { invitations } = await links.listOpen(link.organization);
      const invitation = invitations.find((one) => one.id === id);
      if (invitation === undefined) throw new Error('the invitation was not stored');
      request.log.info({ person: asker.person.id, invitation: id, role }, 'person invited');
      return reply.code(201).send({ invitation, link: renderLink(publicOrigin(), token) });
    },
  });

  typed.route({
    method: 'POST',
    url: '/api/people/:person/links',
    config: { access: 'admin', summary: 'Create a link that signs in a person who has no session.' },
    schema: { params: z.strictObject({ person: z.string().max(64) }), response: { 201: SignInLink } },
    handler: async (request, reply) => {
      const asker = personOf(request);
      const person = await findPerson(asker, request.params.person);
      const link = {
        organization: asker.organization.id,
        person: person.id,
        name: person.name,
        role: person.role,
        ...maker(asker),
      };
      const needed = { organization: link.organization, person: asker.person.id, role: 'admin' } as const;
      const { token, expiresAt } = await members.whileHolding(needed, async (transaction) => {
        if (await isSuspended(transaction, person.id)) throw suspended();
        return links.mint(link, transaction);
      });
      request.log.info({ person: asker.person.id, for: person.id }, 'sign-in link created');
      return reply
        .code(201)
        .send({ link: renderLink(publicOrigin(), token), expires_at: new Date(expiresAt).toISOString() });
    },
  });

  typed.route({
    method: 'DELETE',
    url: '/api/people/links/:link',
    config: { access: 'admin', summary: 'Withdraw an invitation or a sign-in link that was not used yet.' },
    schema: { params: z.strictObject({ link: z.string().max(64) }), response: { 204: z.undefined() } },
    handler: async (request, reply) => {
      const asker = personOf(request);
      const organization = asker.organization.id;
      const link = await links.findOpen(organization, request.params.link);
      if (link === undefined) throw noSuchLink();
      if (link.created_by_id !== asker.person.id) {
        // The role that may create a link may withdraw it, so that an admin cannot undo what only an owner can do.
        const person = link.person_id === null ? undefined : await members.find(organization, link.person_id);
        if (person === undefined) requireRole(asker, link.role === 'owner' ? 'owner' : 'admin');
        else if (!mayActOn(asker.person, person)) requireRole(asker, 'owner');
      }
      if (!(await links.withdraw(organization, link.id, asker.person))) throw noSuchLink();
      request.log.info({ person: asker.person.id, link: link.id }, 'link withdrawn');
      return reply.code(204).send();
    },
  });
}

function suspended(): ApiProblem {
  return new ApiProblem({
    status: 409,
    code: 'role_withdrawn',
    message:
      'The identity provider gives this person no role, so no link would sign them in. Its administrator adds them to a group that has one. To let them in without the provider, remove them and send an invitation.',
  });
}

function maker({ person }: SignedIn): { createdBy: string; createdById: string } {
  return { createdBy: person.name, createdById: person.id };
}

function noSuchLink(): ApiProblem {
  return new ApiProblem({
    status: 404,
    code: 'not_found',
    message: 'This organization has no such open link. It may have been used or withdrawn, or it may have expired.',
  });
}
