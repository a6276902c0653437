/** Of an answer, by names in lower case. */
export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A longer wait is a mistake of the system, such as a point in time where seconds belong. */
export const longestBelievedSec = 7 * 86_400;

/**
 * Seconds until Retry-After allows another try: it carries seconds or an HTTP date (RFC 9110, 10.2.3). Rounded up;
 * undefined when it is absent, negative, absurd or unreadable.
 */
export function retryAfterSec(headers: AnswerHeaders, nowMs: number): number | undefined {
  const text = firstOf(headers['retry-after'])?.trim();
  if (text === undefined) return undefined;
  const seconds = /^(?:\d+\.?\d*|\.\d+)$/u.test(text) ? Number(text) : (parseHttpDate(text) - nowMs) / 1000;
  return believedSec(seconds);
}

/** What a vendor's own header says, under the same bounds: seconds from now. */
export function believedSec(seconds: number): number | undefined {
  return Number.isFinite(seconds) && seconds <= longestBelievedSec ? Math.max(0, Math.ceil(seconds)) : undefined;
}

/** Milliseconds of the clock of the system that answered, or of this machine. */
export function answeredAtMs(headers: AnswerHeaders, nowMs: number): number {
  const theirs = parseHttpDate(firstOf(headers['date'])?.trim() ?? '');
  return Number.isNaN(theirs) ? nowMs : theirs;
}

/** The parser of the language takes almost anything for a date; every form of an HTTP date has a weekday first, and a time. */
function parseHttpDate(text: string): number {
  if (!/^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/u.test(text)) return Number.NaN;
  // The form of asctime names no zone, and means GMT.
  return Date.parse(/\d{4}$/u.test(text) ? `${text} GMT` : text);
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
