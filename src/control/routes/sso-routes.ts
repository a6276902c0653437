/** Signing in by the provider: where to go, and what it answered. */
import { buildAuthorizationUrl, calculatePKCECodeChallenge, ResponseBodyError } from 'openid-client';
import type { Clock } from '../../core/clock.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { SsoStart, SsoStarted } from '../api/api.ts';
import { toProblem } from '../problem/to-problem.ts';
import { logFailure } from '../http/answer-error.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import { asStranger, FairGate } from '../peers/fair-gate.ts';
import { checkOrigin } from '../http/person-guard.ts';
import type { Challenges } from '../people/passkeys/challenges.ts';
import { readAnswer } from '../people/sso/finish-sign-in.ts';
import type { Sso } from '../people/sso/open-sso.ts';
import { GuessBrake } from '../people/sso/guess-brake.ts';
import { refuseSso, ssoCodeOf } from '../people/sign-in-refusals.ts';
import {
  deriveChecks,
  isState,
  readTicket,
  renderClearedTicket,
  renderTicket,
  toOwnPath,
} from '../people/sso/sso-ticket.ts';

const crowded = { busy: 'Too many sign-ins by the provider wait for its answer. Try again in a second.' };

export const callbackPath = '/api/session/sso/callback';

export interface SsoRouteDeps {
  /** Undefined where no provider is configured. */
  readonly sso: Sso | undefined;
  readonly challenges: Challenges;
  readonly clock: Clock;
  readonly publicOrigin: () => string;
  /** Begins a session of this person and says so to the browser. */
  readonly signIn: (person: string, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  readonly onRefused: () => void;
}

/** What the provider sends is read by the library, from the address as it came. */
const CallbackQuery = z.record(z.string(), z.unknown());

export function ssoRoutes(app: FastifyInstance, deps: SsoRouteDeps): void {
  const { challenges, publicOrigin } = deps;
  const typed = app.withTypeProvider<ZodTypeProvider>();
  // A provider that is slow must not hold what sign-ins by link and passkey need.
  const gate = new FairGate({
    slots: () => 16,
    maxWaiting: 500,
    ...crowded,
  });
  const brake = new GuessBrake(deps.clock, crowded.busy);

  typed.route({
    method: 'POST',
    url: '/api/session/sso',
    config: { access: 'public', summary: 'Begin to sign in by the identity provider: the address to open.' },
    schema: { body: SsoStart, response: { 200: SsoStarted } },
    // Before the body is read: a page of another site must not sign anybody in.
    onRequest: (request, _reply, done) => {
      checkOrigin(request.headers, publicOrigin());
      done();
    },
    handler: async (request, reply) => {
      const { provider, settings } = required(deps.sso);
      const configuration = await gate.run(request.callerGroup, () => provider.configure());
      const { ticket } = challenges.issue({ to: 'sso' });
      const { state, nonce, verifier } = deriveChecks(ticket);
      const location = buildAuthorizationUrl(configuration, {
        redirect_uri: `${publicOrigin()}${callbackPath}`,
        scope: settings.scopes,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      void reply.header('set-cookie', renderTicket({ ticket, returnTo: toOwnPath(request.body.return_to) }));
      return { location: location.href };
    },
  });

  typed.route({
    method: 'GET',
    url: callbackPath,
    config: {
      access: 'public',
      summary: 'Where the identity provider leads back to. Leads on to the app, with sso=<code> after a refusal.',
    },
    schema: { querystring: CallbackQuery, response: { 303: z.undefined() } },
    handler: async (request, reply) => {
      void reply.header('set-cookie', renderClearedTicket());
      try {
        const { person, returnTo } = await finish(request, deps, { gate, brake });
        await deps.signIn(person, request, reply);
        return await reply.redirect(returnTo, 303);
      } catch (error) {
        const problem = toProblem(error);
        const code = ssoCodeOf(problem);
        // Others are logged where they are refused.
        if (code === 'sso_failed') logFailure(problem, request);
        deps.onRefused();
        return await reply.redirect(`/?sso=${code}`, 303);
      }
    },
  });
}

async function finish(
  request: FastifyRequest,
  { sso, challenges, publicOrigin }: SsoRouteDeps,
  { gate, brake }: { readonly gate: FairGate; readonly brake: GuessBrake },
): Promise<{ readonly person: string; readonly returnTo: string }> {
  const { provider, settings, people } = required(sso);
  const own = readTicket(request.headers.cookie);
  const { state } = request.query as Readonly<Record<string, unknown>>;
  if (own === undefined || !isState(own.ticket, state)) throw refuseSso('sso_expired');
  const { ticket, returnTo } = own;
  const taken = await asStranger(request, () => challenges.take(ticket, { to: 'sso' }));
  if (taken === undefined) throw refuseSso('sso_expired');
  await brake.wait(request.callerGroup);
  try {
    const address = new URL(request.url, publicOrigin());
    const claimed = await gate.run(request.callerGroup, async () =>
      readAnswer({ configuration: await provider.configure(), settings, address, ticket }),
    );
    const { person, isKeptOwner } = await asStranger(request, () => people.admit(claimed));
    if (isKeptOwner) request.log.warn({ person }, 'the last owner keeps the role that the identity provider took away');
    return { person, returnTo };
  } catch (error) {
    if (error instanceof ApiProblem && error.code.startsWith('sso_')) {
      brake.note(request.callerGroup, error.code);
      complain(error, request, provider);
    }
    throw error;
  }
}

function complain({ code, cause }: ApiProblem, { log }: FastifyRequest, provider: Sso['provider']): void {
  if (code === 'sso_unavailable') provider.noteFailure(cause);
  else if (code === 'sso_provider_error' || code === 'sso_invalid') {
    // A word of the protocol, such as invalid_client; what the provider wrote beside it is not repeated.
    const said = cause instanceof ResponseBodyError && /^[a-z_]{1,40}$/u.test(cause.error) ? cause.error : undefined;
    log.warn({ code, err: cause, said }, 'a sign-in by the identity provider failed');
  } else log.info({ code }, 'a sign-in by the identity provider was refused');
}

function required(sso: Sso | undefined): Sso {
  if (sso === undefined) throw refuseSso('sso_off');
  return sso;
}
