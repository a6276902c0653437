/** Answers to the renewal of a token: https://docs.slack.dev/reference/methods/oauth.v2.access. */
import { type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { refusing, saying } from './words.ts';

const rotating = { SLACK_REFRESH_TOKEN: 'set' } as const;
const configured = {
  SLACK_BOT_TOKEN: undefined,
  SLACK_REFRESH_TOKEN: 'xoxe-1-sample',
  SLACK_CLIENT_ID: '1.2',
  SLACK_CLIENT_SECRET: 'sample',
} as const;
const whenRotating = (...words: readonly string[]) => ({ ...saying(...words), variables: rotating });
const exampleOf = (word: string) => ({ ...refusing(word), variables: configured });

const reinstall =
  'A person must install the app again (api.slack.com/apps, Install App) and put the refresh token that comes with it into SLACK_REFRESH_TOKEN; it replaces what the Agent has stored.';

export const refusedRefresh = {
  id: 'refresh_token_refused',
  /** `when`: of the attempt whose answer was not stored. */
  lost: (when: string): string =>
    `The refresh token was sent to Slack at ${when} and no answer was stored: Slack may have renewed the token while the answer was lost or the Agent ended. ${reinstall}`,
} as const;

export const ofRotation: readonly Symptom[] = [
  symptom({
    id: refusedRefresh.id,
    seen: '`invalid_refresh_token`',
    when: whenRotating('invalid_refresh_token', 'invalid_grant'),
    kind: 'credential_rejected',
    data: { kind: 'refresh token', reason: 'rejected' },
    remedy: `Slack does not know this refresh token, or it was used already: each is valid once. First find out whether something else uses it, such as a second Agent with the same SLACK_REFRESH_TOKEN or a job that renews the token; stop that. ${reinstall}`,
    example: exampleOf('invalid_refresh_token'),
  }),
  symptom({
    id: 'client_id_refused',
    seen: '`invalid_client_id`',
    when: whenRotating('invalid_client_id'),
    kind: 'credential_rejected',
    data: { kind: 'client id', reason: 'rejected' },
    remedy:
      'Copy the Client ID from Basic Information of the app that the refresh token belongs to into SLACK_CLIENT_ID. The refresh token is not used up by this.',
    example: exampleOf('invalid_client_id'),
  }),
  symptom({
    id: 'client_secret_refused',
    seen: '`bad_client_secret`',
    when: whenRotating('bad_client_secret'),
    kind: 'credential_rejected',
    data: { kind: 'client secret', reason: 'rejected' },
    remedy:
      'Copy the Client Secret from Basic Information of the app into SLACK_CLIENT_SECRET: somebody may have regenerated it. The refresh token is not used up by this.',
    example: exampleOf('bad_client_secret'),
  }),
  symptom({
    id: 'rotation_turned_off',
    seen: '`token_rotation_not_enabled`',
    when: whenRotating('token_rotation_not_enabled'),
    kind: 'feature_disabled',
    data: { feature: 'token rotation of the app' },
    remedy:
      'The app has no token rotation: set SLACK_BOT_TOKEN to its Bot User OAuth Token, and unset SLACK_REFRESH_TOKEN, SLACK_CLIENT_ID and SLACK_CLIENT_SECRET.',
    example: exampleOf('token_rotation_not_enabled'),
  }),
  symptom({
    id: 'rotated_token_expired',
    seen: '`token_expired`, of a token that the Agent renews',
    when: whenRotating('token_expired'),
    kind: 'credential_rejected',
    data: { kind: 'token that the Agent renews', reason: 'expired' },
    remedy:
      'The Agent renews the token with the next question: ask again. If this stays, check the clock of its machine. Do not install the app again.',
    example: exampleOf('token_expired'),
  }),
];
