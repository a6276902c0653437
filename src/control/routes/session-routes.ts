/** Signing in with a one-time link, a passkey or a provider, signing out, and who I am. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import type { Secret } from '../../core/secret.ts';
import { Me, PersonName, SessionCreate, type SignInWay } from '../api/api.ts';
import { AttemptLimit } from '../peers/attempt-limit.ts';
import { asStranger } from '../peers/fair-gate.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import { firstOwnerName } from '../people/owner-link.ts';
import type { Members } from '../people/members.ts';
import { describeDevice } from './device-words.ts';
import type { Links } from '../people/links.ts';
import type { Challenges } from '../people/passkeys/challenges.ts';
import { passkeySignInRoutes, describeWays } from './passkey-sign-in.ts';
import type { PasskeyRefusal } from '../people/sign-in-refusals.ts';
import type { Passkeys } from '../people/passkeys/passkeys.ts';
import { logEmergency, organizationRoutes } from './organization-routes.ts';
import { checkOrigin, identifyPerson, personOf } from '../http/person-guard.ts';
import { requiresSso, type Sso } from '../people/sso/open-sso.ts';
import { ssoRoutes } from './sso-routes.ts';
import { deriveCsrf, readSessionCookie, renderClearedCookie, renderSessionCookie } from '../people/session-cookie.ts';
import type { Sessions, SignedIn } from '../people/sessions.ts';

export interface SessionRouteDeps {
  readonly clock: Clock;
  readonly links: Links;
  readonly members: Members;
  readonly sessions: Sessions;
  readonly passkeys: Passkeys;
  readonly challenges: Challenges;
  /** Undefined where no identity provider is configured. */
  readonly sso: Sso | undefined;
  readonly metrics: Metrics;
  readonly publicOrigin: () => string;
  /** The certificate of the app's address is issued by the own authority. */
  readonly hasOwnAuthority: () => boolean;
  readonly isProfilerEnabled: (organization: string) => Promise<boolean>;
  readonly onOwnerSignedIn: () => Promise<void>;
  /** Called when a session ends, so that its streams end with it. */
  readonly onSignOut: (session: string) => void;
}

interface Beginning {
  readonly way: SignInWay;
  /** Id of it. */
  readonly person: string;
  /** Id of the passkey that was used. */
  readonly passkey?: string;
}

