/** The token that calls are sent with: as it is set, or obtained by a refresh token. */
import { Fault } from '../../src/core/fault.ts';
import type { Secret } from '../../src/core/secret.ts';
import type { SlackContext } from './context.ts';
import { forgetRotatedToken, readRotatedToken } from './rotation.ts';

export interface SlackToken {
  readonly secret: Secret;
  /** After an answer that it has expired: the next one is another. Absent for a token that only people replace. */
  readonly forget?: () => void;
}

/** @throws Fault `not_configured` while both are set, or that says who must act where Slack renews none. */
export async function readToken(context: SlackContext): Promise<SlackToken | undefined> {
  const { config, secrets } = context;
  if (!config.has('SLACK_REFRESH_TOKEN')) {
    const secret = await secrets.read('SLACK_BOT_TOKEN');
    return secret && { secret };
  }
  if (config.has('SLACK_BOT_TOKEN')) {
    const remedy =
      'SLACK_REFRESH_TOKEN is for an app with token rotation, whose tokens the Agent renews, and SLACK_BOT_TOKEN for one whose token stays: unset one of the two.';
    throw new Fault('not_configured', { variable: 'SLACK_BOT_TOKEN' }, remedy);
  }
  const obtained = await readRotatedToken(context);
  return { secret: obtained.token, forget: () => forgetRotatedToken(context, obtained) };
}
