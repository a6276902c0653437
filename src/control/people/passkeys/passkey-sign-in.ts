/** Signing in with a passkey: nobody types a name, because the passkey says whose it is. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { Me, PasskeyRequestOptions, PasskeySignIn, SignInWays } from '../../api.ts';
import { asStranger } from '../../http/fair-gate.ts';
import { checkOrigin } from '../check-origin.ts';
import type { Sso } from '../sso/open-sso.ts';
import { refuseSso } from '../sso/sso-refusals.ts';
import {
  challengeMs,
  type Challenges,
  readChallengeCookie,
  renderChallengeCookie,
  renderClearedChallenge,
} from './challenges.ts';
import { refusePasskey } from './passkey-refusals.ts';
import type { Passkeys } from './passkeys.ts';
import { requireRelyingParty } from './relying-party.ts';
import { describeWays } from './sign-in-ways.ts';
import { verifySignature } from './verify-passkey.ts';

export interface PasskeySignInDeps {
  readonly passkeys: Passkeys;
  readonly challenges: Challenges;
  readonly publicOrigin: () => string;
  readonly sso: Sso | undefined;
  /** Begins a session of this person and says so to the browser. */
  readonly signIn: (person: string, request: FastifyRequest, reply: FastifyReply) => Promise<Me>;
  /** Counts a refused try; returns what to answer. */
  readonly onRefused: (error: unknown, request: FastifyRequest) => unknown;
}

export function passkeySignInRoutes(app: FastifyInstance, deps: PasskeySignInDeps): void {
  const { challenges, publicOrigin, sso } = deps;
  const typed = app.withTypeProvider<ZodTypeProvider>();
  // Before the body is read: a page of another site must not sign anybody in.
  const onRequest = (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
    checkOrigin(request.headers, publicOrigin());
    if (sso?.settings.isForced === true) throw refuseSso('sso_required');
    done();
  };

  typed.route({
    method: 'GET',
    url: '/api/session/ways',
    config: { access: 'public', summary: 'Ways to sign in at this address.' },
    schema: { response: { 200: SignInWays } },
    handler: () => describeWays(publicOrigin(), sso),
  });

  typed.route({
    method: 'POST',
    url: '/api/session/passkey/options',
    config: { access: 'public', summary: 'Begin to sign in with a passkey: what navigator.credentials.get needs.' },
    schema: { response: { 200: PasskeyRequestOptions } },
    onRequest,
    handler: async (request, reply) => {
      const { id: rpId } = requireRelyingParty(publicOrigin());
      const { challenge, ticket } = await asStranger(request, () => challenges.issue({ caller: request.callerGroup }));
      void reply.header('set-cookie', renderChallengeCookie(ticket));
      return { challenge, rpId, timeout: challengeMs, userVerification: 'required' as const };
    },
  });

  typed.route({
    method: 'POST',
    url: '/api/session/passkey',
    config: { access: 'public', summary: 'Sign in with what the passkey signed.' },
    schema: { body: PasskeySignIn, response: { 200: Me } },
    onRequest,
    handler: async (request, reply) => {
      void reply.header('set-cookie', renderClearedChallenge());
      const person = await asStranger(request, () => prove(request.body, request, deps)).catch((error: unknown) => {
        throw deps.onRefused(error, request);
      });
      return deps.signIn(person, request, reply);
    },
  });
}

/** Whose passkey it is. @throws ApiProblem 401 with a code of `passkeyRefusals`. */
async function prove(
  answer: PasskeySignIn,
  request: FastifyRequest,
  { passkeys, challenges, publicOrigin }: PasskeySignInDeps,
): Promise<string> {
  const party = requireRelyingParty(publicOrigin());
  const challenge = await challenges.take(readChallengeCookie(request.headers.cookie));
  if (challenge === undefined) throw refusePasskey('passkey_challenge');
  const passkey = await passkeys.find(answer.id, party.id);
  if (passkey === undefined) throw refusePasskey('passkey_unknown');
  const { id, person_id: person } = passkey;
  const named = answer.userHandle === undefined ? person : Buffer.from(answer.userHandle, 'base64url').toString();
  const counter = await verifySignature(answer, passkey, { ...party, challenge });
  if (counter === undefined || named !== person) throw refusePasskey('passkey_refused');
  if (!(await passkeys.noteUse(id, counter))) {
    request.log.warn({ person, passkey: id }, 'a passkey was refused because its counter did not go up: it has a copy');
    throw refusePasskey('passkey_cloned');
  }
  return person;
}
