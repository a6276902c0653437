/** Answers about who asks: of the address that sells tokens, and of everything a token is shown to. */
import { type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { errorBody, tokenError } from './example-body.ts';

const newKey =
  'Create a key under IAM & Admin, Service Accounts, the account, Keys, and put its file where GCP_SERVICE_ACCOUNT_KEY comes from.';

const ofTokenAddress: readonly Symptom[] = [
  symptom({
    id: 'clock_wrong',
    seen: '`invalid_grant` that speaks of a timeframe',
    when: { status: 400, body: /"invalid_grant".*(?:timeframe|iat and exp)/isu },
    kind: 'credential_rejected',
    data: { kind: 'service account key', reason: 'rejected' },
    remedy: 'Set the clock of this machine: the signed statement carries its time. Do not create a new key.',
    example: {
      status: 400,
      body: tokenError(
        'invalid_grant',
        'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.',
      ),
    },
  }),
  symptom({
    id: 'account_gone',
    seen: '`invalid_grant` with `account not found`',
    when: { status: 400, body: /"invalid_grant".*account not found/isu },
    kind: 'credential_rejected',
    data: { kind: 'service account', reason: 'revoked' },
    remedy: `The service account of this key was deleted. Restore it within 30 days, or create another with the same roles. ${newKey}`,
    example: { status: 400, body: tokenError('invalid_grant', 'Invalid grant: account not found') },
  }),
  symptom({
    id: 'key_gone',
    seen: '`invalid_grant` that speaks of the signature',
    when: { status: 400, body: /"invalid_grant".*signature/isu },
    kind: 'credential_rejected',
    data: { kind: 'service account key', reason: 'revoked' },
    remedy: `The signature is not of a key that the account still has: the key was deleted, disabled or has expired. ${newKey}`,
    example: { status: 400, body: tokenError('invalid_grant', 'Invalid JWT Signature.') },
  }),
  symptom({
    id: 'grant_refused',
    seen: 'any other `invalid_grant`',
    when: { status: 400, body: /"invalid_grant"/u },
    kind: 'credential_rejected',
    data: { kind: 'service account key', reason: 'rejected' },
    remedy:
      'Google does not accept the signed statement and names no key as the cause: check the clock of this machine, then under IAM & Admin, Service Accounts whether the account is enabled and the key is still listed. Do not create a new key before that.',
    example: { status: 400, body: tokenError('invalid_grant', 'Bad Request') },
  }),
  symptom({
    id: 'client_refused',
    seen: '`invalid_client`, `disabled_client` or `unauthorized_client`',
    when: { status: [400, 401, 403], body: /"(?:invalid_client|disabled_client|unauthorized_client)"/u },
    kind: 'credential_rejected',
    data: { kind: 'service account', reason: 'rejected' },
    remedy: 'The service account is disabled: enable it under IAM & Admin, Service Accounts. Do not create a new key.',
    example: { status: 401, body: tokenError('disabled_client', 'The OAuth client was disabled.') },
  }),
];

const ofToken: readonly Symptom[] = [
  symptom({
    id: 'scope_insufficient',
    seen: '403 with `ACCESS_TOKEN_SCOPE_INSUFFICIENT`',
    when: { status: [401, 403], body: /ACCESS_TOKEN_SCOPE_INSUFFICIENT|insufficient authentication scopes/iu },
    kind: 'permission_missing',
    data: { grant: 'cloud-platform', layer: 'access scope of the machine' },
    remedy:
      'The machine limits its tokens to fewer scopes: stop it, set its access scopes to “Allow full access to all Cloud APIs”, start it. The roles of the service account decide then. Do not change roles.',
    example: {
      status: 403,
      body: errorBody(403, 'Request had insufficient authentication scopes.', {
        status: 'PERMISSION_DENIED',
        reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
      }),
    },
  }),
  symptom({
    id: 'account_disabled',
    seen: '401 with `ACCOUNT_STATE_INVALID`',
    when: { status: 401, body: /ACCOUNT_STATE_INVALID/u },
    kind: 'credential_rejected',
    data: { kind: 'service account', reason: 'revoked' },
    remedy: 'The service account was disabled or deleted: enable it under IAM & Admin, Service Accounts.',
    example: {
      status: 401,
      body: errorBody(401, 'Request had invalid authentication credentials.', {
        status: 'UNAUTHENTICATED',
        reason: 'ACCOUNT_STATE_INVALID',
      }),
    },
  }),
  symptom({
    id: 'token_expired',
    seen: '401 with `ACCESS_TOKEN_EXPIRED`',
    when: { status: 401, body: /ACCESS_TOKEN_EXPIRED/u },
    kind: 'credential_rejected',
    data: { kind: 'access token', reason: 'expired' },
    remedy: 'Ask again: another token is obtained. If it stays, set the clock of this machine.',
    example: {
      status: 401,
      body: errorBody(401, 'Request had invalid authentication credentials.', {
        status: 'UNAUTHENTICATED',
        reason: 'ACCESS_TOKEN_EXPIRED',
      }),
    },
  }),
  symptom({
    id: 'rejected',
    seen: 'any other 401',
    when: { status: 401 },
    kind: 'credential_rejected',
    data: { kind: 'access token', reason: 'rejected' },
    remedy:
      'Ask again: another token is obtained. If it stays, look under IAM & Admin, Service Accounts whether the account is enabled and, with a key, whether the key is still there.',
    probe: 'account',
    example: {
      status: 401,
      body: errorBody(401, 'Request is missing required authentication credential.', { status: 'UNAUTHENTICATED' }),
    },
  }),
];

export const credentialSymptoms: readonly Symptom[] = [...ofTokenAddress, ...ofToken];
