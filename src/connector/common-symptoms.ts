/**
 * Rows that mean the same at every system that speaks HTTP: what something on the way answers instead of the system, and
 * what a status means by itself (https://www.rfc-editor.org/rfc/rfc9110.html#name-status-codes). They come last in a
 * connector's table; those that know who answered precede rows that look at the status and the words.
 */
import { proxyRefusal } from '../core/network-fault.ts';
import { retryAfterSec } from '../core/retry-after.ts';
import { type Seen, type Symptom, symptom } from './symptom.ts';

const notTheCause = 'The credential and its permissions are not the cause: do not change them.';

/**
 * Near the beginning of a text, and not in JSON or XML, in which systems say such things of their own lists of addresses.
 * Bounded, because the text is anybody's.
 */
export const wordsOfFilter =
  /^(?!\s*[[{"<])[^]{0,1000}?(?:\b(?:zscaler|forcepoint|forti(?:gate|guard|net)|netskope|blue ?coat|palo alto|squid|sophos|websense|barracuda)\b|\b(?:web|url|content) ?filter|\b(?:site|page|url|request|access|category|connection)\b[^]{0,60}?\b(?:blocked|denied|prohibited)\b[^]{0,60}?\b(?:organi[sz]ation|administrator|company|network|firewall|proxy|policy)\b)/iu;

/** What is between the Agent and the system, and shows it. */
const onTheWay: readonly Symptom[] = [
  symptom({
    id: 'proxy_credential',
    seen: '407',
    when: { status: 407 },
    precedence: 'first',
    kind: 'intercepted',
    data: ({ response }) => ({ status: response.status }),
    remedy: proxyRefusal(407).remedy,
    example: { status: 407, headers: { 'proxy-authenticate': 'Basic realm="proxy"' }, body: '' },
  }),
  symptom({
    id: 'network_sign_in',
    seen: '511',
    when: { status: 511 },
    precedence: 'first',
    kind: 'intercepted',
    data: ({ response }) => ({ status: response.status }),
    remedy: `This network requires a sign-in before it lets anything out: its operator must let this machine through. ${notTheCause}`,
    example: { status: 511, headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Sign in</title>' },
  }),
  symptom({
    id: 'challenged',
    seen: 'any status with a header of a filter on the way: `cf-mitigated`, `x-vercel-mitigated`, `x-amzn-waf-action` or `x-squid-error`',
    when: {
      status: () => true,
      anyHeader: {
        'cf-mitigated': /\S/u,
        'x-vercel-mitigated': /\S/u,
        'x-amzn-waf-action': /\S/u,
        'x-squid-error': /\S/u,
      },
    },
    precedence: 'first',
    kind: 'intercepted',
    data: ({ response }) => ({ status: response.status }),
    remedy: `A firewall or proxy in front of the system stopped this request, and the system never saw it: its operator must let the address that this Agent sends from through. ${notTheCause}`,
    example: {
      status: 403,
      headers: { 'cf-mitigated': 'challenge', 'content-type': 'text/html' },
      body: '<!doctype html><title>Just a moment...</title>',
    },
  }),
  symptom({
    id: 'words_of_a_filter',
    seen: '401 or 403 with a plain text that names a filter, such as Zscaler, or says that an organization or an administrator blocked the site',
    when: { status: [401, 403], contentType: /^(?!.*(?:json|xml))/iu, body: wordsOfFilter },
    precedence: 'first',
    kind: 'intercepted',
    data: ({ response }) => ({ status: response.status }),
    remedy: `A filter on the way refused the request and names itself in its answer: its operator must let this machine reach the host. ${notTheCause}`,
    example: {
      status: 403,
      headers: { 'content-type': 'text/plain' },
      body: 'Access to this site is blocked by your organization.',
    },
  }),
  symptom({
    id: 'page_on_the_way',
    seen: '4xx with a web page, but for 404 and 429',
    when: { status: (status) => status >= 400 && status < 500 && status !== 404 && status !== 429, page: true },
    precedence: 'before_words',
    kind: 'intercepted',
    data: ({ response }) => ({ status: response.status }),
    remedy: `A web page came back instead of an answer: a proxy, a firewall or a sign-in page on the way refused the request. Let the Agent reach this host through it: check the rules of the proxy in HTTPS_PROXY or HTTP_PROXY, NO_PROXY, and what is at the address of this connector. ${notTheCause}`,
    example: { status: 403, headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Blocked</title>' },
  }),
];

const byStatus = (variable: (seen: Seen) => string): readonly Symptom[] => [
  symptom({
    id: 'rate_limited',
    seen: '429',
    when: { status: 429 },
    kind: 'rate_limited',
    data: ({ response, nowMs }) => ({ retryAfterSec: retryAfterSec(response.headers, nowMs) ?? 60 }),
    remedy: 'Wait as long as it says before you retry; send fewer requests, or ask for more per request.',
    example: { status: 429, headers: { 'retry-after': '17' }, body: '' },
  }),
  symptom({
    id: 'page_of_a_gateway',
    seen: 'any 5xx with a web page',
    when: { status: (status) => status >= 500, page: true },
    precedence: 'last',
    kind: 'upstream_down',
    data: ({ response }) => ({ status: response.status }),
    remedy:
      'A web page came back with an error of a server: a gateway of the system or a proxy on the way could not reach it. Retry; if it stays, check the proxy, then the system itself. The credential is not the cause.',
    example: { status: 502, headers: { 'content-type': 'text/html' }, body: '<html><h1>502 Bad Gateway</h1></html>' },
  }),
  symptom({
    id: 'upstream_error',
    seen: 'any 5xx',
    when: { status: (status) => status >= 500 },
    kind: 'upstream_down',
    data: ({ response }) => ({ status: response.status }),
    remedy: 'Check the upstream system itself; it returned an error of its own. The configuration is not the cause.',
    example: { status: 500, body: 'internal error' },
  }),
  symptom({
    id: 'not_ready',
    seen: 'any other 2xx, 408 or 425',
    when: { status: (status) => (status > 201 && status < 300) || status === 408 || status === 425 },
    precedence: 'last',
    kind: 'upstream_down',
    data: ({ response }) => ({ status: response.status }),
    remedy:
      'The system accepted the request and returned nothing yet, or gave up waiting: retry. If it stays, check whether a proxy on the way answers in its place.',
    example: { status: 408, body: '' },
  }),
  symptom({
    id: 'redirected',
    seen: 'any 3xx',
    when: { status: (status) => status >= 300 && status < 400 },
    precedence: 'last',
    kind: 'wrong_endpoint',
    data: (seen) => ({ variable: variable(seen), tried: seen.path }),
    remedy:
      'A cache, a proxy or a sign-in page on the way answered without what was asked for. Let the Agent reach this host through it, and check the address of this connector.',
    example: { status: 304, body: '' },
  }),
  symptom({
    id: 'payment_required',
    seen: '402 or 451',
    when: { status: [402, 451] },
    precedence: 'last',
    kind: 'feature_disabled',
    data: ({ response }) => ({ feature: response.status === 402 ? 'plan or payment of the account' : 'lawful access' }),
    remedy:
      'The system withholds this for its plan, for a payment or by law: ask the owner of the account. No permission is missing.',
    example: { status: 402, body: '' },
  }),
  symptom({
    id: 'not_there',
    seen: 'any other 404 or 410',
    when: { status: [404, 410] },
    precedence: 'last',
    kind: 'not_found_or_hidden',
    data: ({ path }) => ({ what: path }),
    remedy:
      'Check the name or id first: it does not exist there, or the credential may not see it. If every request fails so, check the address of this connector.',
    example: { status: 410, body: '' },
  }),
  symptom({
    id: 'request_too_large',
    seen: '413, 414, 416 or 431',
    when: { status: [413, 414, 416, 431] },
    precedence: 'last',
    kind: 'cap_exceeded',
    data: ({ response }) => ({ limit: `of the system (status ${response.status})`, estimate: 'above it' }),
    remedy: 'Ask for less: a shorter query, fewer filters or a narrower window.',
    example: { status: 413, body: '' },
  }),
  symptom({
    id: 'not_offered',
    seen: '405, 406, 415, 421 or 426',
    when: { status: [405, 406, 415, 421, 426] },
    precedence: 'last',
    kind: 'wrong_endpoint',
    data: (seen) => ({ variable: variable(seen), tried: seen.path }),
    remedy:
      'The server that answered does not offer this call: check that the address of this connector is that of the interface, and what is in front of it.',
    example: { status: 405, body: '' },
  }),
  symptom({
    id: 'request_refused',
    seen: '400, 409, 412, 417, 422, 423, 424 or 428',
    when: { status: [400, 409, 412, 417, 422, 423, 424, 428] },
    precedence: 'last',
    kind: 'invalid_arguments',
    data: { field: 'arguments' },
    remedy: ({ response }: Seen) =>
      `The system does not accept this request (status ${response.status}): compare the arguments with what is there.`,
    remedyWords: 'The system does not accept this request: compare the arguments with what is there.',
    example: { status: 409, body: '' },
  }),
];

/** The last rows of every connector that speaks HTTP; `variable` holds its address. */
export function commonSymptoms(variable: string | ((seen: Seen) => string)): readonly Symptom[] {
  return [...onTheWay, ...byStatus(typeof variable === 'string' ? () => variable : variable)];
}

/** A web page instead of an answer, at any status but those of a refusal: a sign-in page, a proxy, or a path beside the interface. */
export function webPageAt(variable: string, remedy: string): Symptom {
  return symptom({
    id: 'web_page',
    seen: 'a web page instead of an answer',
    when: { status: (status) => status < 400 || status === 404, page: true },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable, tried: path }),
    remedy,
    example: { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Sign in</title>' },
  });
}