export function sessionRoutes(app: FastifyInstance, deps: SessionRouteDeps): void {
  const { sessions, links, metrics, sso } = deps;
  const isSsoRequired = (organization: string): boolean => requiresSso(sso, organization);
  const limit = new AttemptLimit(deps.clock, { max: 10, windowSec: 60 });
  const typed = app.withTypeProvider<ZodTypeProvider>();

  const describeMe = async (
    { person, organization }: SignedIn,
    request: FastifyRequest,
    session: Secret,
  ): Promise<Me> => ({
    person,
    organization,
    ...(person.name === firstOwnerName && { unnamed: true }),
    profiler_enabled: await deps.isProfilerEnabled(organization.id),
    csrf: deriveCsrf(session),
    // Behind a proxy the certificate that a pipeline sees is the proxy's.
    ...(deps.hasOwnAuthority() && request.ip === request.socket.remoteAddress && { own_authority: true }),
  });

  const begin = async (
    { way, person, passkey }: Beginning,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Me> => {
    const device = describeDevice(request.headers['user-agent']);
    const { session, signedIn } = await sessions.open(person, { way, device, passkey });
    metrics.signIns.inc({ result: 'ok' });
    request.log.info({ person: signedIn.person.id, way }, 'signed in');
    if (signedIn.person.role === 'owner') await deps.onOwnerSignedIn();
    void reply.header('set-cookie', renderSessionCookie(session, sessions.maxAgeSec));
    return describeMe(signedIn, request, session);
  };

  const findPasskeySession = async (request: FastifyRequest): Promise<SignedIn | undefined> => {
    const cookie = readSessionCookie(request.headers.cookie);
    const found = cookie === undefined ? undefined : await identifyPerson(request, cookie, deps);
    return found?.passkey === undefined ? undefined : found;
  };

  typed.route({
    method: 'POST',
    url: '/api/session',
    config: { access: 'public', summary: 'Sign in with the secret part of a one-time link.' },
    schema: { body: SessionCreate, response: { 200: Me } },
    // Before the body is read: a page of another site must not sign anybody in.
    onRequest: (request, _reply, done) => {
      checkOrigin(request.headers, deps.publicOrigin());
      done();
    },
    handler: async (request, reply) => {
      const { token, instead = false } = request.body;
      const before = await findPasskeySession(request);
      if (before !== undefined && !instead) throw alsoYou(before);
      const person = await asStranger(request, () => links.consume(token, { isSsoRequired })).catch(
        (error: unknown) => {
          metrics.signIns.inc({ result: 'refused' });
          throw slowGuessing(limit, request.callerGroup, error);
        },
      );
      if (before !== undefined) {
        await sessions.end(before.session);
        deps.onSignOut(before.session);
      }
      const me = await begin({ way: 'link', person }, request, reply);
      if (isSsoRequired(me.organization.id)) logEmergency(request, person);
      return me;
    },
  });

  ssoRoutes(app, {
    sso,
    challenges: deps.challenges,
    clock: deps.clock,
    publicOrigin: deps.publicOrigin,
    signIn: (person, request, reply) => begin({ way: 'sso', person }, request, reply),
    onRefused: () => metrics.signIns.inc({ result: 'refused' }),
  });

  passkeySignInRoutes(app, {
    passkeys: deps.passkeys,
    challenges: deps.challenges,
    publicOrigin: deps.publicOrigin,
    isSsoRequired,
    // Without a provider nothing asks the store.
    ways: (request) =>
      sso === undefined
        ? describeWays(deps.publicOrigin())
        : asStranger(request, () => describeWays(deps.publicOrigin(), sso)),
    signIn: (by, request, reply) => begin({ way: 'passkey', ...by }, request, reply),
    onRefused: (error, request) => {
      metrics.signIns.inc({ result: 'refused' });
      return slowGuessing(limit, request.callerGroup, error);
    },
  });

  organizationRoutes(app, {
    sessions,
    links,
    passkeys: deps.passkeys,
    isSsoRequired,
    onSignOut: deps.onSignOut,
    describeMe,
    onRefused: (error, request) => slowGuessing(limit, request.callerGroup, error),
  });

  typed.route({
    method: 'GET',
    url: '/api/me',
    config: { access: 'member', summary: 'Who is signed in, and the CSRF token of the session.' },
    schema: { response: { 200: Me } },
    handler: (request) => {
      const session = readSessionCookie(request.headers.cookie);
      if (session === undefined) throw new Error('the guard lets no request without a session through');
      return describeMe(personOf(request), request, session);
    },
  });

  typed.route({
    method: 'PUT',
    url: '/api/me/name',
    config: { access: 'member', summary: 'Change the own name, as others see it.' },
    schema: { body: PersonName, response: { 200: Me } },
    handler: async (request) => {
      const session = readSessionCookie(request.headers.cookie);
      if (session === undefined) throw new Error('the guard lets no request without a session through');
      const asker = personOf(request);
      const { name } = request.body;
      await deps.members.rename(asker.organization.id, asker.person, name);
      return describeMe({ ...asker, person: { ...asker.person, name } }, request, session);
    },
  });

  typed.route({
    method: 'DELETE',
    url: '/api/session',
    config: { access: 'member', summary: 'Sign out: the session ends on the server, not only in the browser.' },
    schema: { response: { 204: z.undefined() } },
    handler: async (request, reply) => {
      const { session } = personOf(request);
      await sessions.end(session);
      deps.onSignOut(session);
      return reply.code(204).header('set-cookie', renderClearedCookie()).header('clear-site-data', '"cache"').send();
    },
  });
}

/** The link was not read: who opens a link while signed in may be the same human or somebody else. */
function alsoYou({ person, organization }: SignedIn): ApiProblem {
  return new ApiProblem({
    status: 409,
    code: 'also_you',
    message: `This browser is signed in as ${person.name} at ${organization.name}. Send the link to /api/session/join if that is you as well, or with instead: true to sign in as the person of the link. It was not used.`,
  });
}

/** A passkey with a copy has signed: its holder does not guess. */
const guesses = [
  'link_invalid',
  'passkey_challenge',
  'passkey_unknown',
  'passkey_refused',
] as const satisfies readonly ('link_invalid' | PasskeyRefusal)[];
const countedCodes: ReadonlySet<string> = new Set(guesses);

/**
 * The link or passkey is checked before the limit, so that one that works always works, whatever others
 * behind the same address tried. Who holds a used or expired link does not guess and is not counted.
 */
function slowGuessing(limit: AttemptLimit, caller: string, error: unknown): unknown {
  if (!(error instanceof ApiProblem) || !countedCodes.has(error.code)) return error;
  const waitSec = limit.waitSec(caller);
  limit.recordFailure(caller);
  if (waitSec === undefined) return error;
  return new ApiProblem({
    status: 429,
    code: 'too_many_attempts',
    message:
      'Too many wrong links and passkeys came from this address. Open the whole link; a correct one works at once.',
    retryAfterSec: waitSec,
  });
}
