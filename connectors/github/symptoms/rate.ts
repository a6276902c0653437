/** The two limits of the vendor, both with 403 or 429: of calls in an hour, and of calls at once. */
import { type Seen, type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { answeredAtMs, believedSec, retryAfterSec } from '../../../src/core/retry-after.ts';
import { errorBody } from '../vendor-error.ts';
import type { HttpResponse } from '../../../src/core/http-client.ts';

/**
 * When the allowance of a token comes back: seconds, by the vendor’s own clock where the answer has it; undefined while
 * something is left of it (https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api).
 */
export function secondsUntilReset(headers: HttpResponse['headers'], nowMs: number): number | undefined {
  const { 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': reset } = headers;
  if (remaining !== '0' || typeof reset !== 'string' || !/^\d+(?:\.\d+)?$/u.test(reset)) return undefined;
  const seconds = believedSec(Number(reset) - answeredAtMs(headers, nowMs) / 1000);
  return seconds === undefined ? undefined : Math.max(1, seconds);
}

/** What the vendor asks for when it names no time. */
const usualWaitSec = 60;

function waitOf(seen: Seen): { retryAfterSec: number } {
  const asked = retryAfterSec(seen.response.headers, seen.nowMs);
  return { retryAfterSec: asked ?? secondsUntilReset(seen.response.headers, seen.nowMs) ?? usualWaitSec };
}

export const rateSymptoms: readonly Symptom[] = [
  symptom({
    id: 'secondary_rate_limited',
    seen: '403 or 429 with `secondary rate limit`',
    when: { status: [403, 429], body: /secondary rate limit|abuse detection/iu },
    kind: 'rate_limited',
    data: (seen) => ({ retryAfterSec: retryAfterSec(seen.response.headers, seen.nowMs) ?? usualWaitSec }),
    remedy:
      'Too many calls at once, or too many issues in short time: wait as long as it says, and ask one after the other. The hourly allowance is not used up.',
    example: {
      status: 403,
      headers: { 'retry-after': '60', 'x-ratelimit-remaining': '4000' },
      body: errorBody(
        'You have exceeded a secondary rate limit. Please wait a few minutes before you try again. If you reach out to GitHub Support for help, please include the request ID.',
      ),
    },
  }),
  symptom({
    id: 'primary_rate_limited',
    seen: '403 or 429 with `X-RateLimit-Remaining: 0`',
    when: { status: [403, 429], headers: { 'x-ratelimit-remaining': /^0$/u } },
    kind: 'rate_limited',
    data: waitOf,
    remedy:
      'The allowance of this token is used up until the time it says; code search has a small one of its own. Give the Agent a token that nothing else uses, and ask less often.',
    example: {
      status: 403,
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1893456000' },
      body: errorBody('API rate limit exceeded for user ID 1.'),
    },
  }),
  symptom({
    id: 'told_to_wait',
    seen: '403 with `Retry-After`',
    when: { status: 403, headers: { 'retry-after': /\S/u } },
    kind: 'rate_limited',
    data: waitOf,
    remedy: 'Wait as long as it says before asking again; ask one after the other.',
    example: { status: 403, headers: { 'retry-after': '30' }, body: '' },
  }),
];
