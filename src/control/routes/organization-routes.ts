/**
 * One human in several organizations: which they are, changing to another, and joining one by its link. A session is
 * for one organization at a time; a change makes a new one. Only a session that a passkey began can change: a link is
 * made by people of one organization, and must not open another.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Secret } from '../../core/secret.ts';
import { Me, OrganizationList, OrganizationSwitch, SessionCreate } from '../api/api.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import { describeDevice } from './device-words.ts';
import type { Links } from '../people/links.ts';
import { passkeyNeeded, type Passkeys } from '../people/passkeys/passkeys.ts';
import { notSignedIn, personOf } from '../http/person-guard.ts';
import { renderSessionCookie } from '../people/session-cookie.ts';
import { refuseSso } from '../people/sign-in-refusals.ts';
import type { Sessions, SignedIn } from '../people/sessions.ts';

export interface OrganizationRouteDeps {
  readonly sessions: Sessions;
  readonly links: Links;
  readonly passkeys: Passkeys;
  /** Whether people of an organization come in by the identity provider alone. */
  readonly isSsoRequired: (organization: string) => boolean;
  /** Called when a session ends, so that its streams end with it. */
  readonly onSignOut: (session: string) => void;
  readonly describeMe: (signedIn: SignedIn, request: FastifyRequest, session: Secret) => Promise<Me>;
  /** Counts a refused link; returns what to answer. */
  readonly onRefused: (error: unknown, request: FastifyRequest) => unknown;
}

export function organizationRoutes(app: FastifyInstance, deps: OrganizationRouteDeps): void {
  const { sessions, links, passkeys, isSsoRequired } = deps;
  const typed = app.withTypeProvider<ZodTypeProvider>();

  const change = async (from: SignedIn, person: string, request: FastifyRequest, reply: FastifyReply): Promise<Me> => {
    const device = describeDevice(request.headers['user-agent']);
    const moved = await sessions.move(from, person, device);
    if (moved === undefined) throw notSignedIn();
    const { session, signedIn } = moved;
    deps.onSignOut(from.session);
    request.log.info({ person: from.person.id, as: signedIn.person.id }, 'organization switched');
    void reply.header('set-cookie', renderSessionCookie(session, sessions.maxAgeSec));
    void reply.header('clear-site-data', '"cache"');
    return deps.describeMe(signedIn, request, session);
  };

  typed.route({
    method: 'GET',
    url: '/api/session/organizations',
    config: { access: 'member', summary: 'Organizations that this session can be switched to, and its own.' },
    schema: { response: { 200: OrganizationList } },
    handler: async (request) => {
      const { organization: own, passkey } = personOf(request);
      const opened = passkey === undefined ? [] : await passkeys.listOpened(passkey);
      const others = opened.map(({ organization }) => organization).filter(({ id }) => id !== own.id);
      return {
        organizations: [{ ...own, current: true }, ...others.map((one) => ({ ...one, current: false }))],
        joins: passkey !== undefined,
      };
    },
  });

  typed.route({
    method: 'PUT',
    url: '/api/session/organization',
    config: { access: 'member', summary: 'Switch to another organization: a new session, and this one ends.' },
    schema: { body: OrganizationSwitch, response: { 200: Me } },
    handler: async (request, reply) => {
      const from = personOf(request);
      const opened = from.passkey === undefined ? [] : await passkeys.listOpened(from.passkey);
      const to = opened.find(({ organization }) => organization.id === request.body.organization);
      if (to === undefined) throw noSuchOrganization();
      if (isSsoRequired(to.organization.id)) throw refuseSso('sso_required');
      return change(from, to.person.id, request, reply);
    },
  });

  typed.route({
    method: 'POST',
    url: '/api/session/join',
    config: {
      access: 'member',
      summary:
        'Use a link of another organization as the same human: the passkey of this session opens both, and the session is switched.',
    },
    schema: { body: SessionCreate.pick({ token: true }), response: { 200: Me } },
    handler: async (request, reply) => {
      const from = personOf(request);
      if (from.passkey === undefined) throw passkeyNeeded();
      const person = await links
        .consume(request.body.token, { claim: passkeys.claimWith(from.passkey), isSsoRequired })
        .catch((error: unknown) => {
          throw deps.onRefused(error, request);
        });
      const me = await change(from, person, request, reply);
      if (isSsoRequired(me.organization.id)) logEmergency(request, person);
      return me;
    },
  });
}

/** Of an owner link made on the machine, the only one that works there. */
export function logEmergency(request: FastifyRequest, person: string): void {
  request.log.warn({ person }, 'an owner signed in by an emergency link beside forced single sign-on');
}

/** The same for one that does not exist and one that the passkey does not open. */
function noSuchOrganization(): ApiProblem {
  return new ApiProblem({
    status: 404,
    code: 'not_found',
    message: 'Your passkey opens no such organization. After signing in with a link, sign in with a passkey to switch.',
  });
}
