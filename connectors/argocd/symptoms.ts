/** What Argo CD answers when it refuses: `code` is the one of gRPC, and the message tells the rest. */
import { commonSymptoms } from '../../src/connector/common-symptoms.ts';
import { type Symptom, symptom } from '../../src/connector/symptom.ts';
import { getApplications } from './grants.ts';

const anotherToken =
  'create another one with `argocd account generate-token --account farol` and put it into ARGOCD_AUTH_TOKEN';

const refusal = (code: number, message: string): string => JSON.stringify({ error: message, code, message });

const ofToken: readonly Symptom[] = [
  symptom({
    id: 'no_session',
    seen: '401 with `no session information`',
    when: { status: 401, body: /no session information/iu },
    kind: 'credential_rejected',
    data: { kind: 'account token', reason: 'missing' },
    remedy:
      'Argo CD saw no token: check that ARGOCD_AUTH_TOKEN holds all three parts of it, and that nothing in front of ARGOCD_URL removes the Authorization header. Do not create another token before that.',
    example: { status: 401, body: refusal(16, 'no session information') },
  }),
  symptom({
    id: 'token_ended',
    seen: '401 that says the token is expired',
    when: { status: 401, body: /token (?:is|has) expired/iu },
    kind: 'credential_rejected',
    data: { kind: 'account token', reason: 'expired' },
    remedy: `The token has expired: ${anotherToken}.`,
    example: { status: 401, body: refusal(16, 'invalid session: token has invalid claims: token is expired') },
  }),
  symptom({
    id: 'token_withdrawn',
    seen: '401 that says the token is unknown or revoked',
    when: { status: 401, body: /does not have token|revoked/iu },
    kind: 'credential_rejected',
    data: { kind: 'account token', reason: 'revoked' },
    remedy: `The token was deleted: ${anotherToken}.`,
    example: { status: 401, body: refusal(16, "invalid session: account farol does not have token with id '8a1f'") },
  }),
  symptom({
    id: 'account_disabled',
    seen: '401 that says that the account is disabled, or without apiKey',
    when: { status: 401, body: /is disabled|does not have .*capability/iu },
    kind: 'credential_rejected',
    data: { kind: 'account', reason: 'rejected' },
    remedy:
      'The account of the token may not use one now: enable it in the ConfigMap argocd-cm, where accounts.farol must include apiKey and accounts.farol.enabled must not be false. The token works again then: do not create another.',
    example: { status: 401, body: refusal(16, 'invalid session: account farol is disabled') },
  }),
  symptom({
    id: 'token_rejected',
    seen: '401 with code 16 in other words',
    when: { status: 401, body: /"code":\s*16\b/u },
    kind: 'credential_rejected',
    data: { kind: 'account token', reason: 'rejected' },
    remedy: `The token belongs to another server, or the key it was signed with was replaced. First check that ARGOCD_URL is the server that issued it; only if it is, ${anotherToken}.`,
    example: { status: 401, body: refusal(16, 'invalid session: token signature is invalid: signature is invalid') },
  }),
  symptom({
    id: 'unauthorized',
    seen: '401 that Argo CD did not write',
    when: { status: 401 },
    kind: 'credential_rejected',
    data: { kind: 'account token', reason: 'rejected' },
    remedy: 'Check whether a proxy in front of ARGOCD_URL requires its own sign-in, and let the paths below /api pass.',
    probe: 'token',
    example: { status: 401, body: 'Unauthorized' },
  }),
  symptom({
    id: 'permission_denied',
    seen: '403 with code 7',
    when: { status: 403, body: /"code":\s*7\b/u },
    kind: 'not_found_or_hidden',
    data: { what: 'the application' },
    remedy: `Argo CD gives the same answer for an application that does not exist and for one that the account may not get. Ask again with its project to distinguish them; ${getApplications} is granted in policy.csv of the ConfigMap argocd-rbac-cm.`,
    example: { status: 403, body: refusal(7, 'permission denied') },
  }),
  symptom({
    id: 'forbidden',
    seen: '403 that Argo CD did not write',
    when: { status: 403 },
    kind: 'permission_missing',
    data: { grant: getApplications, layer: 'policy.csv, or a proxy in front of Argo CD' },
    remedy:
      'Check whether a proxy in front of ARGOCD_URL refuses the Agent. Do not rotate the token unless its check says so.',
    probe: 'token',
    example: { status: 403, body: 'Forbidden' },
  }),
];

const ofQuestion: readonly Symptom[] = [
  symptom({
    id: 'not_found',
    seen: '404 with code 5 that names the application',
    when: { status: 404, body: /applications\S* .*not found/iu },
    kind: 'not_found_or_hidden',
    data: { what: 'the application' },
    remedy:
      'The account may get the applications of this project, but none of them has this name. gitops.listApplications lists them.',
    example: { status: 404, body: refusal(5, 'applications.argoproj.io "checkout" not found') },
  }),
  symptom({
    id: 'wrong_path',
    seen: '404 in other words',
    when: { status: 404 },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: 'ARGOCD_URL', tried: path }),
    remedy:
      'Set ARGOCD_URL to the address of the API server, with its path if it is served below one (--rootpath), and without /api.',
    example: { status: 404, body: refusal(5, 'Not Found') },
  }),
  symptom({
    id: 'web_page',
    seen: '200 with a web page',
    when: { status: 200, page: true },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: 'ARGOCD_URL', tried: path }),
    remedy:
      'The server returned a web page: a sign-in page in front of Argo CD, or its own at a wrong path. Set ARGOCD_URL to the API server, with its path if it is served below one (--rootpath).',
    example: { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Argo CD</title>' },
  }),
  symptom({
    id: 'selector_refused',
    seen: '400 or 500 about the selector',
    when: { status: [400, 500], fields: { message: /selector/iu } },
    kind: 'invalid_arguments',
    data: { field: 'selector' },
    remedy: 'Argo CD does not understand the selector: write it as for kubectl, such as team=payments,tier!=batch.',
    example: {
      status: 500,
      body: refusal(2, "error parsing the selector: unable to parse requirement: found '', expected: ',' or ')'"),
    },
  }),
  symptom({
    id: 'question_refused',
    seen: 'any other 400',
    when: { status: 400 },
    kind: 'invalid_arguments',
    data: { field: 'name' },
    remedy: 'Argo CD does not accept the request: check the given name, namespace and project.',
    example: { status: 400, body: refusal(3, 'invalid argument') },
  }),
];

export const symptoms: readonly Symptom[] = [...ofToken, ...ofQuestion, ...commonSymptoms('ARGOCD_URL')];
