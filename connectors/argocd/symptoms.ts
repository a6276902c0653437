/** What Argo CD answers when it refuses: `code` is the one of gRPC, and the message tells the rest. */
import { commonSymptoms, type Symptom, symptom } from '../../src/connector/symptom.ts';
import { getApplications } from './grants.ts';

const anotherToken =
  'make another one with `argocd account generate-token --account farol` and put it into ARGOCD_AUTH_TOKEN';

const refusal = (code: number, message: string): string => JSON.stringify({ error: message, code, message });

const ofToken: readonly Symptom[] = [
  symptom({
    id: 'no_session',
    seen: '401 with `no session information`',
    when: { status: 401, body: /no session information/iu },
    kind: 'credential_rejected',
    data: { kind: 'account token', reason: 'malformed' },
    remedy: `Argo CD finds no token in what ARGOCD_AUTH_TOKEN holds: copy all three parts of it again, or ${anotherToken}.`,
    example: { status: 401, body: refusal(16, 'no session information') },
  }),
  symptom({
    id: 'token_ended',
    seen: '401 that says the token is expired',
    when: { status: 401, body: /token (?:is|has) expired/iu },
    kind: 'credential_rejected',
    data: { kind: 'account token', reason: 'expired' },
    remedy: `The token has ended: ${anotherToken}.`,
    example: { status: 401, body: refusal(16, 'invalid session: token has invalid claims: token is expired') },
  }),
  symptom({
    id: 'token_withdrawn',
    seen: '401 that says the token is unknown or revoked, or its account disabled or without apiKey',
    when: { status: 401, body: /does not have token|revoked|is disabled|does not have .*capability/iu },
    kind: 'credential_rejected',
    data: { kind: 'account token', reason: 'revoked' },
    remedy: `The token was deleted, or its account may not use one: look at accounts.farol in the ConfigMap argocd-cm, which must say apiKey, then ${anotherToken}.`,
    example: { status: 401, body: refusal(16, "invalid session: account farol does not have token with id '8a1f'") },
  }),
  symptom({
    id: 'token_rejected',
    seen: '401 with code 16 in other words',
    when: { status: 401, body: /"code":\s*16\b/u },
    kind: 'credential_rejected',
    data: { kind: 'account token', reason: 'rejected' },
    remedy: `The token is not of this server, or the key it was signed with is another one now: look whether ARGOCD_URL is the server that made it, or ${anotherToken}.`,
    example: { status: 401, body: refusal(16, 'invalid session: token signature is invalid: signature is invalid') },
  }),
  symptom({
    id: 'unauthorized',
    seen: '401 that Argo CD did not write',
    when: { status: 401 },
    kind: 'credential_rejected',
    data: { kind: 'account token', reason: 'rejected' },
    remedy: 'Look whether a proxy before ARGOCD_URL asks for a sign-in of its own, and let the paths below /api pass.',
    probe: 'token',
    example: { status: 401, body: 'Unauthorized' },
  }),
  symptom({
    id: 'permission_denied',
    seen: '403 with code 7',
    when: { status: 403, body: /"code":\s*7\b/u },
    kind: 'not_found_or_hidden',
    data: { what: 'the application' },
    remedy: `Argo CD says the same of an application that does not exist and of one the account may not get. Ask again with its project to have them told apart; ${getApplications} is granted in policy.csv of the ConfigMap argocd-rbac-cm.`,
    example: { status: 403, body: refusal(7, 'permission denied') },
  }),
  symptom({
    id: 'forbidden',
    seen: '403 that Argo CD did not write',
    when: { status: 403 },
    kind: 'permission_missing',
    data: { grant: getApplications, layer: 'policy.csv, or what stands before Argo CD' },
    remedy:
      'Look whether a proxy before ARGOCD_URL refuses the Agent. Do not rotate the token before its check says so.',
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
      'The account may get the applications of this project, and none in it has this name. Ask gitops.listApplications for those there are.',
    example: { status: 404, body: refusal(5, 'applications.argoproj.io "checkout" not found') },
  }),
  symptom({
    id: 'wrong_path',
    seen: '404 in other words',
    when: { status: 404 },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: 'ARGOCD_URL', tried: path }),
    remedy:
      'Set ARGOCD_URL to the address of the API server, with its path where it is served below one (--rootpath), and without /api.',
    example: { status: 404, body: refusal(5, 'Not Found') },
  }),
  symptom({
    id: 'web_page',
    seen: '200 with a web page',
    when: { status: 200, contentType: /^text\/html/iu },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: 'ARGOCD_URL', tried: path }),
    remedy:
      'A web page answers: a sign-in page before Argo CD, or its own at a wrong path. Set ARGOCD_URL to the API server, with its path where it is served below one (--rootpath).',
    example: { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Argo CD</title>' },
  }),
  symptom({
    id: 'selector_refused',
    seen: '400 or 500 that speaks of the selector',
    when: { status: [400, 500], body: /selector/iu },
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
    remedy: 'Argo CD does not take the question: look at the name, namespace and project that were given.',
    example: { status: 400, body: refusal(3, 'invalid argument') },
  }),
];

export const symptoms: readonly Symptom[] = [...ofToken, ...ofQuestion, ...commonSymptoms];
