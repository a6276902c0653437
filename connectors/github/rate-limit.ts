/** When the allowance of a token comes back (https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api). */
import type { HttpResponse } from '../../src/core/http-client.ts';

/** Seconds, by the vendor's own clock where the answer has it; undefined while something is left of the allowance. */
export function secondsUntilReset(headers: HttpResponse['headers'], nowMs: number): number | undefined {
  const { 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': reset, date } = headers;
  if (remaining !== '0' || typeof reset !== 'string' || !/^\d{1,12}$/u.test(reset)) return undefined;
  const theirs = Date.parse(String(date ?? ''));
  return Math.max(1, Math.ceil(Number(reset) - (Number.isNaN(theirs) ? nowMs : theirs) / 1000));
}
