/**
 * What the metrics backend answers when it refuses, and what that means. Most specific first. The
 * bodies that speak of `authentication error` are those of Grafana Cloud's gateway.
 */
import { commonSymptoms, type Seen, type Symptom, symptom } from '../../src/connector/symptom.ts';
import { ErrorAnswer } from './schema.ts';

const sameCard = 'Copy address and instance id from the same page: the stack, then Prometheus, then Details.';

const gatewayError = (text: string): string =>
  JSON.stringify({ status: 'error', error: `authentication error: ${text}` });
const queryError = (errorType: string, error: string): string => JSON.stringify({ status: 'error', errorType, error });

const ofCredential: readonly Symptom[] = [
  symptom({
    id: 'scope_missing',
    seen: '401 or 403 with `invalid scope requested`',
    when: { status: [401, 403], body: /invalid scope/iu },
    kind: 'permission_missing',
    data: { grant: 'metrics:read', layer: 'access policy scope' },
    remedy: 'Add the scope metrics:read to the access policy of this token. Do not rotate the token: it is valid.',
    example: { status: 403, body: gatewayError('invalid scope requested') },
  }),
  symptom({
    id: 'token_not_set',
    seen: '401 while no token is set',
    when: { status: 401, variables: { GRAFANA_METRICS_TOKEN: 'unset' } },
    kind: 'not_configured',
    data: { variable: 'GRAFANA_METRICS_TOKEN' },
    remedy: 'This address asks for a credential: set GRAFANA_METRICS_USER and GRAFANA_METRICS_TOKEN.',
    example: {
      status: 401,
      body: 'Unauthorized\n',
      variables: { GRAFANA_METRICS_USER: undefined, GRAFANA_METRICS_TOKEN: undefined },
    },
  }),
  symptom({
    id: 'instance_elsewhere',
    seen: '401 with `legacy auth cannot be upgraded`',
    when: { status: 401, body: /legacy auth cannot be upgraded|host is not found/iu },
    kind: 'wrong_endpoint',
    data: { variable: 'GRAFANA_METRICS_URL', tried: 'the instance id of GRAFANA_METRICS_USER' },
    remedy: `GRAFANA_METRICS_USER is not an instance of this host. ${sameCard} Do not rotate the token.`,
    example: { status: 401, body: gatewayError('legacy auth cannot be upgraded because the host is not found') },
  }),
  symptom({
    id: 'token_expired',
    seen: '401 that says `expired`',
    when: { status: 401, body: /expired/iu },
    kind: 'credential_rejected',
    data: { kind: 'access policy token', reason: 'expired' },
    remedy: 'Create a new token for the same access policy and put it into GRAFANA_METRICS_TOKEN.',
    example: { status: 401, body: gatewayError('token is expired') },
  }),
  symptom({
    id: 'user_not_numeric',
    seen: '401 of the gateway while the user is not a number',
    when: { status: 401, body: /authentication error/iu, variables: { GRAFANA_METRICS_USER: /\D/u } },
    kind: 'credential_rejected',
    data: { kind: 'instance id', reason: 'malformed' },
    remedy: `GRAFANA_METRICS_USER must be the numeric instance id, not a name or an e-mail address. ${sameCard}`,
    example: {
      status: 401,
      body: gatewayError('invalid token'),
      variables: { GRAFANA_METRICS_USER: 'ops@example.com' },
    },
  }),
  symptom({
    id: 'rejected',
    seen: 'any other 401',
    when: { status: 401 },
    kind: 'credential_rejected',
    data: { kind: 'user and token', reason: 'rejected' },
    remedy: `The answer does not say which of the two is wrong. Compare GRAFANA_METRICS_USER first. ${sameCard} If it is right, the token was deleted: create another.`,
    probe: 'credential',
    example: { status: 401, body: gatewayError('invalid token') },
  }),
  symptom({
    id: 'forbidden',
    seen: '403 without a reason',
    when: { status: 403 },
    kind: 'permission_missing',
    data: { grant: 'metrics:read', layer: 'access policy' },
    remedy: 'Check the scope metrics:read, the stacks and the allowed IP ranges of the access policy of this token.',
    probe: 'front',
    example: { status: 403, body: 'Forbidden' },
  }),
];

