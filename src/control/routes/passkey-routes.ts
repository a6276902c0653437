/** A person's own passkeys: listing, adding and removing them. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { PasskeyCreate, PasskeyCreateOptions, PasskeyList, PasskeyView } from '../api/api.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import { personOf } from '../http/person-guard.ts';
import {
  challengeMs,
  type Challenges,
  readChallengeCookie,
  renderChallengeCookie,
  renderClearedChallenge,
} from '../people/passkeys/challenges.ts';
import type { SignedIn } from '../people/sessions.ts';
import { refusePasskey } from '../people/sign-in-refusals.ts';
import type { Holder, Passkeys } from '../people/passkeys/passkeys.ts';
import { relyingPartyOf, requireRelyingParty } from '../people/passkeys/relying-party.ts';
import { describeWays } from './passkey-sign-in.ts';
import { algorithms, verifyNewPasskey } from '../people/passkeys/verify-passkey.ts';

export interface PasskeyRouteDeps {
  readonly passkeys: Passkeys;
  readonly challenges: Challenges;
  readonly publicOrigin: () => string;
  /** Called when sessions end, so that their streams end with them. */
  readonly onEnded: (sessions: readonly string[]) => void;
}

export function passkeyRoutes(
  app: FastifyInstance,
  { passkeys, challenges, publicOrigin, onEnded }: PasskeyRouteDeps,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.route({
    method: 'GET',
    url: '/api/passkeys',
    config: { access: 'member', summary: 'Passkeys of the signed-in person.' },
    schema: { response: { 200: PasskeyList } },
    handler: async (request) => ({
      ways: await describeWays(publicOrigin()),
      passkeys: await passkeys.list(personOf(request).person.id, relyingPartyOf(publicOrigin())?.id),
    }),
  });

  typed.route({
    method: 'POST',
    url: '/api/passkeys/options',
    config: { access: 'member', summary: 'Begin to add a passkey: what navigator.credentials.create needs.' },
    schema: { response: { 200: PasskeyCreateOptions } },
    handler: async (request, reply) => {
      const { person, organization } = personOf(request);
      const { id: rpId } = requireRelyingParty(publicOrigin());
      const { challenge, ticket } = challenges.issue({ to: 'add_passkey', of: person.id });
      void reply.header('set-cookie', renderChallengeCookie(ticket));
      return {
        challenge,
        rp: { id: rpId, name: 'Farol' },
        user: {
          id: Buffer.from(person.id).toString('base64url'),
          name: `${person.name} (${organization.name})`,
          displayName: person.name,
        },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
        timeout: challengeMs,
        attestation: 'none' as const,
        authenticatorSelection: {
          residentKey: 'required' as const,
          requireResidentKey: true as const,
          userVerification: 'required' as const,
        },
        excludeCredentials: await passkeys.listKnown(person.id, rpId),
      };
    },
  });

  typed.route({
    method: 'POST',
    url: '/api/passkeys',
    config: { access: 'member', summary: 'Add the passkey that the browser made.' },
    schema: { body: PasskeyCreate, response: { 201: PasskeyView } },
    handler: async (request, reply) => {
      const signedIn = personOf(request);
      const holder = holderOf(signedIn);
      const party = requireRelyingParty(publicOrigin());
      const ticket = readChallengeCookie(request.headers.cookie);
      const challenge = await challenges.take(ticket, { to: 'add_passkey', of: holder.person.id });
      void reply.header('set-cookie', renderClearedChallenge());
      if (challenge === undefined) throw refusePasskey('passkey_challenge', 400);
      const { name, credential } = request.body;
      const made = await verifyNewPasskey(credential, { ...party, challenge });
      if (made === undefined) throw refusePasskey('passkey_refused', 400);
      const { transports } = credential;
      const view = await passkeys.add(holder, {
        ...made,
        name,
        transports,
        rpId: party.id,
        addedBy: signedIn.passkey,
      });
      request.log.info({ person: holder.person.id, passkey: view.id }, 'passkey added');
      return reply.code(201).send(view);
    },
  });

  typed.route({
    method: 'DELETE',
    url: '/api/passkeys/:passkey',
    config: {
      access: 'member',
      summary: 'Remove an own passkey from this organization. Other sessions that it began end with it.',
    },
    schema: { params: z.strictObject({ passkey: z.string().max(64) }), response: { 204: z.undefined() } },
    handler: async (request, reply) => {
      const { session, ...signedIn } = personOf(request);
      const holder = holderOf(signedIn);
      const { passkey } = request.params;
      const ended = await passkeys.remove(holder, passkey, session);
      if (ended === undefined) throw noSuchPasskey();
      onEnded(ended);
      request.log.info({ person: holder.person.id, passkey, sessions_ended: ended.length }, 'passkey removed');
      return reply.code(204).send();
    },
  });
}

function holderOf({ person, organization }: Pick<SignedIn, 'person' | 'organization'>): Holder {
  return { person, organization: organization.id };
}

function noSuchPasskey(): ApiProblem {
  return new ApiProblem({ status: 404, code: 'not_found', message: 'You have no such passkey.' });
}
