/**
 * What Datadog answers when it refuses, and what that means. Most specific first. Its plain 403 is the
 * same for a wrong site, a wrong key and a missing scope; the probe `keys` tells them apart.
 */
import { z } from 'zod';
import { commonSymptoms, webPageAt } from '../../src/connector/common-symptoms.ts';
import { type Seen, type Symptom, symptom } from '../../src/connector/symptom.ts';
import { limitWords, waitSec } from './access/rate-limit.ts';
import { addScope } from './access/add-scope.ts';
import { scopeOfPath } from './slices.ts';

/** Interfaces of the vendor's second version that follow JSON:API write objects, the others texts. */
const ErrorAnswer = z.looseObject({
  errors: z.array(
    z.union([z.string(), z.looseObject({ title: z.string().optional(), detail: z.string().optional() })]),
  ),
});

const errors = (...texts: readonly string[]): string => JSON.stringify({ errors: texts });
const scopeOf = ({ path }: Seen): string => scopeOfPath(path) ?? 'API key';
const layer = 'scope of the application key, or role of its owner';

const ofKeys: readonly Symptom[] = [
  symptom({
    id: 'api_key_not_sent',
    seen: '401 or 403 with `API key required`',
    when: { status: [401, 403], body: /API key required/iu },
    kind: 'credential_rejected',
    data: { kind: 'API key', reason: 'missing' },
    remedy:
      'The header DD-API-KEY did not arrive: let the proxy at DATADOG_URL, or another proxy in between, pass it. Do not rotate the keys.',
    example: { status: 403, body: errors('API key required') },
  }),
  symptom({
    id: 'scope_missing',
    seen: '403 with `Failed permission authorization checks`',
    when: { status: 403, body: /Failed permission authorization checks/u },
    kind: 'permission_missing',
    data: (seen) => ({ grant: scopeOf(seen), layer }),
    remedy: (seen) => addScope(scopeOf(seen)),
    remedyWords:
      'Add the scope that is named to the application key, and to the role of its owner. Do not rotate the keys.',
    example: { status: 403, body: errors('Forbidden', 'Failed permission authorization checks') },
  }),
  symptom({
    id: 'unauthorized',
    seen: 'any other 401',
    when: { status: 401 },
    kind: 'credential_rejected',
    data: { kind: 'application key', reason: 'rejected' },
    remedy:
      'Compare DATADOG_SITE with the address of your web pages first. If it is right, find the key of DATADOG_APP_KEY under Organization Settings, Application Keys: it was revoked, or its owner is disabled.',
    probe: 'keys',
    example: { status: 401, body: errors('Unauthorized') },
  }),
  symptom({
    id: 'forbidden',
    seen: 'any other 403',
    when: { status: 403 },
    kind: 'permission_missing',
    data: (seen) => ({ grant: scopeOf(seen), layer }),
    remedy: (seen) =>
      `The answer is the same for a wrong site, a wrong key and a missing scope. Compare DATADOG_SITE with the address of your web pages first; the health check api_key gives more detail. Only then: ${addScope(scopeOf(seen))}`,
    remedyWords:
      'Compare DATADOG_SITE with the address of your web pages first; the health check api_key gives more detail. Only then check the scopes of the application key. Do not rotate the keys.',
    probe: 'keys',
    example: { status: 403, body: errors('Forbidden') },
  }),
];

const ofAddress: readonly Symptom[] = [
  symptom({
    id: 'not_found',
    seen: "404 in the vendor's own form",
    when: { status: 404, body: /"errors"/u },
    kind: 'not_found_or_hidden',
    data: ({ path }) => ({ what: path }),
    remedy:
      'Check the id or name. Datadog gives the same answer for what the owner of the application key may not see.',
    example: { status: 404, body: errors('Monitor not found') },
  }),
  symptom({
    id: 'not_datadog',
    seen: 'any other 404',
    when: { status: 404 },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: 'DATADOG_URL', tried: path }),
    remedy:
      'This API does not exist at the address. If DATADOG_URL is set, it must lead to https://api.<site>, with /api/v1 and /api/v2 below it. If it is not set, the site may not offer this API yet.',
    example: { status: 404, body: '404 page not found' },
  }),
  webPageAt(
    'DATADOG_URL',
    'The server returned a web page: a sign-in page, or the web pages of Datadog. The API is at https://api.<site>.',
  ),
];

const ofQuestion: readonly Symptom[] = [
  symptom({
    id: 'bad_request',
    seen: '400 or 422',
    when: { status: [400, 422] },
    kind: 'invalid_arguments',
    data: ({ path }) => ({ field: fieldOf(path) }),
    remedy: (seen) => `Correct the request: ${reasonIn(seen)}`,
    remedyWords: 'Correct the request: the reason that Datadog gives follows.',
    example: {
      status: 400,
      body: errors("input_validation_error(Field 'filter.query' is invalid: unbalanced quotes)"),
    },
  }),
  symptom({
    id: 'rate_limited',
    seen: '429; `Retry-After`, or else `X-RateLimit-Reset` or `X-RateLimit-Period`, says when to retry',
    when: { status: 429 },
    kind: 'rate_limited',
    data: ({ response, nowMs }) => ({ retryAfterSec: waitSec(response.headers, nowMs) }),
    remedy: ({ response }) => {
      const limit = limitWords(response.headers);
      return `Wait as long as it says before you retry; send fewer requests, or ask for more per request.${limit === undefined ? '' : ` The limit of the organization is ${limit}; the vendor's support can raise it.`}`;
    },
    remedyWords: 'Wait as long as it says before you retry; send fewer requests, or ask for more per request.',
    example: {
      status: 429,
      headers: { 'x-ratelimit-limit': '300', 'x-ratelimit-period': '3600', 'x-ratelimit-reset': '1740' },
      body: errors('Too many requests'),
    },
  }),
];

export const symptoms: readonly Symptom[] = [
  ...ofKeys,
  ...ofAddress,
  ...ofQuestion,
  // The row for 429 stands above: the vendor says in headers of its own when to go on.
  ...commonSymptoms('DATADOG_URL').filter(({ id }) => id !== 'rate_limited'),
];

function fieldOf(path: string): string {
  if (path.startsWith('/api/v1/service_dependencies')) return 'env';
  return /\/(?:query|search|events|analytics)\b/u.test(path) ? 'query' : 'arguments';
}

/** What the system says about the caller's own question; nothing else of the body is repeated. */
function reasonIn({ response }: Seen): string {
  let body: unknown;
  try {
    body = JSON.parse(response.body);
  } catch {
    return 'Datadog gave no reason.';
  }
  const { data } = ErrorAnswer.safeParse(body);
  const said = (data?.errors ?? [])
    .map((one) => (typeof one === 'string' ? one : (one.detail ?? one.title ?? '')))
    .filter((one) => one !== '')
    .join('; ')
    .replaceAll(/\p{C}+/gu, ' ');
  if (said === '') return 'Datadog gave no reason.';
  return said.length > 300 ? `${said.slice(0, 300)}…` : said;
}