const ofAddress: readonly Symptom[] = [
  symptom({
    id: 'push_address',
    seen: '404 or 405 at an address that ends in /push',
    when: { status: [404, 405], variables: { GRAFANA_METRICS_URL: /\/push\/?$/u } },
    kind: 'wrong_endpoint',
    data: { variable: 'GRAFANA_METRICS_URL', tried: 'the address for sending' },
    remedy: 'GRAFANA_METRICS_URL is the address for sending metrics. Remove /push from its end.',
    example: { status: 405, body: '', variables: { GRAFANA_METRICS_URL: '{upstream}/api/prom/push' } },
  }),
  symptom({
    id: 'path_twice',
    seen: '404 at an address that has /api/v1 in it',
    when: { status: 404, variables: { GRAFANA_METRICS_URL: /\/api\/v1(?:\/|$)/u } },
    kind: 'wrong_endpoint',
    data: { variable: 'GRAFANA_METRICS_URL', tried: '/api/v1/api/v1' },
    remedy: 'Remove /api/v1 and what follows it from GRAFANA_METRICS_URL; the connector adds it.',
    example: { status: 404, body: '404 page not found', variables: { GRAFANA_METRICS_URL: '{upstream}/api/v1' } },
  }),
  symptom({
    id: 'not_found',
    seen: '404 or 405',
    when: { status: [404, 405] },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: 'GRAFANA_METRICS_URL', tried: path }),
    remedy: `No Prometheus interface is at GRAFANA_METRICS_URL. ${sameCard} A self-managed Mimir has it below /prometheus.`,
    probe: 'address',
    example: { status: 404, body: '404 page not found' },
  }),
  symptom({
    id: 'web_page',
    seen: '200 with a web page',
    when: { status: 200, contentType: /^text\/html/iu },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: 'GRAFANA_METRICS_URL', tried: path }),
    remedy: `A web page answers at GRAFANA_METRICS_URL, which is the address of a Grafana instance or a sign-in proxy. ${sameCard}`,
    probe: 'address',
    example: {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: '<!doctype html><title>Grafana</title>',
    },
  }),
];

const ofQuestion: readonly Symptom[] = [
  symptom({
    id: 'bad_query',
    seen: '400 with `bad_data`',
    when: { status: 400, body: /"bad_data"/u },
    kind: 'invalid_arguments',
    data: ({ path }) => ({ field: fieldOf(path) }),
    remedy: (seen) => `Mend the query: ${reasonIn(seen)}`,
    remedyWords: 'Mend the query: followed by what the system says about it.',
    example: { status: 400, body: queryError('bad_data', '1:5: parse error: unexpected end of input') },
  }),
  symptom({
    id: 'too_much',
    seen: '422 that speaks of a limit',
    when: { status: [400, 422], body: /too many (?:samples|chunks|series|points)|limit|maximum resolution/iu },
    kind: 'cap_exceeded',
    data: { limit: 'set by the metrics backend for one query', estimate: 'above it' },
    remedy: (seen) => `Ask for less: fewer series, a narrower window or a coarser step. ${reasonIn(seen)}`,
    remedyWords: 'Ask for less: fewer series, a narrower window or a coarser step.',
    example: {
      status: 422,
      body: queryError('execution', 'query processing would load too many samples into memory in query execution'),
    },
  }),
  symptom({
    id: 'not_evaluated',
    seen: '422',
    when: { status: 422 },
    kind: 'invalid_arguments',
    data: ({ path }) => ({ field: fieldOf(path) }),
    remedy: (seen) => `The query could not be evaluated: ${reasonIn(seen)}`,
    remedyWords: 'The query could not be evaluated: followed by what the system says about it.',
    example: {
      status: 422,
      body: queryError('execution', 'found duplicate series for the match group on the right hand-side'),
    },
  }),
  symptom({
    id: 'query_timeout',
    seen: '503 or 504 with `timeout`',
    when: { status: [503, 504], body: /"(?:timeout|canceled)"/u },
    kind: 'upstream_down',
    data: ({ response }) => ({ status: response.status }),
    remedy: 'The query took longer than the backend allows: narrow it, or use a coarser step.',
    example: { status: 503, body: queryError('timeout', 'query timed out in query execution') },
  }),
];

export const symptoms: readonly Symptom[] = [...ofCredential, ...ofAddress, ...ofQuestion, ...commonSymptoms];

function fieldOf(path: string): string {
  return /\/query(?:_range)?$/u.test(path) ? 'query.text' : 'match';
}

/** What the backend says about the caller's own query; nothing else of the body is repeated. */
function reasonIn({ response }: Seen): string {
  let body: unknown;
  try {
    body = JSON.parse(response.body);
  } catch {
    return 'it gave no reason.';
  }
  const { data } = ErrorAnswer.safeParse(body);
  if (data === undefined) return 'it gave no reason.';
  const printable = data.error.replaceAll(/\p{C}+/gu, ' ');
  return printable.length > 300 ? `${printable.slice(0, 300)}…` : printable;
}
