/** Answers of Jira Data Center that speak of the credential, of the address, or of the server itself. */
import { type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { believedSec, retryAfterSec } from '../../../src/core/retry-after.ts';
import { loginReasonHeader, nobody, userHeader } from '../anonymous.ts';
import { forDataCenter } from './kind.ts';

const refusal = (message: string): string => JSON.stringify({ errorMessages: [message], errors: {} });
const page = { 'content-type': 'text/html;charset=UTF-8' };

export const useCloudCredential =
  'A site of Jira Cloud answers at JIRA_URL, which has no personal access tokens: unset JIRA_PERSONAL_ACCESS_TOKEN, and set JIRA_EMAIL and JIRA_API_TOKEN to an account and its API token (id.atlassian.com → Security → API tokens). For Jira Data Center, correct JIRA_URL instead.';

export const noJiraThere =
  'No Jira answers at JIRA_URL: set it to the base URL of Jira with its context path, such as https://jira.example.com/jira (Administration → System → General configuration → Base URL). Do not replace the token.';

const isOfRequest = (status: number): boolean => status < 500 && status !== 429;

/** Before those that speak of what was asked. */
export const dataCenterCredential: readonly Symptom[] = forDataCenter([
  symptom({
    id: 'dc_login_denied',
    seen: 'any status with `X-Seraph-LoginReason: AUTHENTICATION_DENIED` or `X-Authentication-Denied-Reason`',
    when: {
      status: () => true,
      anyHeader: { [loginReasonHeader]: /AUTHENTICATION_DENIED/u, 'x-authentication-denied-reason': /\S/u },
    },
    kind: 'credential_rejected',
    data: { kind: 'account', reason: 'rejected' },
    remedy:
      'Jira requires a CAPTCHA of this account, after too many sign-ins with a wrong password, and did not check the token: sign in once in a browser as the account and solve it, or have a Jira administrator choose Reset failed login count (Administration → User management). Do not replace the token.',
    example: {
      status: 403,
      headers: {
        'x-authentication-denied-reason': 'CAPTCHA_CHALLENGE; login-url=https://jira.example.com/jira/login.jsp',
        [loginReasonHeader]: 'AUTHENTICATION_DENIED',
      },
      body: '',
    },
  }),
  symptom({
    id: 'dc_account_not_authorised',
    seen: 'any status with `X-Seraph-LoginReason: AUTHORISATION_FAILED`',
    when: { status: () => true, headers: { [loginReasonHeader]: /AUTHORISATION_FAILED/u } },
    kind: 'permission_missing',
    data: { grant: 'application access', layer: 'server' },
    remedy:
      'Jira knows the account but denies it access: have a Jira administrator give one of its groups access to Jira (Administration → Applications → Application access). Do not replace the token.',
    example: { status: 403, headers: { [loginReasonHeader]: 'AUTHORISATION_FAILED' }, body: '' },
  }),
  symptom({
    id: 'dc_cloud_site',
    seen: '401 or 403 with `Failed to parse Connect Session Auth Token`',
    when: { status: [401, 403], fields: { error: /Connect Session Auth Token/u } },
    kind: 'not_configured',
    data: { variable: 'JIRA_API_TOKEN' },
    remedy: useCloudCredential,
    example: { status: 403, body: JSON.stringify({ error: 'Failed to parse Connect Session Auth Token' }) },
  }),
  symptom({
    id: 'dc_web_page',
    seen: '200 with a web page',
    when: { status: 200, page: true },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: 'JIRA_URL', tried: path }),
    remedy:
      'A web page came back instead of an answer. First check that JIRA_URL is the base URL of Jira with its context path (Administration → System → General configuration → Base URL). If it is, a proxy in front of Jira asks for a sign-in: have its operator let requests to /rest through without one. Do not replace the token.',
    probe: 'server',
    example: { status: 200, headers: page, body: '<!doctype html><title>Log in - Jira</title>' },
  }),
  symptom({
    id: 'dc_context_path',
    seen: '404 with a web page',
    when: { status: 404, page: true },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: 'JIRA_URL', tried: path }),
    remedy: noJiraThere,
    probe: 'server',
    example: {
      status: 404,
      headers: page,
      body: '<!doctype html><html><head><title>HTTP Status 404 – Not Found</title></head></html>',
    },
  }),
  symptom({
    id: 'dc_treated_as_nobody',
    seen: 'any status below 500, 200 too, with `X-AUSERNAME: anonymous` or `X-Seraph-LoginReason: AUTHENTICATED_FAILED`',
    when: {
      status: isOfRequest,
      anyHeader: { [userHeader]: nobody, [loginReasonHeader]: /AUTHENTICATED_FAILED/u },
    },
    kind: 'credential_rejected',
    data: { kind: 'personal access token', reason: 'rejected' },
    remedy:
      'Jira treated the request as anonymous: it does not know the token. Sign in as the account and open your profile picture → Profile → Personal Access Tokens. If the token is listed and has not expired, then check that JIRA_URL is the Jira that it was created in, and that no proxy on the way removes the Authorization header. Otherwise create a token there and put it into JIRA_PERSONAL_ACCESS_TOKEN.',
    probe: 'server',
    example: { status: 200, headers: { [userHeader]: 'anonymous' }, body: '[]' },
  }),
  symptom({
    id: 'dc_rejected',
    seen: 'any other 401',
    when: { status: 401, body: /^(?!\s*<)/u },
    kind: 'credential_rejected',
    data: { kind: 'personal access token', reason: 'rejected' },
    remedy:
      'Jira refuses the token: it has expired or was revoked, it is of another Jira, or an administrator has turned off personal access tokens. Sign in as the account and open your profile picture → Profile → Personal Access Tokens. Unless the token is listed there as valid, create one and put it into JIRA_PERSONAL_ACCESS_TOKEN.',
    probe: 'server',
    example: {
      status: 401,
      body: JSON.stringify({ message: 'Client must be authenticated to access this resource.', 'status-code': 401 }),
    },
  }),
  symptom({
    id: 'ticket_forbidden',
    seen: '403 with `You do not have the permission to see the specified issue.`',
    when: { status: 403, body: /permission to see the specified issue/iu },
    kind: 'not_found_or_hidden',
    data: { what: 'ticket' },
    remedy:
      'The ticket exists, and the account may not see it: grant Browse Projects to the account in the permission scheme of the project (Project settings → Permissions), then check whether a security level of the ticket excludes the account. Do not replace the token.',
    example: { status: 403, body: refusal('You do not have the permission to see the specified issue.') },
  }),
]);

