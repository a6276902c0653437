/**
 * The tokens of an app with token rotation, as https://docs.slack.dev/authentication/using-token-rotation has them: a
 * refresh token is valid once, and the token that comes with the next one expires by this clock.
 */
import { z } from 'zod';
import { answerJson, describeUpstream } from '../../../test/contract/described-upstream.ts';
import type { FakeCall, Reply } from '../../../test/contract/fake-upstream.ts';
import { refuse } from './fake-slack.ts';
import { Refused } from './shapes.ts';

export const client = { id: '2141029472.691202649728', secret: 'e1b9e11dfcd19c1982d5de12921e17e8c' } as const;

export interface RotationOptions {
  readonly first: string;
  readonly now?: () => number;
  readonly lifeSec?: number;
  readonly secret?: string;
  /** For Agents that all begin with the first one. */
  readonly isFirstReusable?: true;
}

const Renewed = z.strictObject({
  ok: z.literal(true),
  access_token: z.string().regex(/^xoxe\.xoxb-/u),
  expires_in: z.int(),
  refresh_token: z.string().regex(/^xoxe-/u),
  token_type: z.literal('bot'),
  scope: z.string(),
  bot_user_id: z.string(),
  app_id: z.string(),
  team: z.strictObject({ id: z.string(), name: z.string() }),
  enterprise: z.null(),
  is_enterprise_install: z.literal(false),
});

export class FakeRotation {
  /** The refresh token that would be accepted now. */
  refreshToken: string;
  /** Tokens with the end of each. */
  readonly issued = new Map<string, number>();
  readonly #options: Required<Omit<RotationOptions, 'isFirstReusable'>> & Pick<RotationOptions, 'isFirstReusable'>;
  readonly #renew: (call: FakeCall) => Reply | undefined;

  constructor(options: RotationOptions) {
    this.#options = { now: () => Date.now(), lifeSec: 43_200, secret: client.secret, ...options };
    this.refreshToken = options.first;
    this.#renew = describeUpstream([
      {
        call: 'POST /oauth.v2.access',
        form: z.strictObject({ grant_type: z.literal('refresh_token'), refresh_token: z.string().min(1) }),
        headers: z.looseObject({
          authorization: z.string().regex(/^Basic /u),
          'content-type': z.literal('application/x-www-form-urlencoded'),
        }),
        answers: Renewed.or(Refused),
        reply: ({ form, headers }) => this.#rotate(form.get('refresh_token') ?? '', headers.authorization ?? ''),
      },
    ]);
  }

  /** These calls, for tokens that it issued and that have not expired. */
  guard(reply: (call: FakeCall) => Reply | undefined): (call: FakeCall) => Reply | undefined {
    return (call) => {
      if (call.path === '/oauth.v2.access') return this.#renew(call);
      const until = this.issued.get(/^Bearer (.*)$/u.exec(call.headers.authorization ?? '')?.[1] ?? '');
      if (until === undefined) return refuse('invalid_auth');
      return until <= this.#options.now() ? refuse('token_expired') : reply(call);
    };
  }

  #rotate(refreshToken: string, authorization: string): Reply {
    const { secret, first, now, lifeSec, isFirstReusable } = this.#options;
    const [id, given] = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().split(':');
    if (id !== client.id) return refuse('invalid_client_id');
    if (given !== secret) return refuse('bad_client_secret');
    const isFirst = isFirstReusable === true && refreshToken === first;
    if (!isFirst && refreshToken !== this.refreshToken) return refuse('invalid_refresh_token');
    const nth = this.issued.size + 1;
    this.refreshToken = `xoxe-1-refresh-${nth}-of-${first.length}`;
    const token = `xoxe.xoxb-1-access-${nth}`;
    this.issued.set(token, now() + lifeSec * 1000);
    return answerJson({
      ok: true,
      access_token: token,
      expires_in: lifeSec,
      refresh_token: this.refreshToken,
      token_type: 'bot',
      scope: 'channels:read',
      bot_user_id: 'U0FAROL',
      app_id: 'A0FAROL',
      team: { id: 'T0EXAMPLE', name: 'Example' },
      enterprise: null,
      is_enterprise_install: false,
    });
  }
}
