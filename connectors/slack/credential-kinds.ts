/** Kinds of tokens by their prefix: https://docs.slack.dev/authentication/tokens and /authentication/using-token-rotation. */
import type { CredentialKind } from '../../src/connector/manifest.ts';

export const credentialKinds = [
  {
    id: 'bot_token',
    title: 'Bot user OAuth token',
    prefix: 'xoxb-',
    verdict: 'recommended',
    note: 'Acts as the app and has exactly the bot scopes that it was installed with.',
  },
  {
    id: 'rotating_bot_token',
    title: 'Bot token of an app with token rotation',
    prefix: 'xoxe.xoxb-',
    verdict: 'accepted',
    note: 'Expires after twelve hours: give the Agent the refresh token instead, in SLACK_REFRESH_TOKEN, or write each new token into the file in SLACK_BOT_TOKEN_FILE yourself.',
  },
  {
    id: 'user_token',
    title: 'User OAuth token',
    prefix: 'xoxp-',
    verdict: 'accepted',
    note: 'Acts as a person: it can read every channel of that person, and posts in their name.',
  },
  {
    id: 'rotating_user_token',
    title: 'User token of an app with token rotation',
    prefix: 'xoxe.xoxp-',
    verdict: 'accepted',
    note: 'Acts as a person, and expires after twelve hours.',
  },
  {
    id: 'app_level_token',
    title: 'App-level token',
    prefix: 'xapp-',
    verdict: 'rejected',
    note: 'Opens connections for events; it neither reads nor writes conversations.',
  },
  {
    id: 'refresh_token',
    title: 'Refresh token',
    prefix: 'xoxe-',
    verdict: 'accepted',
    note: 'Only for SLACK_REFRESH_TOKEN, with the client id and secret of the app. Each is valid once; the Agent stores the one that follows. No other value is replaced by it.',
  },
  {
    id: 'browser_token',
    title: 'Token of a signed-in browser',
    prefix: 'xoxc-',
    verdict: 'rejected',
    note: 'Belongs to the session of a person, with all permissions of that person.',
  },
] as const satisfies readonly CredentialKind[];

/** Undefined for a text that begins like none of them. */
export function kindOf(token: string): CredentialKind | undefined {
  return credentialKinds.find(({ prefix }) => token.startsWith(prefix));
}
