/** Answers that speak of the token and its scopes. */
import { type Seen, type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { isScope } from '../grants.ts';
import { refusalIn, splitScopes } from '../refusal.ts';
import { refusing, saying } from './words.ts';

const appPage = 'on api.slack.com/apps, under OAuth & Permissions';

export const ofToken: readonly Symptom[] = [
  symptom({
    id: 'missing_scope',
    seen: '`missing_scope`, with the scopes that are needed and provided',
    when: saying('missing_scope'),
    kind: 'permission_missing',
    data: (seen) => ({ grant: lackingIn(seen).join(', '), layer: 'bot token scope' }),
    remedy: (seen) =>
      `Add ${lackingIn(seen).join(', ')} to the bot token scopes ${appPage}, and press Reinstall to Workspace there. ` +
      `The token holds: ${heldIn(seen)}. It is valid: do not rotate it.`,
    remedyWords: `Add the scope that is named to the bot token scopes ${appPage}, and press Reinstall to Workspace there. The token is valid: do not rotate it.`,
    example: refusing('missing_scope', { needed: 'groups:read', provided: 'channels:read,chat:write' }),
  }),
  symptom({
    id: 'invalid_auth',
    seen: '`invalid_auth`',
    when: saying('invalid_auth'),
    kind: 'credential_rejected',
    data: { kind: 'bot token', reason: 'rejected' },
    remedy: `Slack gives the same answer for a wrong token and for an address that is not allowed. First copy the Bot User OAuth Token again from the app's page ${appPage}, then check whether the app or the workspace accepts calls only from listed addresses, and list the one this Agent sends from.`,
    probe: 'looks',
    example: refusing('invalid_auth'),
  }),
  symptom({
    id: 'not_authed',
    seen: '`not_authed`',
    when: saying('not_authed'),
    kind: 'credential_rejected',
    data: { kind: 'bot token', reason: 'missing' },
    remedy:
      'No token arrived at Slack: check whether a proxy at SLACK_URL, or another proxy in between, removes the Authorization header.',
    example: refusing('not_authed'),
  }),
  symptom({
    id: 'token_revoked',
    seen: '`token_revoked`',
    when: saying('token_revoked'),
    kind: 'credential_rejected',
    data: { kind: 'bot token', reason: 'revoked' },
    remedy: `Somebody revoked this token. Ask who and why first; then reinstall the app ${appPage} and put the new token into SLACK_BOT_TOKEN.`,
    example: refusing('token_revoked'),
  }),
  symptom({
    id: 'token_expired',
    seen: '`token_expired`',
    when: saying('token_expired'),
    kind: 'credential_rejected',
    data: { kind: 'bot token', reason: 'expired' },
    remedy:
      'The app rotates its tokens, and this one is older than twelve hours: check why the file in SLACK_BOT_TOKEN_FILE is no longer refreshed, or create an app without token rotation.',
    example: refusing('token_expired'),
  }),
  symptom({
    id: 'account_inactive',
    seen: '`account_inactive`',
    when: saying('account_inactive'),
    kind: 'credential_rejected',
    data: { kind: 'account of the bot', reason: 'revoked' },
    remedy:
      'Slack gives the same answer for three causes. First check that the workspace still exists, then whether the app was uninstalled there or its bot deactivated; in both cases install the app again. A new token of the same installation would not work either.',
    example: refusing('account_inactive'),
  }),
  symptom({
    id: 'token_kind',
    seen: '`not_allowed_token_type`',
    when: saying('not_allowed_token_type'),
    kind: 'credential_rejected',
    data: { kind: 'token', reason: 'malformed' },
    remedy: `Set SLACK_BOT_TOKEN to the Bot User OAuth Token, which begins with xoxb-, from the app's page ${appPage}.`,
    example: refusing('not_allowed_token_type'),
  }),
];

/**
 * Of what Slack says is needed, what the token lacks and this connector uses: for a list of channels it names
 * the scopes of direct messages too.
 */
function lackingIn({ response }: Seen): string[] {
  const refusal = refusalIn(response);
  const provided = new Set(splitScopes(refusal?.provided));
  const lacking = splitScopes(refusal?.needed).filter((scope) => !provided.has(scope));
  const ours = lacking.filter(isScope);
  if (ours.length > 0) return ours;
  return lacking.length > 0 ? lacking : ['a scope that Slack does not name'];
}

function heldIn({ response }: Seen): string {
  const provided = splitScopes(refusalIn(response)?.provided);
  return provided.length === 0 ? 'no scope' : provided.join(', ');
}
