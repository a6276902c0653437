/**
 * What Vercel answers when it refuses: https://vercel.com/docs/rest-api/reference/errors. A token of a team that is
 * used without naming the team is refused in the words of a missing permission, and so is a token that does not exist:
 * only members beside the words tell some of these apart (https://vercel.com/docs/rest-api/reference/errors and
 * https://github.com/vercel/vercel/blob/main/packages/cli/src/util/login/reauthenticate.ts). A probe asks for the rest.
 */
import { commonSymptoms, webPageAt } from '../../src/connector/common-symptoms.ts';
import { type Symptom, symptom } from '../../src/connector/symptom.ts';

const tokenPage = 'under Account Settings → Tokens';

const refusal = (code: string, message: string, more: object = {}): string =>
  JSON.stringify({ error: { code, message, ...more } });

export const symptoms: readonly Symptom[] = [
  symptom({
    id: 'token_missing',
    seen: '401 or 403 with `missingToken`',
    when: { status: [401, 403], fields: { 'error.missingToken': true } },
    kind: 'credential_rejected',
    data: { kind: 'access token', reason: 'missing' },
    remedy:
      'No token arrived at Vercel: a proxy at VERCEL_URL, or another one on the way, removes the Authorization header. Let it pass. Do not rotate the token.',
    example: {
      status: 403,
      body: refusal('forbidden', 'The request is missing an authentication token', { missingToken: true }),
    },
  }),
  symptom({
    id: 'token_invalid',
    seen: '401 or 403 with `invalidToken`',
    when: { status: [401, 403], fields: { 'error.invalidToken': true } },
    kind: 'credential_rejected',
    data: { kind: 'access token', reason: 'rejected' },
    remedy: `The token does not exist or has expired: create another one with the scope of the team ${tokenPage}, and put it into VERCEL_TOKEN.`,
    example: { status: 403, body: refusal('forbidden', 'Not authorized', { invalidToken: true }) },
  }),
  symptom({
    id: 'unauthorized',
    seen: 'any other 401',
    when: { status: 401, variables: { VERCEL_TOKEN: 'set' } },
    kind: 'credential_rejected',
    data: { kind: 'access token', reason: 'rejected' },
    remedy: `Vercel does not accept the token and does not say why. First compare it with the list ${tokenPage}, then check whether a proxy at VERCEL_URL changes the Authorization header.`,
    example: { status: 401, body: refusal('unauthorized', 'Not authorized') },
  }),
  symptom({
    id: 'single_sign_on',
    seen: '403 with `saml`, unless `enforced` is false',
    // Vercel sends `saml` with every scope that the token does not reach; `enforced` says whether the team demands it.
    when: { status: 403, fields: { 'error.saml': true, 'error.enforced': (enforced) => enforced !== false } },
    kind: 'permission_missing',
    data: { grant: 'team token', layer: 'single sign-on of the team' },
    remedy:
      'The team requires single sign-on: the owner of the token must sign in with it once; then the token works again. Do not rotate the token.',
    example: { status: 403, body: refusal('forbidden', 'Not authorized', { saml: true, enforced: true }) },
  }),
  symptom({
    id: 'team_not_set',
    seen: '403 while VERCEL_TEAM_ID is not set',
    when: { status: 403, variables: { VERCEL_TEAM_ID: 'unset' } },
    kind: 'not_configured',
    data: { variable: 'VERCEL_TEAM_ID' },
    remedy:
      'Set VERCEL_TEAM_ID to the id of the team, from Settings → General of the team: Vercel refuses a token of a team without it. Do not rotate the token.',
    probe: 'scopes',
    example: {
      status: 403,
      body: refusal('forbidden', 'You don’t have permission to list the deployment.'),
      variables: { VERCEL_TEAM_ID: undefined },
    },
  }),
  symptom({
    id: 'not_permitted',
    seen: '403 with VERCEL_TEAM_ID set',
    when: { status: 403, variables: { VERCEL_TEAM_ID: 'set' } },
    kind: 'permission_missing',
    data: { grant: 'team token', layer: 'scope of the token, membership or role of its owner' },
    remedy: `Vercel does not say which of three causes applies. First compare the team in VERCEL_TEAM_ID with the scope of the token ${tokenPage}, then check that its owner is a member of the team, then that the role of the owner may read deployments. Do not rotate the token before that.`,
    probe: 'scopes',
    example: { status: 403, body: refusal('forbidden', 'You don’t have permission to list the deployment.') },
  }),
  symptom({
    id: 'plan',
    seen: '402',
    when: { status: 402 },
    kind: 'feature_disabled',
    data: { feature: 'the plan of the team' },
    remedy:
      'Vercel has suspended the team because of a payment or a limit of its plan: its owner can see the reason under Settings → Billing.',
    example: { status: 402, body: refusal('payment_required', 'Payment required') },
  }),
  webPageAt('VERCEL_URL', 'Unset VERCEL_URL, or set it to the API itself: https://api.vercel.com.'),
  symptom({
    id: 'not_found',
    seen: '404 or 410',
    when: { status: [404, 410] },
    kind: 'not_found_or_hidden',
    data: { what: 'the project, or this version of the API' },
    remedy:
      'See deploy.listProjects for the projects of the team: this one does not exist there, or belongs to another team. If that fails with 404 too, compare VERCEL_TEAM_ID with the id under Settings → General of the team.',
    example: { status: 404, body: refusal('not_found', 'Project not found.') },
  }),
  symptom({
    id: 'question_refused',
    seen: '400 or 422',
    when: { status: [400, 422] },
    kind: 'invalid_arguments',
    data: { field: 'arguments' },
    remedy: 'Vercel does not accept a value of this request: check project, target and branch.',
    example: { status: 400, body: refusal('bad_request', 'Invalid request: `limit` should be number.') },
  }),
  ...commonSymptoms('VERCEL_URL'),
];
