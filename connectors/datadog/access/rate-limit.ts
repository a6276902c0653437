/**
 * What a 429 says of when to ask again. The vendor tells it in headers of its own, which may stand
 * without Retry-After (docs.datadoghq.com/api/latest/rate-limits, seen 2026-11).
 */
import { believedSec, retryAfterSec } from '../../../src/core/retry-after.ts';
import type { HttpResponse } from '../../../src/core/http-client.ts';

/** Seconds until the present period ends, or the length of a whole one. */
export function resetSec(headers: HttpResponse['headers']): number | undefined {
  return secondsIn(headers['x-ratelimit-reset']) ?? secondsIn(headers['x-ratelimit-period']);
}

export function waitSec(headers: HttpResponse['headers'], nowMs: number): number {
  return retryAfterSec(headers, nowMs) ?? resetSec(headers) ?? 60;
}

/** `300 in 3600 s (spans_search)`; undefined when the answer does not tell its limit. */
export function limitWords(headers: HttpResponse['headers']): string | undefined {
  const [limit, period] = [wholeIn(headers['x-ratelimit-limit']), wholeIn(headers['x-ratelimit-period'])];
  if (limit === undefined || period === undefined) return undefined;
  const name = String(headers['x-ratelimit-name'] ?? '');
  return `${limit} in ${period} s${/^[\w.-]{1,80}$/u.test(name) ? ` (${name})` : ''}`;
}

function wholeIn(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,6}$/u.test(header.trim()) ? Number(header) : undefined;
}

/** Rounded up: what is asked for a fraction too early is refused again. */
function secondsIn(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d+(?:\.\d+)?$/u.test(header.trim()) ? believedSec(Number(header)) : undefined;
}
