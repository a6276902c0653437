/** The header that says when a token ends: `2026-12-01 09:00:00 UTC`, with some tokens `… -0300`. */
import type { HttpResponse } from '../../../src/core/http-client.ts';

const form = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) (?:UTC|([+-]\d{2}):?(\d{2}))$/u;

/** Milliseconds; undefined when the header is not there or not understood. */
export function msLeft(headers: HttpResponse['headers'], nowMs: number): number | undefined {
  const [, day, time, hours, minutes] =
    form.exec(String(headers['github-authentication-token-expiration'] ?? '')) ?? [];
  if (day === undefined || time === undefined) return undefined;
  const zone = hours === undefined || minutes === undefined ? 'Z' : `${hours}:${minutes}`;
  const endMs = Date.parse(`${day}T${time}${zone}`);
  return Number.isNaN(endMs) ? undefined : Math.max(0, endMs - nowMs);
}
