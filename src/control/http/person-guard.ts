/**
 * Lets a request through to a route that asks for a signed-in person or a token: session, role and, when the
 * request changes something, origin and CSRF token. Runs before the body is read.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { csrfHeader, type Role } from '../api/api.ts';
import { hasRole } from '../api/authority.ts';
import { identify } from '../peers/fair-gate.ts';
import type { Secret } from '../../core/secret.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import type { AccessTokens } from '../tokens/access-tokens.ts';
import { type Asker, asPerson, asToken } from '../people/asker.ts';
import { isCsrf, readSessionCookie } from '../people/session-cookie.ts';
import type { Sessions, SignedIn } from '../people/sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard; undefined on routes that ask for no person. */
    signedIn: SignedIn | undefined;
    /** Set by the guard on routes for people and read tokens. */
    asker: Asker | undefined;
  }
}

export interface GuardDeps {
  readonly sessions: Sessions;
  readonly tokens: AccessTokens;
  /** Origin of the public address; asked at each request because a free port is known late. */
  readonly publicOrigin: () => string;
}

export function guardPersons(app: FastifyInstance, deps: GuardDeps): void {
  app.decorateRequest('signedIn', undefined);
  app.decorateRequest('asker', undefined);
  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config;
    if (access === undefined || access === 'public' || access === 'own') return;
    if (access === 'reader' || access === 'asker') {
      request.asker = await authenticateAsker(request, deps);
      return;
    }
    const signedIn = await authenticatePerson(request, deps);
    if (signedIn === undefined) throw notSignedIn();
    requireRole(signedIn, access);
    request.signedIn = signedIn;
  });
}

/** Undefined without a valid session. @throws ApiProblem 403 when it is valid but origin or CSRF token is not. */
async function authenticatePerson(request: FastifyRequest, deps: GuardDeps): Promise<SignedIn | undefined> {
  const cookie = readSessionCookie(request.headers.cookie);
  const signedIn = cookie === undefined ? undefined : await identifyPerson(request, cookie, deps);
  if (cookie === undefined || signedIn === undefined) return undefined;
  if (request.method === 'GET' || request.method === 'HEAD') return signedIn;
  checkOrigin(request.headers, deps.publicOrigin());
  if (isCsrf(cookie, request.headers[csrfHeader])) return signedIn;
  throw new ApiProblem({
    status: 403,
    code: 'wrong_csrf_token',
    message: `Send csrf of GET /api/me in the header ${csrfHeader}; reload the page if it came from an earlier sign-in.`,
  });
}

export function identifyPerson(
  request: FastifyRequest,
  cookie: Secret,
  { sessions }: Pick<GuardDeps, 'sessions'>,
): Promise<SignedIn | undefined> {
  return identify(
    request,
    () => sessions.find(cookie),
    ({ person }) => person.id,
  );
}

/** A bearer token decides when there is one, whatever cookie comes with it. */
async function authenticateAsker(request: FastifyRequest, deps: GuardDeps): Promise<Asker> {
  const bearer = readBearer(request.headers.authorization);
  if (bearer === undefined) {
    const signedIn = await authenticatePerson(request, deps);
    if (signedIn === undefined) throw notSignedIn();
    return asPerson(signedIn);
  }
  const holder = await identify(
    request,
    () => deps.tokens.authenticate('read', bearer),
    ({ id }) => id,
  );
  if (holder === undefined) throw wrongToken();
  return asToken(holder);
}

/** Undefined without the header; an empty text for another scheme, which is not a token. */
export function readBearer(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  return /^Bearer +(\S+) *$/iu.exec(authorization)?.[1] ?? '';
}

export function askerOf(request: FastifyRequest): Asker {
  if (request.asker === undefined) throw new Error('the route does not ask for a reader');
  return request.asker;
}

/** Id of the organization that may be read. */
export function readerOf(request: FastifyRequest): string {
  return askerOf(request).organization;
}

export function personOf(request: FastifyRequest): SignedIn {
  if (request.signedIn === undefined) throw new Error('the route does not ask for a person');
  return request.signedIn;
}

export function requireRole({ person }: SignedIn, needed: Role): void {
  if (hasRole(person.role, needed)) return;
  throw new ApiProblem({
    status: 403,
    code: 'role_required',
    message: needed === 'owner' ? 'Only an owner may do this.' : 'Only an owner or an admin may do this.',
  });
}

/** One answer for missing, malformed, unknown, revoked, expired and foreign: it reveals nothing to an attacker. */
export function wrongToken(): ApiProblem {
  return new ApiProblem({
    status: 401,
    code: 'invalid_token',
    message: 'The token is missing, not valid for this call, expired or revoked.',
  });
}

export function notSignedIn(): ApiProblem {
  return new ApiProblem({ status: 401, code: 'not_signed_in', message: 'Sign in with a passkey or a one-time link.' });
}

/**
 * A request that changes something must come from a page of this control plane. The browser says so in `Origin`; a
 * request without it is refused as well, because every browser sends it here.
 * @throws ApiProblem 403 `wrong_origin`, naming the address to use.
 */
export function checkOrigin(headers: IncomingHttpHeaders, publicOrigin: string): void {
  const site = headers['sec-fetch-site'];
  const isSameSite = site === undefined || site === 'same-origin';
  if (headers.origin === publicOrigin && isSameSite) return;
  throw new ApiProblem({
    status: 403,
    code: 'wrong_origin',
    message: `Open Farol at ${publicOrigin}. If people use another address, set that one in FAROL_PUBLIC_URL.`,
  });
}
