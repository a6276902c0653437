/** Seconds until a Retry-After header allows another try: it carries seconds or an HTTP date (RFC 9110, 10.2.3). */
export function retryAfterSec(header: string | string[] | undefined, nowMs: number): number | undefined {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/u.test(text.trim())) return Number(text);
  // The parser of the language takes almost anything for a date; every form of an HTTP date begins with a weekday.
  const at = /^[A-Z][a-z]{2,8}[, ]/u.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - nowMs) / 1000));
}
