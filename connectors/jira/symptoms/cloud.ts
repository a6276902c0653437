/** Answers of Jira Cloud that speak of the credential, or of the address it was sent to. */
import { type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { loginReasonHeader, userHeader } from '../anonymous.ts';
import { forCloud } from './kind.ts';

const gateway = 'https://api.atlassian.com/ex/jira/<cloud id>';
const tokenPage = 'id.atlassian.com → Security → API tokens';
/** Nothing that Jira answers, and nothing in a token, shows whether it was created with scopes. */
const firstScopes = `First check whether the token was created with scopes: if so, set JIRA_URL to ${gateway}, the only place that accepts it. If not, then compare JIRA_EMAIL and the token with ${tokenPage}: tokens expire after a year at most.`;

export const useDataCenterCredential =
  'Jira Data Center answers at JIRA_URL, which accepts no API token: create a personal access token there (your profile picture → Profile → Personal Access Tokens), put it into JIRA_PERSONAL_ACCESS_TOKEN, and unset JIRA_API_TOKEN and JIRA_EMAIL. For Jira Cloud, correct JIRA_URL instead.';

/** Jira sends sentences as text/html too, which are no web pages. */
const sentence = /^(?!\s*<)/u;

/** Before those that speak of what was asked. */
export const cloudCredential: readonly Symptom[] = forCloud([
  symptom({
    id: 'data_center',
    seen: '401, 403 or 404 with `X-AUSERNAME`, which only Data Center sends',
    when: { status: [401, 403, 404], headers: { [userHeader]: /\S/u } },
    kind: 'not_configured',
    data: { variable: 'JIRA_PERSONAL_ACCESS_TOKEN' },
    remedy: useDataCenterCredential,
    example: {
      status: 401,
      headers: { [userHeader]: 'anonymous', [loginReasonHeader]: 'AUTHENTICATED_FAILED' },
      body: '',
    },
  }),
  symptom({
    id: 'captcha',
    seen: '401 or 403 with `X-Authentication-Denied-Reason: CAPTCHA_CHALLENGE`',
    when: { status: [401, 403], headers: { 'x-authentication-denied-reason': /CAPTCHA/u } },
    kind: 'credential_rejected',
    data: { kind: 'account', reason: 'rejected' },
    remedy:
      'Jira requires a CAPTCHA after too many failed sign-ins: sign in once in a browser as the account of JIRA_EMAIL and solve it. Find out what signs in with a wrong password. Do not rotate the token.',
    example: {
      status: 403,
      headers: {
        'x-authentication-denied-reason': 'CAPTCHA_CHALLENGE; login-url=https://example.atlassian.net/login.jsp',
        [loginReasonHeader]: 'AUTHENTICATION_DENIED',
      },
      body: '',
    },
  }),
  symptom({
    id: 'login_denied',
    seen: 'any status with `X-Seraph-LoginReason: AUTHENTICATION_DENIED`',
    when: { status: () => true, headers: { [loginReasonHeader]: /AUTHENTICATION_DENIED/u } },
    kind: 'credential_rejected',
    data: { kind: 'account', reason: 'rejected' },
    remedy:
      'Jira did not check the token at all, usually because of too many failed sign-ins: sign in once in a browser as the account of JIRA_EMAIL. Do not rotate the token.',
    example: {
      status: 401,
      headers: { [loginReasonHeader]: 'AUTHENTICATION_DENIED' },
      body: 'Basic Authentication Failure',
    },
  }),
  symptom({
    id: 'treated_as_nobody',
    seen: 'any status, 200 too, with `X-Seraph-LoginReason: AUTHENTICATED_FAILED`',
    when: { status: () => true, headers: { [loginReasonHeader]: /AUTHENTICATED_FAILED/u } },
    kind: 'credential_rejected',
    data: { kind: 'API token', reason: 'rejected' },
    remedy: `Jira treated the request as anonymous and does not say why. ${firstScopes}`,
    probe: 'address',
    example: {
      status: 200,
      headers: { [loginReasonHeader]: 'AUTHENTICATED_FAILED' },
      body: JSON.stringify({ isLast: true, values: [], total: 0 }),
    },
  }),
  symptom({
    id: 'account_not_authorised',
    seen: 'any status, 200 too, with `X-Seraph-LoginReason: AUTHORISATION_FAILED`',
    when: { status: () => true, headers: { [loginReasonHeader]: /AUTHORISATION_FAILED/u } },
    kind: 'permission_missing',
    data: { grant: 'access to Jira', layer: 'site' },
    remedy:
      'Jira knows the account but denies it access: give it access to Jira (admin.atlassian.com → Directory → Users). Do not rotate the token.',
    example: {
      status: 403,
      headers: { [loginReasonHeader]: 'AUTHORISATION_FAILED' },
      body: JSON.stringify({ message: 'Forbidden' }),
    },
  }),
  symptom({
    id: 'scope_missing',
    seen: '401 or 403 with `scope does not match`',
    when: { status: [401, 403], fields: { message: /scope does not match/iu } },
    kind: 'permission_missing',
    data: { grant: 'read:jira-work, read:jira-user or write:jira-work', layer: 'token scope' },
    remedy: `Create a token with the scopes read:jira-work and read:jira-user, and write:jira-work if the Agent should write, under ${tokenPage} → Create API token with scopes. Scopes of a token cannot be changed.`,
    example: { status: 401, body: JSON.stringify({ code: 401, message: 'Unauthorized; scope does not match' }) },
  }),
  symptom({
    id: 'bearer_at_site',
    seen: '401 or 403 with `Failed to parse Connect Session Auth Token`',
    when: { status: [401, 403], fields: { error: /Connect Session Auth Token/u } },
    kind: 'wrong_endpoint',
    data: { variable: 'JIRA_URL', tried: 'a bearer token at the address of a site' },
    remedy: `First check what JIRA_API_TOKEN is: for an API token, set JIRA_EMAIL; for an OAuth access token, which begins with eyJ, set JIRA_URL to ${gateway}.`,
    probe: 'address',
    example: { status: 403, body: JSON.stringify({ error: 'Failed to parse Connect Session Auth Token' }) },
  }),
  symptom({
    id: 'token_expired',
    seen: '401 that says `expired`',
    when: { status: 401, fields: { message: /expired/iu } },
    kind: 'credential_rejected',
    data: { kind: 'token', reason: 'expired' },
    remedy: `Create a new token under ${tokenPage}, with the same scopes, and put it into JIRA_API_TOKEN.`,
    example: { status: 401, body: JSON.stringify({ code: 401, message: 'Token expired' }) },
  }),
  symptom({
    id: 'bearer_rejected',
    seen: '401 while JIRA_EMAIL is not set',
    when: { status: 401, body: sentence, variables: { JIRA_EMAIL: 'unset' } },
    kind: 'credential_rejected',
    data: { kind: 'token', reason: 'rejected' },
    remedy: `The token is sent without the address of an account. First check what JIRA_API_TOKEN is: an API token needs JIRA_EMAIL. An OAuth access token begins with eyJ and is accepted only at ${gateway}; then check that it is renewed, because it expires after an hour.`,
    probe: 'address',
    example: {
      status: 401,
      body: JSON.stringify({ code: 401, message: 'Unauthorized' }),
      variables: { JIRA_EMAIL: undefined },
    },
  }),
  symptom({
    id: 'rejected_at_gateway',
    seen: '401 at api.atlassian.com',
    when: { status: 401, body: sentence, variables: { JIRA_URL: /\/ex\/jira(?:\/|$)/u } },
    kind: 'credential_rejected',
    data: { kind: 'token', reason: 'rejected' },
    remedy: `Jira refuses the token and does not say why. First check that the token was created with scopes, because no other is accepted at api.atlassian.com: for one without, set JIRA_URL to the address of the site. Then compare JIRA_EMAIL and the token with ${tokenPage}.`,
    example: {
      status: 401,
      body: JSON.stringify({ code: 401, message: 'Unauthorized' }),
      variables: { JIRA_URL: '{upstream}/ex/jira/11111111-2222-3333-4444-555555555555' },
    },
  }),
  symptom({
    id: 'rejected',
    seen: 'any other 401',
    when: { status: 401, body: sentence },
    kind: 'credential_rejected',
    data: { kind: 'API token', reason: 'rejected' },
    remedy: `Jira refuses the token and does not say why. ${firstScopes}`,
    probe: 'address',
    example: { status: 401, body: 'Client must be authenticated to access this resource.' },
  }),
  symptom({
    id: 'web_page',
    seen: '200 or 404 with a web page',
    when: { status: [200, 404], page: true },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: 'JIRA_URL', tried: path }),
    remedy: 'JIRA_URL returned a web page: set it to https://<site>.atlassian.net, without /jira or /browse.',
    probe: 'product',
    example: { status: 404, headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Atlassian</title>' },
  }),
]);

