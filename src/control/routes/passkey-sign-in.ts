/** Signing in with a passkey: nobody types a name, because the passkey says whose it is. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import {
  Me,
  OrganizationChoice,
  OrganizationChosen,
  PasskeyRequestOptions,
  PasskeySignIn,
  SignInWays,
} from '../api/api.ts';
import { asStranger } from '../peers/fair-gate.ts';
import { checkOrigin } from '../http/person-guard.ts';
import { refuseSso, refusePasskey } from '../people/sign-in-refusals.ts';
import {
  challengeMs,
  type Challenges,
  readChallengeCookie,
  renderChallengeCookie,
  renderClearedChallenge,
} from '../people/passkeys/challenges.ts';
import type { FoundPasskey, Passkeys } from '../people/passkeys/passkeys.ts';
import { requireRelyingParty, relyingPartyOf } from '../people/passkeys/relying-party.ts';
import { verifySignature } from '../people/passkeys/verify-passkey.ts';
import { describeSso, type Sso } from '../people/sso/open-sso.ts';

/** A passkey that was verified, and the person of it who comes in. */
export interface ProvedPasskey {
  readonly passkey: string;
  readonly person: string;
}

export interface PasskeySignInDeps {
  readonly passkeys: Passkeys;
  readonly challenges: Challenges;
  readonly publicOrigin: () => string;
  /** Whether people of an organization come in by the identity provider alone. */
  readonly isSsoRequired: (organization: string) => boolean;
  readonly ways: (request: FastifyRequest) => Promise<SignInWays>;
  /** Begins a session of this person and says so to the browser. */
  readonly signIn: (by: ProvedPasskey, request: FastifyRequest, reply: FastifyReply) => Promise<Me>;
  /** Counts a refused try; returns what to answer. */
  readonly onRefused: (error: unknown, request: FastifyRequest) => unknown;
}

export function passkeySignInRoutes(app: FastifyInstance, deps: PasskeySignInDeps): void {
  const { challenges, publicOrigin, isSsoRequired } = deps;
  const typed = app.withTypeProvider<ZodTypeProvider>();
  // Before the body is read: a page of another site must not sign anybody in.
  const onRequest = (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
    checkOrigin(request.headers, publicOrigin());
    done();
  };

  typed.route({
    method: 'GET',
    url: '/api/session/ways',
    config: { access: 'public', summary: 'Ways to sign in at this address.' },
    schema: { response: { 200: SignInWays } },
    handler: (request) => deps.ways(request),
  });

  typed.route({
    method: 'POST',
    url: '/api/session/passkey/options',
    config: { access: 'public', summary: 'Begin to sign in with a passkey: what navigator.credentials.get needs.' },
    schema: { response: { 200: PasskeyRequestOptions } },
    onRequest,
    handler: (_request, reply) => {
      const { id: rpId } = requireRelyingParty(publicOrigin());
      const { challenge, ticket } = challenges.issue({ to: 'sign_in' });
      void reply.header('set-cookie', renderChallengeCookie(ticket));
      return { challenge, rpId, timeout: challengeMs, userVerification: 'required' as const };
    },
  });

  typed.route({
    method: 'POST',
    url: '/api/session/passkey',
    config: {
      access: 'public',
      summary: 'Sign in with what the passkey signed. 202 asks which organization, when it opens several.',
    },
    schema: { body: PasskeySignIn, response: { 200: Me, 202: OrganizationChoice } },
    onRequest,
    handler: async (request, reply) => {
      void reply.header('set-cookie', renderClearedChallenge());
      const { id: passkey, opens: all } = await asStranger(request, () => prove(request.body, request, deps)).catch(
        (error: unknown) => {
          throw deps.onRefused(error, request);
        },
      );
      const opens = all.filter(({ organization }) => !isSsoRequired(organization.id));
      const [only] = opens;
      if (only === undefined) throw refuseSso('sso_required');
      if (opens.length === 1) return deps.signIn({ passkey, person: only.person.id }, request, reply);
      const { ticket } = challenges.issue({ to: 'choose_organization', of: passkey });
      void reply.code(202).header('set-cookie', renderChallengeCookie(ticket));
      return { organizations: opens.map(({ organization }) => organization) };
    },
  });

  typed.route({
    method: 'POST',
    url: '/api/session/choice',
    config: {
      access: 'public',
      summary: 'Sign in to one of the organizations that the passkey opens, within five minutes of using it.',
    },
    schema: { body: OrganizationChosen, response: { 200: Me } },
    onRequest,
    handler: async (request, reply) => {
      void reply.header('set-cookie', renderClearedChallenge());
      const chosen = await asStranger(request, () => choose(request.body, request, deps)).catch((error: unknown) => {
        throw deps.onRefused(error, request);
      });
      return deps.signIn(chosen, request, reply);
    },
  });
}

/** @throws ApiProblem 401 `passkey_challenge`, also when the passkey no longer opens that organization. */
async function choose(
  { passkey: credential, organization }: OrganizationChosen,
  request: FastifyRequest,
  { passkeys, challenges, publicOrigin, isSsoRequired }: PasskeySignInDeps,
): Promise<ProvedPasskey> {
  const passkey = await passkeys.find(credential, requireRelyingParty(publicOrigin()).id);
  const ticket = readChallengeCookie(request.headers.cookie);
  const proof =
    passkey === undefined ? undefined : await challenges.take(ticket, { to: 'choose_organization', of: passkey.id });
  const chosen = passkey?.opens.find((one) => one.organization.id === organization);
  if (passkey === undefined || proof === undefined || chosen === undefined) throw refusePasskey('passkey_challenge');
  if (isSsoRequired(organization)) throw refuseSso('sso_required');
  return { passkey: passkey.id, person: chosen.person.id };
}

/** Whose passkey it is. @throws ApiProblem 401 with a code of `passkeyRefusals`. */
async function prove(
  answer: PasskeySignIn,
  request: FastifyRequest,
  { passkeys, challenges, publicOrigin }: PasskeySignInDeps,
): Promise<FoundPasskey> {
  const party = requireRelyingParty(publicOrigin());
  const challenge = await challenges.take(readChallengeCookie(request.headers.cookie), { to: 'sign_in' });
  if (challenge === undefined) throw refusePasskey('passkey_challenge');
  const passkey = await passkeys.find(answer.id, party.id);
  if (passkey === undefined) throw refusePasskey('passkey_unknown');
  const { id } = passkey;
  const person = passkey.user_handle ?? passkey.person_id;
  const named = answer.userHandle === undefined ? person : Buffer.from(answer.userHandle, 'base64url').toString();
  const counter = await verifySignature(answer, passkey, { ...party, challenge });
  if (counter === undefined || named !== person) throw refusePasskey('passkey_refused');
  if (!(await passkeys.noteUse(id, counter))) {
    request.log.warn({ person, passkey: id }, 'a passkey was refused because its counter did not go up: it has a copy');
    throw refusePasskey('passkey_cloned');
  }
  return passkey;
}

/** What the sign-in page offers. */
export async function describeWays(publicOrigin: string, sso?: Sso): Promise<SignInWays> {
  const passkeys = relyingPartyOf(publicOrigin) !== undefined;
  return { address: publicOrigin, passkeys, ...(sso && { sso: await describeSso(sso, publicOrigin) }) };
}
