/** Answers that speak of the question: a query that cannot be read, that costs too much or takes too long. */
import type { DecodedText } from '../../../src/connector/decoded-response.ts';
import { type Seen, type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { pathOfBackend } from '../backends.ts';
import { ErrorAnswer } from '../metrics/schema.ts';

const queryError = (errorType: string, error: string): string => JSON.stringify({ status: 'error', errorType, error });

/** Before rows of addresses, which read the status alone. */
export const traceSymptoms: readonly Symptom[] = [
  symptom({
    id: 'trace_not_found',
    seen: '404 with `trace not found`',
    when: { status: 404, body: /trace (?:id )?not found|failed to find trace/iu },
    kind: 'not_found_or_hidden',
    data: { what: 'trace' },
    remedy:
      'Compare the trace id. A trace is stored only for its retention time, is missing if it was not sampled, and is not found outside of the given window.',
    example: { status: 404, body: 'trace not found' },
  }),
];

export const questionSymptoms: readonly Symptom[] = [
  symptom({
    id: 'bad_query',
    seen: '400 with `bad_data`',
    when: { status: 400, body: /"bad_data"/u },
    kind: 'invalid_arguments',
    data: ({ path }) => ({ field: fieldOf(path) }),
    remedy: (seen) => `Correct the query: ${reasonIn(seen)}`,
    remedyWords: 'Correct the query: the reason that the backend gives follows.',
    example: { status: 400, body: queryError('bad_data', '1:5: parse error: unexpected end of input') },
  }),
  symptom({
    id: 'window_too_wide',
    seen: '400 or 422 that speaks of the time range',
    when: { status: [400, 422], body: /time range exceeds|range specified by start and end exceeds/iu },
    kind: 'window_too_wide',
    data: ({ response }) => ({
      allowed: /(?:limit: |exceeds )(\d[\dhms.]*)/u.exec(response.body)?.[1] ?? 'less than was asked for',
    }),
    remedy: 'Ask for a narrower window: this backend is configured with a lower limit.',
    example: { status: 400, body: 'the query time range exceeds the limit (query length: 744h0m0s, limit: 721h0m0s)' },
  }),
  symptom({
    id: 'too_much',
    seen: '400 or 422 that speaks of a limit',
    when: {
      status: [400, 422],
      body: /too many (?:samples|chunks|series|points|bytes)|maximum of series|limit|maximum resolution/iu,
    },
    kind: 'cap_exceeded',
    data: { limit: 'set by the backend for one query', estimate: 'above it' },
    remedy: (seen) => `Ask for less: fewer series or lines, a narrower window or a coarser step. ${reasonIn(seen)}`,
    remedyWords: 'Ask for less: fewer series or lines, a narrower window or a coarser step.',
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
    remedyWords: 'The query could not be evaluated: the reason that the backend gives follows.',
    example: {
      status: 422,
      body: queryError('execution', 'found duplicate series for the match group on the right hand-side'),
    },
  }),
  symptom({
    id: 'bad_request',
    seen: 'any other 400, as Loki and Tempo answer it in plain text',
    when: { status: 400 },
    kind: 'invalid_arguments',
    data: ({ path }) => ({ field: fieldOf(path) }),
    remedy: (seen) => `Correct the request: ${reasonIn(seen)}`,
    remedyWords: 'Correct the request: the reason that the backend gives follows.',
    example: { status: 400, body: 'parse error at line 1, col 6: syntax error: unexpected IDENTIFIER' },
  }),
  symptom({
    id: 'api_conflict',
    seen: '409 with the code `Conflict`',
    when: { status: 409 },
    kind: 'invalid_arguments',
    data: ({ path }) => ({ field: fieldOf(path) }),
    remedy: 'The Cloud API does not accept these arguments: start the list again without a cursor.',
    example: { status: 409, body: '{"code":"Conflict","message":"Invalid arguments: wrong or missing parameters"}' },
  }),
  symptom({
    id: 'address_too_long',
    seen: '414 or 431',
    when: { status: [414, 431] },
    kind: 'cap_exceeded',
    data: { limit: 'length of an address on the way to the backend', estimate: 'above it' },
    remedy: 'Shorten the query: it is sent in the address.',
    example: { status: 414, body: '' },
  }),
  symptom({
    id: 'query_timeout',
    seen: '503 or 504 with `timeout`',
    when: { status: [503, 504], body: /"(?:timeout|canceled)"|context deadline exceeded|timed out/iu },
    kind: 'upstream_down',
    data: ({ response }) => ({ status: response.status }),
    remedy: 'The query took longer than the backend allows: narrow it, or use a coarser step.',
    example: { status: 503, body: queryError('timeout', 'query timed out in query execution') },
  }),
];

function fieldOf(called: string): string {
  const path = pathOfBackend(called);
  if (/\/(?:query|query_range|search|stats)$/u.test(path)) return 'query.text';
  if (/\/traces\//u.test(path)) return 'traceId';
  return path.startsWith('/api/v1/') ? 'match' : 'arguments';
}

/** What the backend says about the caller's own question; nothing else of the body is repeated. */
function reasonIn({ response }: Seen): string {
  const said = errorOf(response.body);
  if (said === undefined) return 'the backend gave no reason.';
  const printable = said.replaceAll(/\p{C}+/gu, ' ').trim();
  return printable.length > 300 ? `${printable.slice(0, 300)}…` : printable;
}

function errorOf(body: DecodedText): string | undefined {
  try {
    return ErrorAnswer.safeParse(JSON.parse(body)).data?.error;
  } catch {
    // Loki and Tempo give their reason as plain text.
    return /^[^<\s]/u.test(body) ? body : undefined;
  }
}