/** What a status means where nothing better is said of it. */
export const cloudStatus: readonly Symptom[] = forCloud([
  symptom({
    id: 'forbidden',
    seen: '403 without a reason',
    when: { status: 403 },
    kind: 'permission_missing',
    data: { grant: 'access to Jira', layer: 'site' },
    remedy:
      'Jira does not say which of two causes applies. First check whether the account has access to Jira (admin.atlassian.com → Directory → Users), then whether the IP allowlist of the site lacks the address that this Agent sends from.',
    probe: 'front',
    example: { status: 403, body: JSON.stringify({ message: 'Forbidden' }) },
  }),
  symptom({
    id: 'no_such_site',
    seen: '404 or 405 at api.atlassian.com',
    when: { status: [404, 405], variables: { JIRA_URL: /\/ex\/jira(?:\/|$)/u } },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: 'JIRA_URL', tried: path }),
    remedy:
      'Compare the cloud id in JIRA_URL with the one that https://<site>.atlassian.net/_edge/tenant_info shows: api.atlassian.com has no Jira of this id.',
    example: {
      status: 404,
      body: JSON.stringify({ code: 404, message: 'Not Found' }),
      variables: { JIRA_URL: '{upstream}/ex/jira/11111111-2222-3333-4444-555555555555' },
    },
  }),
  symptom({
    id: 'not_found',
    seen: 'any other 404 or 405',
    when: { status: [404, 405] },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: 'JIRA_URL', tried: path }),
    remedy:
      'Version 3 of the API of Jira Cloud is not at JIRA_URL. First check that JIRA_URL is https://<site>.atlassian.net without a path, then whether it is a self-hosted site: Jira Data Center has only version 2, and needs JIRA_PERSONAL_ACCESS_TOKEN instead of JIRA_API_TOKEN and JIRA_EMAIL.',
    probe: 'product',
    example: { status: 404, body: JSON.stringify({ 'status-code': 404, message: 'null for uri: /rest/api/3/myself' }) },
  }),
]);