/** What a status means where nothing better is said of it. */
export const dataCenterStatus: readonly Symptom[] = forDataCenter([
  symptom({
    id: 'dc_rate_limited',
    seen: '429',
    when: { status: 429 },
    kind: 'rate_limited',
    data: ({ response: { headers }, nowMs }) => ({
      retryAfterSec:
        retryAfterSec(headers, nowMs) ?? believedSec(Number(headers['x-ratelimit-interval-seconds'])) ?? 60,
    }),
    remedy:
      'Wait as long as it says before you retry. If it stays, have a Jira administrator raise the limit of this account (Administration → System → Rate limiting → Exemptions).',
    example: { status: 429, headers: { 'x-ratelimit-interval-seconds': '30', 'x-ratelimit-remaining': '0' }, body: '' },
  }),
  symptom({
    id: 'dc_search_window',
    seen: '400 or 500 with `exceeded the search platform limit`',
    when: { status: [400, 500], body: /search platform limit|Search limit exceeded/iu },
    kind: 'cap_exceeded',
    data: { limit: 'of this Jira for one search', estimate: 'above it' },
    remedy:
      'Jira returns no more tickets of one search: narrow the query, for example by a range of created, and begin again without the cursor.',
    example: {
      status: 500,
      body: JSON.stringify({
        message:
          'Search limit exceeded. It requests 10,100 results which exceeded the search platform limit of 10,000.',
      }),
    },
  }),
  symptom({
    id: 'dc_unavailable',
    seen: '503',
    when: { status: 503 },
    kind: 'upstream_down',
    data: ({ response }) => ({ status: response.status }),
    remedy:
      'Jira is starting, is being reindexed or is in maintenance, or the load balancer in front of it has no node that is ready: retry later. If it stays, ask the operator of Jira. The token is not the cause: do not replace it.',
    example: { status: 503, headers: page, body: '<!doctype html><title>Jira is unavailable</title>' },
  }),
  symptom({
    id: 'dc_forbidden',
    seen: 'any other 403',
    when: { status: 403 },
    kind: 'permission_missing',
    data: { grant: 'access to Jira', layer: 'server' },
    remedy:
      'Jira does not say which of two causes applies. First have a Jira administrator check that one of the groups of the account has access to Jira (Administration → Applications → Application access), then check whether a proxy in front of Jira refuses the address that this Agent sends from. Do not replace the token.',
    example: { status: 403, body: JSON.stringify({ message: 'Forbidden' }) },
  }),
  symptom({
    id: 'dc_not_found',
    seen: 'any other 404 or 405',
    when: { status: [404, 405] },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: 'JIRA_URL', tried: path }),
    remedy:
      'Version 2 of the API of Jira is not at JIRA_URL: set it to the base URL of Jira with its context path, such as https://jira.example.com/jira, without /rest or /browse (Administration → System → General configuration → Base URL). Do not replace the token.',
    probe: 'server',
    example: { status: 404, body: JSON.stringify({ 'status-code': 404, message: 'null for uri: /rest/api/2/myself' }) },
  }),
]);
